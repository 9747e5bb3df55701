import PromiseSystem

/// An unnamed file that a program prints to. The program turns part of the output into notes of its
/// own; the rest is read when it has ended.
final class PrintedFile: Sendable {
  /// The descriptor that the program prints to.
  let writing: Int32
  /// The descriptor to read from, shared with the program: each continues where the other stopped.
  let reading: Int32

  /// Creates an empty file; `nil` if that fails.
  init?() {
    var template = Array("\(Folder.temporary)/promise-tui.XXXXXX".utf8CString)
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

  /// Reads the remaining lines.
  func rest() -> [String] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while bytes.count < Self.most, case let count = readBytes(reading, into: &buffer), count > 0 {
      bytes += buffer[..<count]
    }
    return Self.lines(bytes)
  }

  /// Reads the remaining lines without consuming them.
  func peek() -> [String] {
    let place = lseek(reading, 0, SEEK_CUR)
    defer { lseek(reading, place, SEEK_SET) }
    return rest()
  }

  private static func lines(_ text: [UInt8]) -> [String] {
    guard !text.isEmpty else { return [] }
    let lines = text.last == UInt8(ascii: "\n") ? text.dropLast() : text[...]
    return lines.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
  }

  private static let most = 1 << 20
}

/// The output that no event contains: the last lines, if the program crashed.
struct CrashSummary: Hashable, Sendable {
  /// The lines, without the stack addresses that the runtime prints in a crash.
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

  /// Why the program crashed, as reported by the runtime; otherwise the last line.
  var reason: String? {
    for line in lines {
      if let mark = line.firstRange(of: "Fatal error: ") {
        let place = line[..<mark.lowerBound]
        let reason = line[mark.upperBound...]
        // A place in the standard library is of no use.
        return place.isEmpty || place.hasPrefix("Swift/")
          ? String(reason) : "\(reason) (\(Self.place(place)))"
      }
    }
    return lines.last { !$0.isEmpty }
  }

  /// Returns `Hello/main.swift:7: ` without what follows the line number.
  private static func place(_ text: Substring) -> Substring {
    text.prefix { $0 != " " }.hasSuffix(":") ? text.prefix { $0 != " " }.dropLast() : text
  }
}
