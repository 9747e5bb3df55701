import PromiseSystem

/// Reads and writes whole text files.
package enum FileText {
  /// Returns the text of a file, or `nil` if it cannot be read or is larger than a source file may
  /// be.
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

  /// The maximum size of a source file that is shown beside a run.
  private static var most: Int { 1 << 20 }
}

/// Why a file could not be read or written.
package struct FileProblem: Error, Hashable, CustomStringConvertible {
  package let path: String
  /// The `errno` value.
  package let number: Int32

  /// A Boolean value that indicates whether the file does not exist.
  package var isMissing: Bool { number == ENOENT }

  package var description: String { "\(path): \(String(cString: strerror(number)))" }
}

extension FileText {
  /// Returns the text of a file. Bytes that are not valid UTF-8 become U+FFFD. A file that is longer
  /// than any text that a person writes is refused, so that an endless one is not read forever.
  package static func whole(_ path: String) throws(FileProblem) -> String {
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw FileProblem(path: path, number: errno) }
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = systemRead(file, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw FileProblem(path: path, number: errno) }
      if count == 0 { return String(decoding: bytes, as: UTF8.self) }
      bytes += buffer[..<count]
      guard bytes.count <= mostOfText else { throw FileProblem(path: path, number: EFBIG) }
    }
  }

  /// The maximum size of a text such as a golden order.
  private static var mostOfText: Int { 64 << 20 }

  /// Writes a file, replacing its contents.
  package static func write(_ text: String, to path: String) throws(FileProblem) {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw FileProblem(path: path, number: errno) }
    defer { close(file) }
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { systemWrite(file, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno != EINTR {
        throw FileProblem(path: path, number: errno)
      }
    }
  }

  /// Creates the folder of a file, and the folders above it.
  package static func makeFolder(of path: String) throws(FileProblem) {
    guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return }
    let folder = String(path[..<slash])
    if mkdir(folder, 0o777) == 0 || errno == EEXIST { return }
    guard errno == ENOENT else { throw FileProblem(path: folder, number: errno) }
    try makeFolder(of: folder)
    if mkdir(folder, 0o777) != 0, errno != EEXIST {
      throw FileProblem(path: folder, number: errno)
    }
  }
}

// The system functions, which methods of the same names hide.
private func systemRead(
  _ descriptor: Int32, _ bytes: UnsafeMutableRawPointer, _ count: Int
) -> Int { read(descriptor, bytes, count) }
private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
  write(descriptor, bytes, count)
}
