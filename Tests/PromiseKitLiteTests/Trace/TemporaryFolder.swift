import PromiseSystem
import Testing

/// A folder that is removed with its owner.
final class TemporaryFolder {
  let root: String

  init() throws {
    var template = Array("/tmp/promise-kit-lite.XXXXXX".utf8CString)
    try #require(mkdtemp(&template) != nil)
    root = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    for name in names { unlink(path(name)) }
    rmdir(root)
  }

  func path(_ name: String) -> String { "\(root)/\(name)" }

  /// The files in it.
  var names: [String] {
    guard let folder = opendir(root) else { return [] }
    defer { closedir(folder) }
    var names: [String] = []
    while let entry = readdir(folder) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  func bytes(_ name: String) -> [UInt8] {
    let file = open(path(name), O_RDONLY)
    defer { close(file) }
    var (bytes, buffer) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
    while case let count = read(file, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
    }
    return bytes
  }

  func write(_ text: String, to name: String, mode: mode_t = 0o644) {
    let file = open(path(name), O_WRONLY | O_CREAT | O_TRUNC, mode)
    text.withCString { _ = systemWriteAll(file, $0, strlen($0)) }
    close(file)
  }

  func mode(_ name: String) -> mode_t {
    var status = stat()
    return lstat(path(name), &status) == 0 ? status.st_mode & 0o777 : 0
  }
}

/// The system function that the method of that name hides.
private func systemWriteAll(_ file: Int32, _ bytes: UnsafeRawPointer, _ count: Int) -> Int {
  write(file, bytes, count)
}
