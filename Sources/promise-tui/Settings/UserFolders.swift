import PromiseSystem

/// The folders of the user's configuration and of what the program keeps, as the XDG specification says.
struct UserFolders: Hashable, Sendable {
  /// The configuration file; `nil` if the user has no home.
  let config: String?
  /// The folder of the kept state; `nil` if the user has no home.
  let state: String?
  /// The folder of what can be written again; `nil` if the user has no home.
  let cache: String?
  /// The folders that must exist before the folders of the state and the cache are created in them.
  private let stateBase: String?
  private let cacheBase: String?

  /// A variable that is not an absolute path counts as unset.
  init(_ environment: TerminalEnvironment) {
    func absolute(_ variable: Variable) -> String? {
      let path = environment[variable]
      return path.hasPrefix("/") ? Folder.absolute(path) : nil
    }
    let home = absolute(.home)
    func inHome(_ path: String) -> String? { home.map { $0 == "/" ? "/\(path)" : "\($0)/\(path)" } }
    config = (absolute(.configHome) ?? inHome(".config")).map { "\($0)/promise-tui/config.toml" }
    let given = absolute(.stateHome)
    state = (given ?? inHome(".local/state")).map { "\($0)/promise-tui" }
    stateBase = given.flatMap(Folder.parent(of:)) ?? home
    let givenCache = absolute(.cacheHome)
    cache = (givenCache ?? inHome(".cache")).map { "\($0)/promise-tui" }
    cacheBase = givenCache.flatMap(Folder.parent(of:)) ?? home
  }

  /// Creates the folder of the state, which only the user can read, and returns its path. Returns `nil` if
  /// that is impossible, as in a home that does not exist or cannot be written.
  func makeState() -> String? { Self.make(state, in: stateBase) }

  /// Creates the folder of the cache in the same way.
  func makeCache() -> String? { Self.make(cache, in: cacheBase) }

  private static func make(_ folder: String?, in base: String?) -> String? {
    guard let folder, let base, Folder.leadsToFolder(base) else { return nil }
    return make(folder) ? folder : nil
  }

  /// Whether the folder of the state can be written, or created.
  var canKeep: Bool { Self.canWrite(state, in: stateBase) }

  /// Whether the folder of the cache can be written, or created.
  var canCache: Bool { Self.canWrite(cache, in: cacheBase) }

  private static func canWrite(_ folder: String?, in base: String?) -> Bool {
    guard let folder, let base, Folder.leadsToFolder(base) else { return false }
    var path = folder
    while !Folder.exists(path), let parent = Folder.parent(of: path) { path = parent }
    return Folder.leadsToFolder(path) && access(path, W_OK | X_OK) == 0
  }

  private static func make(_ path: String) -> Bool {
    if Folder.leadsToFolder(path) { return access(path, W_OK | X_OK) == 0 }
    if let parent = Folder.parent(of: path), !Folder.leadsToFolder(parent), !make(parent) {
      return false
    }
    return mkdir(path, 0o700) == 0 || errno == EEXIST
  }
}
