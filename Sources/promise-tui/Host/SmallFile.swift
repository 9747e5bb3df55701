import PromiseSystem

/// Reads files that a person or this program has written, and that are never large.
enum SmallFile {
  /// Why a file was not read: the system's error number.
  struct Failure: Error, Hashable {
    var number: Int32
    /// Whether there is no such file.
    var isMissing: Bool { number == ENOENT }
  }

  /// Returns the bytes of a file, at most `limit` and one more, so that a larger file can be told apart.
  /// A pipe without a writer is empty; reading never waits.
  static func read(_ path: String, limit: Int) throws(Failure) -> [UInt8] {
    guard !Folder.leadsToFolder(path) else { throw Failure(number: EISDIR) }
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Failure(number: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = readBytes(file, into: &buffer)
      guard count >= 0 else {
        if errno == EAGAIN { break }
        throw Failure(number: errno)
      }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return Array(bytes.prefix(limit + 1))
  }
}
