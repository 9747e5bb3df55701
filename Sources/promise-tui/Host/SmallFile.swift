import PromiseSystem

/// Reads files that a person or this program has written, and that are never large.
enum SmallFile {
  /// Returns the bytes of a file, at most `limit` and one more, so that a larger file can be told apart.
  /// A pipe without a writer is empty; reading never waits.
  static func read(_ path: String, limit: Int) throws(CommandError) -> [UInt8] {
    guard !Folder.leadsToFolder(path) else { throw .unreadable(path, EISDIR) }
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw .unreadable(path) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count <= limit {
      let count = readBytes(file, into: &buffer)
      guard count >= 0 else {
        if errno == EAGAIN { break }
        throw .unreadable(path)
      }
      if count == 0 { break }
      bytes += buffer[..<count]
    }
    return Array(bytes.prefix(limit + 1))
  }
}
