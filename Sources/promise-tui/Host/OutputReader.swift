import CHost

/// Reads the output of another program line by line.
///
/// A program that prints to a pipe buffers its lines until they fill a block, so it is given a
/// pseudoterminal instead.
final class OutputReader {
  /// Whether this is standard error.
  let isError: Bool
  private let end: PipeReader
  /// The beginning of an incomplete line.
  private var partial: [UInt8] = []

  private init(_ end: PipeReader, isError: Bool) {
    self.end = end
    self.isError = isError
  }

  /// The descriptor to wait on.
  var descriptor: Int32 { end.descriptor }
  /// Whether the program has closed its end.
  var isAtEnd: Bool { end.isAtEnd }

  /// Creates the reader and the descriptor to give to the program and then close; `nil` if the
  /// system has no resources left.
  static func open(isError: Bool) -> (end: OutputReader, writing: Int32)? {
    guard let (end, writing) = PseudoTerminal.open() ?? PipeReader.pipe() else { return nil }
    return (OutputReader(end, isError: isError), writing)
  }

  /// Returns the lines that have arrived; at the end, also an incomplete one.
  func lines(atEnd: Bool = false) -> [String] {
    var lines: [String] = []
    while lines.count < Self.most, case let bytes = end.read(), !bytes.isEmpty {
      partial += bytes
      var rest = partial[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        lines.append(Self.text(rest[..<end]))
        rest = rest[(end + 1)...]
      }
      // An endless line is cut.
      if rest.count > Self.longest {
        lines.append(Self.text(rest))
        rest = []
      }
      partial = Array(rest)
    }
    if atEnd || isAtEnd, !partial.isEmpty {
      lines.append(Self.text(partial[...]))
      partial = []
    }
    return lines
  }

  /// Returns the text of a line. A line that was overwritten, as by a progress bar, counts as its
  /// last version.
  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
    let last = line.split(separator: UInt8(ascii: "\r")).last ?? []
    return String(decoding: last, as: UTF8.self)
  }

  private static let most = 4096
  private static let longest = 1 << 16
}

/// A pseudoterminal, for a program whose lines are wanted as soon as they are printed.
enum PseudoTerminal {
  /// Opens a pseudoterminal, and returns the reading end and the descriptor to give to the program
  /// and then close; `nil` if none is left.
  static func open() -> (end: PipeReader, writing: Int32)? {
    var theirs: Int32 = -1
    let ours = host_open_terminal(&theirs)
    guard ours >= 0 else { return nil }
    return (PipeReader(descriptor: ours), theirs)
  }
}
