import PromiseSystem

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
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      if count > 0 { rest = rest.dropFirst(count) } else if errno != EINTR { return errno }
    }
    return nil
  }
}

/// `write` of the system, which a method of that name hides.
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
