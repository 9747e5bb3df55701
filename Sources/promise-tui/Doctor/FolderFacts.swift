import PromiseSystem

/// The files and folders of the user.
struct FolderFacts: Sendable {
  /// What the configuration file is.
  enum Configuration: Hashable, Sendable {
    /// There is none at this path; `nil` without a home.
    case none(String?)
    case valid(String)
    /// It cannot be read; the sentence says why.
    case unreadable(String)
    /// There are mistakes in it, one a line.
    case broken([String])
  }

  var configuration: Configuration
  var folders: UserFolders
  var canKeep: Bool
  var canCache: Bool
  /// The folder of temporary files.
  var temporary: String
  /// Why nothing can be created there; `nil` if something can.
  var temporaryProblem: Int32?
  /// Why no socket can be created there; `nil` if one can.
  var socketProblem: String?
}

extension FolderFacts {
  /// Looks at the folders. Nothing is left in them.
  static func current(
    _ environment: TerminalEnvironment, _ result: Result<Settings, CommandError>
  ) -> Self {
    let folders = UserFolders(environment)
    let configuration: Configuration =
      switch (result, folders.config) {
      case (.failure(let error), _) where error.hasPlaces:
        .broken(error.sentence.split(separator: "\n").map(String.init))
      case (.failure(let error), _): .unreadable(error.sentence)
      case (.success, let path?) where Folder.exists(path): .valid(path)
      case (.success, let path): .none(path)
      }
    let folder = PrivateFolder()
    let problem = folder == nil ? errno : nil
    defer { folder?.remove() }
    let socket = folder.flatMap { LocalSocket.makeListener(at: "\($0.path)/socket") }
    let socketProblem = folder == nil || socket != nil ? nil : String(cString: strerror(errno))
    if let socket { close(socket) }
    return Self(
      configuration: configuration, folders: folders, canKeep: folders.canKeep,
      canCache: folders.canCache, temporary: Folder.temporary, temporaryProblem: problem,
      socketProblem: socketProblem)
  }

  var findings: [DoctorFinding] {
    [configured, kept, cached, temporaryFiles] + [sockets].compactMap { $0 }
  }

  private var configured: DoctorFinding {
    switch configuration {
    case .none(let path?): return .ok("configuration", "defaults: there is no file \(path)")
    case .none(nil):
      return .limited(
        "configuration", "defaults: HOME is not set, so there is no place for a file",
        next: "set HOME, or XDG_CONFIG_HOME")
    case .valid(let path): return .ok("configuration", path)
    case .unreadable(let sentence):
      return .needed(
        "configuration", sentence,
        next: "make it readable, or set XDG_CONFIG_HOME to another folder")
    case .broken(let lines):
      let rest = lines.count > 1 ? " (and \(lines.count - 1) more)" : ""
      return .needed(
        "configuration", (lines.first ?? "") + rest,
        next: "correct the file: 'promise-tui about config check' lists all mistakes")
    }
  }

  private var kept: DoctorFinding {
    guard let state = folders.state else {
      return .limited(
        "progress", "nothing is kept, because HOME is not set",
        next: "set HOME, or XDG_STATE_HOME")
    }
    return canKeep
      ? .ok("progress", "kept in \(state)")
      : .limited(
        "progress", "nothing is kept: \(state) cannot be written",
        next: "make that folder writable, or set XDG_STATE_HOME")
  }

  private var cached: DoctorFinding {
    guard let cache = folders.cache, canCache else {
      let reason = folders.cache.map { "\($0) cannot be written" } ?? "HOME is not set"
      return .limited(
        "cache", "none, because \(reason): temporary files are used",
        next: "make that folder writable, or set XDG_CACHE_HOME")
    }
    return .ok("cache", cache)
  }

  private var temporaryFiles: DoctorFinding {
    guard let temporaryProblem else { return .ok("temporary files", temporary) }
    return .needed(
      "temporary files",
      "nothing can be created in \(temporary): \(String(cString: strerror(temporaryProblem)))",
      next: "set TMPDIR to a folder that you can write to")
  }

  /// Gates have sockets in any folder; this one stands for them.
  private var sockets: DoctorFinding? {
    guard temporaryProblem == nil else { return nil }
    guard let socketProblem else {
      return .ok("sockets", "gates work: PROMISE_GATE=unix:PATH")
    }
    return .limited(
      "sockets", "none can be created in \(temporary): \(socketProblem)",
      next: "give PROMISE_GATE a short path in another folder, such as unix:/tmp/myapp.sock")
  }
}
