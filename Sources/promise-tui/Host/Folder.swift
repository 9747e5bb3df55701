import PromiseSystem

/// Functions on folders and paths.
enum Folder {
  /// Returns the sorted names in a folder; empty if it cannot be read.
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

  /// Returns whether there is a folder at `path`, not a link to one.
  static func isFolder(_ path: String) -> Bool { kind(path, followsLinks: false) == S_IFDIR }

  /// Returns whether there is anything at `path`.
  static func exists(_ path: String) -> Bool { kind(path, followsLinks: false) != nil }

  /// Returns whether there is a file at `path`, or a link to one.
  static func isFile(_ path: String) -> Bool { kind(path, followsLinks: true) == S_IFREG }

  /// Returns whether there is a folder at `path`, or a link to one.
  static func leadsToFolder(_ path: String) -> Bool { kind(path, followsLinks: true) == S_IFDIR }

  /// Returns whether there is a socket at `path`.
  static func isSocket(_ path: String) -> Bool { kind(path, followsLinks: true) == S_IFSOCK }

  private static func kind(_ path: String, followsLinks: Bool) -> mode_t? {
    var about = stat()
    let code = followsLinks ? stat(path, &about) : lstat(path, &about)
    return code == 0 ? about.st_mode & S_IFMT : nil
  }

  /// Identifies a version of a file.
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

  /// Returns the stamp of a file; `nil` if there is none.
  static func stamp(of path: String) -> Stamp? {
    var about = stat()
    return stat(path, &about) == 0 ? Stamp(about) : nil
  }

  /// Returns the number of bytes of a file; `nil` if there is none.
  static func size(of path: String) -> Int? {
    var about = stat()
    return stat(path, &about) == 0 ? Int(about.st_size) : nil
  }

  /// Creates a folder and its parents. Returns the error number if that fails.
  static func make(_ path: String) -> Int32? {
    if leadsToFolder(path) { return nil }
    if let parent = parent(of: path), let problem = make(parent) { return problem }
    return mkdir(path, 0o777) == 0 || errno == EEXIST ? nil : errno
  }

  /// Returns the folder that contains `path`; `nil` at the top.
  static func parent(of path: String) -> String? {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return nil }
    return String(path[..<slash])
  }

  /// Returns the absolute path without `.` and `..`; links are not resolved.
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

  /// Where temporary folders are created: the folder in `TMPDIR`, or else `/tmp`. A long path is
  /// not used, because the process that removes such a folder could not keep it, nor is one in
  /// which a recorder would replace `%p`.
  static var temporary: String {
    guard let path = getenv("TMPDIR").map({ String(cString: $0) }), path.hasPrefix("/"),
      path.utf8.count < 400, !path.contains("%"), leadsToFolder(path)
    else { return "/tmp" }
    return absolute(path)
  }

  /// Returns the last component of a path.
  static func name(of path: String) -> String {
    path.split(separator: "/").last.map(String.init) ?? ""
  }

  private static var current: String {
    guard let path = getcwd(nil, 0) else { return "/" }
    defer { free(path) }
    return String(cString: path)
  }

  /// Writes a new file. Returns the error number if that fails, or if the file exists.
  static func write(_ text: String, to path: String) -> Int32? {
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard file >= 0 else { return errno }
    defer { close(file) }
    return writeBytes(Array(text.utf8)[...], to: file)
  }
}
