import PromiseGraph

/// One line on standard error that says how far a long work is, written over each time, and gone at the
/// end.
final class ProgressLine {
  private var width = 0

  /// A line where standard error is a terminal; none elsewhere.
  init?() {
    guard Output.errorIsTerminal else { return nil }
  }

  /// Says this.
  func show(_ text: String) {
    let text = String(text.prefix(76))
    Output.report("\r" + text.padded(to: width))
    width = text.count
  }

  /// Takes the line away.
  func clear() {
    guard width > 0 else { return }
    // The terminal may have shown a `^C` after it.
    width += 2
    show("")
    Output.report("\r")
  }
}
