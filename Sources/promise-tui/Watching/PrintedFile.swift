#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A file without a name that a program prints into, and out of which it makes notes of its own; what it
/// has left there is read when it has ended.
final class PrintedFile {
  /// Where the program prints.
  let writing: Int32
  /// Where it is read, by the program and then by us: both go on where the other one has stopped.
  let reading: Int32

  /// An empty file; none where there is no room for one.
  init?() {
    var template = Array("/tmp/promise-tui.XXXXXX".utf8CString)
    let file = mkstemp(&template)
    guard file >= 0 else { return nil }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    reading = open(path, O_RDONLY | O_CLOEXEC)
    unlink(path)
    writing = file
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    _ = fcntl(file, F_SETFL, O_APPEND)
    if reading < 0 {
      close(file)
      return nil
    }
  }

  deinit {
    close(writing)
    close(reading)
  }

  /// The lines that are left.
  func rest() -> [String] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < Self.most, case let count = systemRead(reading, &buffer, buffer.count),
      count > 0
    {
      bytes += buffer[..<count]
    }
    if bytes.last == UInt8(ascii: "\n") { bytes.removeLast() } else if bytes.isEmpty { return [] }
    return bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  /// The same, to be read again.
  func peek() -> [String] {
    let place = lseek(reading, 0, SEEK_CUR)
    defer { lseek(reading, place, SEEK_SET) }
    return rest()
  }

  private static let most = 1 << 20
}

/// What the method of that name hides.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int { read(descriptor, bytes, count) }
