import PromiseScreens
import Testing

@testable import promise_tui

/// A terminal that counts cells in some way, and answers where its cursor is.
private struct CountingTerminal {
  /// The number of cells that it takes for a text.
  var cells: (String) -> Int
  /// How many questions it answers.
  var answers = Int.max
  /// The column of the cursor before the first question.
  var column = 1
  private(set) var written: [String] = []

  mutating func reply(to text: String) -> CursorReport.Reply {
    written.append(text)
    guard written.count <= answers else { return .none }
    for character in text {
      switch character {
      case "\r", "\r\n": column = 1
      default: column += cells(String(character))
      }
    }
    return .column(column)
  }
}

@Suite struct WidthProbeTests {
  @Test("A terminal that counts as the screen does has every sample as expected")
  func expected() {
    var terminal = CountingTerminal(cells: displayWidth)
    guard case .measured(let measured) = WidthProbe.measure({ terminal.reply(to: $0) }) else {
      Issue.record("nothing was measured")
      return
    }
    #expect(measured.map(\.sample) == WidthProbe.samples)
    #expect(measured.allSatisfy { $0.isExpected })
  }

  @Test("A terminal that draws signs twice as wide is found out")
  func wide() {
    var terminal = CountingTerminal(cells: { $0 == "○" || $0 == "★" ? 2 : displayWidth($0) })
    guard case .measured(let measured) = WidthProbe.measure({ terminal.reply(to: $0) }) else {
      Issue.record("nothing was measured")
      return
    }
    let wrong = measured.filter { !$0.isExpected }
    #expect(wrong.map(\.sample.name) == ["signs"])
    #expect(wrong.map { $0.width - $0.sample.width } == [2])
  }

  @Test("Nothing is written to a terminal that does not answer, and asking ends where answers do")
  func silent() {
    var terminal = CountingTerminal(cells: displayWidth, answers: 0)
    #expect(WidthProbe.measure { terminal.reply(to: $0) } == .noAnswer)
    #expect(terminal.written == [""])
    var tired = CountingTerminal(cells: displayWidth, answers: 3)
    #expect(WidthProbe.measure { tired.reply(to: $0) } == .noAnswer)
    #expect(tired.written.count == 4)
  }

  @Test("What is on the line of the cursor is not overwritten")
  func prompt() {
    var terminal = CountingTerminal(cells: displayWidth, column: 9)
    _ = WidthProbe.measure { terminal.reply(to: $0) }
    #expect(terminal.written.prefix(2) == ["", "\r\n"])
    var empty = CountingTerminal(cells: displayWidth)
    _ = WidthProbe.measure { empty.reply(to: $0) }
    #expect(empty.written.dropFirst().allSatisfy { $0.hasPrefix("\r") && $0.count > 1 })
  }

  @Test("A ^C ends the test")
  func interrupt() {
    #expect(WidthProbe.measure { _ in .interrupted } == .interrupted)
  }

  @Test(
    "A report is found among other input",
    arguments: [
      ("\u{1b}[12;40R", CursorReport.Reply?.some(.column(40))),
      ("ab\u{1b}[A\u{1b}[1;1R", .column(1)), ("\u{1b}\u{1b}[5;7R", .column(7)),
      ("\u{1b}[5;7;9R", nil), ("\u{1b}[5R", nil), ("\u{1b}[0;4R", nil), ("5;7R", nil),
      ("\u{1b}[5;7", nil), ("\u{1b}[5;", nil), ("x\u{3}", .interrupted),
      ("\u{1b}[99999999999999999999;1R", nil), ("", nil),
    ])
  func reports(input: String, reply: CursorReport.Reply?) {
    var report = CursorReport()
    var found: CursorReport.Reply?
    for byte in input.utf8 where found == nil { found = report.take(byte) }
    #expect(found == reply)
  }
}
