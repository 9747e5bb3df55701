import Measuring

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A folder that is deleted with its owner, together with the files in it.
final class TemporaryFolder {
  private let path: String

  init() {
    var name = Array("/tmp/promise-recording-XXXXXX\0".utf8CString)
    guard mkdtemp(&name) != nil else { Terminal.fail("no folder below /tmp") }
    path = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  /// Returns the path of a file in it.
  func path(_ name: String) -> String { "\(path)/\(name)" }

  deinit {
    if let entries = opendir(path) {
      while let entry = readdir(entries) {
        unlink(
          withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
            self.path(String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self))
          })
      }
      closedir(entries)
    }
    rmdir(path)
  }
}
