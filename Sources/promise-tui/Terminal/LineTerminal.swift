import CHost
import CNcurses
import PromiseScreens

/// A terminal to which sentences are written one after another, without control sequences: nothing
/// is drawn over.
final class LineTerminal: Surface {
  private var narrator: ScreenNarrator
  private var decoder = KeyDecoder()
  /// The state that was narrated last.
  private var state: State?
  /// Whether a whole line is being typed, with the terminal's own editing.
  private var isEditing = false

  /// Takes over the terminal, for the list of demos or for one that opens immediately; `nil` if
  /// there is no terminal to type on.
  init?(opensDemo: Bool) {
    narrator = ScreenNarrator(opensDemo: opensDemo)
    guard cn_start_lines() else { return nil }
  }

  var notice: String? { nil }
  var input: Int32 { cn_input() }

  /// The panes are not visible; where keys move among their rows, they have their usual size.
  func currentSize() -> Size { Size(width: 80, height: 24) }

  func show(_ state: State) {
    self.state = state
    let sentences = narrator.sentences(for: state)
    let question = narrator.question(in: state)
    // While a line is edited, ^C would end the program, so a key that answers the sentences must find the editing over.
    if question == nil { edit(false) }
    say(sentences)
    if let question, !isEditing { print(question) }
    edit(question != nil)
  }

  func redraw() {}

  func read() -> [Message]? {
    var bytes = [CChar](repeating: 0, count: 4096)
    let count = Int(cn_read_bytes(&bytes, Int32(bytes.count)))
    guard count > 0 else { return nil }
    guard let state else { return [] }
    narrator.keyPressed()
    let codes = bytes[..<count].map { Int(UInt8(bitPattern: $0)) }
    if isEditing {
      // The question is asked again with the next state.
      edit(false)
      let line = String(decoding: codes.map { UInt8($0) }, as: UTF8.self)
      return messages(narrator.keys(for: line.filter { !$0.isNewline }, in: state))
    }
    // Keys typed quickly work like keys typed slowly; no key's meaning depends on the others.
    return decoder.decode(codes).flatMap { message -> [Message] in
      guard case .key(let key) = message else { return [] }
      return messages(narrator.answer(to: key, in: state))
    }
  }

  private func messages(_ answer: ScreenNarrator.Answer) -> [Message] {
    switch answer {
    case .press(let keys): return keys.map(Message.key)
    case .say(let lines):
      say(lines)
      return []
    }
  }

  private func say(_ lines: [String]) {
    for line in lines { print(line + "\n") }
  }

  private func print(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      bytes.withMemoryRebound(to: CChar.self) { cn_print($0.baseAddress, Int32($0.count)) }
    }
  }

  private func edit(_ edits: Bool) {
    guard edits != isEditing else { return }
    isEditing = edits
    cn_edit_lines(edits)
  }
}

// MARK: - Suspending and resuming

extension LineTerminal {
  func send(_ bytes: [UInt8]) {}

  func stop(group: Bool) {
    cn_suspend_lines()
    host_stop(group)
  }

  var isOurs: Bool { host_in_foreground() }

  func resume() {
    cn_resume_lines()
    if isEditing { cn_edit_lines(true) }
  }

  func end() { cn_end_lines() }
}
