import CHost

/// Where another program prints, read line by line.
///
/// A program that prints into a pipe keeps its lines for itself until they fill a block; so it is given a
/// terminal, whose other end is read.
final class PrintingEnd {
  /// What it prints there is an error.
  let isError: Bool
  private let end: ReadingEnd
  /// The beginning of a line whose end has not come.
  private var partial: [UInt8] = []

  private init(_ end: ReadingEnd, isError: Bool) {
    self.end = end
    self.isError = isError
  }

  /// Where to wait for bytes.
  var descriptor: Int32 { end.descriptor }
  /// Nobody prints any more.
  var isAtEnd: Bool { end.isAtEnd }

  /// The end to read, and the descriptor to hand to a program and to close then; none where the system has
  /// no room.
  static func open(isError: Bool) -> (end: PrintingEnd, writing: Int32)? {
    guard let (end, writing) = PseudoTerminal.open() ?? ReadingEnd.pipe() else { return nil }
    return (PrintingEnd(end, isError: isError), writing)
  }

  /// The lines that have come since the last time; at the end of everything also one that has no end.
  func lines(atEnd: Bool = false) -> [String] {
    var lines: [String] = []
    while case let bytes = end.read(), !bytes.isEmpty, lines.count < Self.most {
      partial += bytes
      while let end = partial.firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(Self.text(partial[..<end]))
        partial.removeSubrange(...end)
      }
      // A line that never ends is cut.
      if partial.count > Self.longest {
        lines.append(Self.text(partial[...]))
        partial = []
      }
    }
    if atEnd || isAtEnd, !partial.isEmpty {
      lines.append(Self.text(partial[...]))
      partial = []
    }
    return lines
  }

  /// Who writes over a line, as a progress bar does, has said what stands there last.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    let last = line.split(separator: UInt8(ascii: "\r")).last ?? []
    return String(decoding: last, as: UTF8.self)
  }

  private static let most = 4096
  private static let longest = 1 << 16
}

/// A terminal without a screen, for a program whose lines are wanted as it prints them.
enum PseudoTerminal {
  /// The end to read, and the descriptor to hand to the program and to close then; none where the system has
  /// none left.
  static func open() -> (end: ReadingEnd, writing: Int32)? {
    var theirs: Int32 = -1
    let ours = host_open_terminal(&theirs)
    guard ours >= 0 else { return nil }
    return (ReadingEnd(descriptor: ours), theirs)
  }
}
