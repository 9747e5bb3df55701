import PromiseSystem

/// A file without a name that a program prints into, and out of which it makes notes of its own; what it
/// has left there is read when it has ended.
final class PrintedFile: Sendable {
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
    while bytes.count < Self.most, case let count = readBytes(reading, into: &buffer), count > 0 {
      bytes += buffer[..<count]
    }
    return Self.lines(bytes)
  }

  /// The same, to be read again.
  func peek() -> [String] {
    let place = lseek(reading, 0, SEEK_CUR)
    defer { lseek(reading, place, SEEK_SET) }
    return rest()
  }

  /// Its last lines, whatever was read of it before: those of the last MiB.
  var end: [String] {
    let begin = max(0, size - Self.most)
    var bytes: [UInt8] = []
    pass(from: begin) { bytes += $0 }
    // It may begin in the middle of a line.
    if begin > 0, let first = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      bytes.removeFirst(first + 1)
    }
    return Self.lines(bytes)
  }

  /// Writes all of it to a new file that nobody else can read, unless it is empty. Answers whether it is
  /// there.
  func copy(to path: String) -> Bool {
    guard size > 0 else { return false }
    let file = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    var isWhole = true
    pass(from: 0) { bytes in isWhole = isWhole && writeBytes(bytes, to: file) == nil }
    return isWhole
  }

  /// How much there is by now.
  private var size: Int {
    var about = stat()
    return fstat(reading, &about) == 0 ? Int(about.st_size) : 0
  }

  /// Passes on what is there by now, piece by piece; whoever reads it goes on where they were.
  private func pass(from begin: Int, _ take: (ArraySlice<UInt8>) -> Void) {
    let end = size
    var place = begin
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while place < end {
      let count = pread(reading, &buffer, min(buffer.count, end - place), off_t(place))
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return }
      take(buffer[..<count])
      place += count
    }
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    guard !text.isEmpty else { return [] }
    let lines = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
    return lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static let most = 1 << 20
}

/// What a program printed and no event tells: its last words, if it crashed.
struct CrashSummary: Hashable, Sendable {
  /// The lines, but for the addresses that the runtime prints of a crash.
  let lines: [String]

  init(_ printed: [String]) {
    var lines: [String] = []
    var isTrace = false
    for line in printed {
      if line == "Current stack trace:" {
        isTrace = true
      } else if !isTrace || line.first?.isNumber != true {
        isTrace = false
        lines.append(line)
      }
    }
    self.lines = lines
  }

  /// Why it crashed, as the runtime says; else what it said last.
  var reason: String? {
    for line in lines {
      if let mark = line.firstRange(of: "Fatal error: ") {
        let place = line[..<mark.lowerBound]
        let reason = line[mark.upperBound...]
        // A place in the standard library says nothing.
        return place.isEmpty || place.hasPrefix("Swift/")
          ? String(reason) : "\(reason) (\(Self.place(place)))"
      }
    }
    return lines.last { !$0.isEmpty }
  }

  /// `Hello/main.swift:7: ` without what follows the number.
  private static func place(_ text: Substring) -> Substring {
    text.prefix { $0 != " " }.hasSuffix(":") ? text.prefix { $0 != " " }.dropLast() : text
  }
}
