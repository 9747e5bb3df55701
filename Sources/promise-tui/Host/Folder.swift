import PromiseSystem
import Synchronization

/// Folders and paths of the file system.
enum Folder {
  /// What a folder holds, in order; nothing where it cannot be read.
  static func names(of path: String) -> [String] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// There is a folder, and not a link to one.
  static func isFolder(_ path: String) -> Bool { kind(path, followsLinks: false) == S_IFDIR }

  /// There is something.
  static func exists(_ path: String) -> Bool { kind(path, followsLinks: false) != nil }

  /// There is a file, or a link to one.
  static func isFile(_ path: String) -> Bool { kind(path, followsLinks: true) == S_IFREG }

  /// There is a folder, or a link to one.
  static func leadsToFolder(_ path: String) -> Bool { kind(path, followsLinks: true) == S_IFDIR }

  /// There is a socket.
  static func isSocket(_ path: String) -> Bool { kind(path, followsLinks: true) == S_IFSOCK }

  private static func kind(_ path: String, followsLinks: Bool) -> mode_t? {
    var about = stat()
    let code = followsLinks ? stat(path, &about) : lstat(path, &about)
    return code == 0 ? about.st_mode & S_IFMT : nil
  }

  /// What tells a file from what it was before.
  struct Stamp: Hashable, Sendable {
    private let parts: [Int]

    fileprivate init(_ about: stat) {
      #if canImport(Darwin)
        let time = about.st_mtimespec
      #else
        let time = about.st_mtim
      #endif
      parts = [Int(about.st_ino), Int(about.st_size), time.tv_sec, time.tv_nsec]
    }
  }

  /// The stamp of a file; none where there is none.
  static func stamp(of path: String) -> Stamp? {
    var about = stat()
    return stat(path, &about) == 0 ? Stamp(about) : nil
  }

  /// Makes a folder, and those above it. Answers the number of the error, if there is one.
  static func make(_ path: String) -> Int32? {
    if leadsToFolder(path) { return nil }
    if let parent = parent(of: path), let problem = make(parent) { return problem }
    return mkdir(path, 0o777) == 0 || errno == EEXIST ? nil : errno
  }

  /// The folder that a path lies in; none above the first.
  static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }

  /// The path from the root, without `.` and `..`; links stay what they are.
  static func absolute(_ path: String) -> String {
    var parts: [Substring] = []
    for part in (path.hasPrefix("/") ? path : "\(current)/\(path)").split(separator: "/") {
      switch part {
      case ".": break
      case "..": _ = parts.popLast()
      default: parts.append(part)
      }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// The last part of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  private static var current: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Writes a file that is not there yet. Answers the number of the error, if there is one.
  static func write(_ text: String, to path: String) -> Int32? {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { return errno }
    defer { close(file) }
    return writeBytes(Array(text.utf8)[...], to: file)
  }
}

/// A folder that nobody else can look into, with a socket in it; both go away with the process, however it
/// leaves.
final class PrivateFolder: Sendable {
  /// Where it is: short, since the path of a socket may not be long.
  let path: String
  /// Where the socket is.
  var socket: String { "\(path)/trace" }

  /// An empty folder; none where there is no room for one.
  init?() {
    var template = Array("/tmp/promise-tui.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else { return nil }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    Self.left.withLock { paths in
      if paths.isEmpty { atexit { PrivateFolder.removeAll() } }
      paths.insert(path)
    }
  }

  /// Takes it away, now.
  func remove() {
    Self.left.withLock { _ = $0.remove(path) }
    Self.remove(path)
  }

  /// The folders that are there.
  private static let left = Mutex<Set<String>>([])

  private static func removeAll() {
    for path in left.withLock({ $0 }) { remove(path) }
  }

  private static func remove(_ path: String) {
    for name in Folder.names(of: path) { unlink("\(path)/\(name)") }
    rmdir(path)
  }
}
