import PromiseScreens

/// Finds out whether a terminal draws characters as wide as the screen counts them: it writes a few,
/// and asks for the position of the cursor.
struct WidthProbe {
  /// Characters of one kind.
  struct Sample: Hashable, Sendable {
    /// What they are, for a sentence.
    var name: String
    var text: String
    /// The number of cells that the screen counts for them.
    var width: Int { displayWidth(text) }
  }

  /// A sample, and the number of cells that the terminal has moved on.
  struct Measurement: Hashable, Sendable {
    var sample: Sample
    var width: Int
    var isExpected: Bool { width == sample.width }
  }

  /// What was found out.
  enum Outcome: Hashable, Sendable {
    case measured([Measurement])
    /// The terminal did not say where its cursor is.
    case noAnswer
    /// The user typed `^C`.
    case interrupted
    /// Nothing was asked, for this reason.
    case skipped(String)
  }

  /// The samples, with signs that some terminals draw twice as wide.
  static let samples = [
    Sample(name: "lines", text: "─│┌┐╰╯┄═"),
    Sample(name: "bars", text: "█▐▌▄▓░▁▇⣿"),
    Sample(name: "signs", text: "○▣◎✓✗⊘★△●→…‖"),
    Sample(name: "Chinese", text: "承诺执行"),
    Sample(name: "accents", text: "e\u{301}o\u{308}"),
  ]

  /// Measures all samples. `ask` writes a text to the terminal, asks for the position of the cursor, and
  /// returns the reply.
  static func measure(_ ask: (String) -> CursorReport.Reply) -> Outcome {
    switch ask("") {
    case .none: return .noAnswer
    case .interrupted: return .interrupted
    // What is on the line, such as a prompt, stays.
    case .column(let column): if column > 1, case .interrupted = ask("\r\n") { return .interrupted }
    }
    var measured: [Measurement] = []
    for sample in samples {
      switch ask("\r" + sample.text) {
      case .none: return .noAnswer
      case .interrupted: return .interrupted
      case .column(let column):
        measured.append(Measurement(sample: sample, width: column - 1))
      }
    }
    return .measured(measured)
  }
}

/// A terminal's report of the position of its cursor, `ESC [ row ; column R`, among other input.
struct CursorReport {
  /// What came of a question for the position.
  enum Reply: Hashable, Sendable {
    case column(Int)
    /// There was no reply in time.
    case none
    /// The user typed `^C`.
    case interrupted
  }

  /// Asks for the position.
  static let question = "\u{1b}[6n"

  private var bytes: [UInt8] = []

  /// Takes a byte of input; returns the reply as soon as it is complete.
  mutating func take(_ byte: UInt8) -> Reply? {
    switch byte {
    case 0x03: return .interrupted
    case 0x1B: bytes = [byte]
    case UInt8(ascii: "["), UInt8(ascii: ";"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      // A report has at most two numbers of five digits.
      bytes = bytes.isEmpty || bytes.count > 16 ? [] : bytes + [byte]
    case UInt8(ascii: "R"):
      defer { bytes = [] }
      return column.map(Reply.column)
    default: bytes = []
    }
    return nil
  }

  private var column: Int? {
    guard bytes.starts(with: [0x1B, UInt8(ascii: "[")]) else { return nil }
    let numbers = bytes.dropFirst(2).split(
      separator: UInt8(ascii: ";"), omittingEmptySubsequences: false
    ).map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 2, let row = numbers[0], let column = numbers[1], row > 0, column > 0
    else { return nil }
    return column
  }
}
