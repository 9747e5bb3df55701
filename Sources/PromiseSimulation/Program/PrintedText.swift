// The C library's streams are its own, and have locks.

@preconcurrency import PromiseSystem

/// What the program prints, as somebody outside has had it written to a file: from where the last reader
/// has stopped, whoever that was.
struct PrintedText {
  /// The file, open to be read; its place is shared with whoever has opened it.
  let descriptor: Int32

  /// Has the program print line by line from now on.
  init(descriptor: Int32) {
    self.descriptor = descriptor
    setvbuf(stdout, nil, _IOLBF, 0)
  }

  /// The whole lines that were printed since the last time; `atEnd` also one that has no end.
  func lines(atEnd: Bool = false) -> [String] {
    fflush(nil)
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4096)
    while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
      bytes += buffer[..<count]
      if bytes.count >= Self.most { break }
    }
    guard !bytes.isEmpty else { return [] }
    if !atEnd, bytes.count < Self.most {
      // A line that goes on is left to the next reader.
      let end = bytes.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
      lseek(descriptor, off_t(end - bytes.count), SEEK_CUR)
      bytes.removeSubrange(end...)
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() } else if bytes.isEmpty { return [] }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// At a time no more is read than this.
  private static var most: Int { 1 << 20 }
}
