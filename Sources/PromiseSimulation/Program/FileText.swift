import PromiseSystem

/// Files of text, whole.
package enum FileText {
  /// The text of a file, if it can be read and is no larger than a source file may be.
  package static func read(_ path: String) -> String? {
    let file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0, bytes.count <= most else { return nil }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
    }
  }

  /// Nobody reads a longer one beside a picture.
  private static var most: Int { 1 << 20 }
}

/// What the method of that name hides.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int { read(descriptor, bytes, count) }
