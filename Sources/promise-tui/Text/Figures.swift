import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// Numbers as people read them.
enum Figures {
  /// `1 schedule`, `1,234 schedules`
  static func count(_ number: Int, _ noun: String) -> String {
    "\(grouped(number)) \(noun)\(number == 1 ? "" : "s")"
  }

  /// `7 ms`, `12.3 s`
  static func time(_ duration: Duration) -> String {
    let (seconds, attoseconds) = duration.components
    if seconds >= 10 { return "\(seconds).\(attoseconds / 100_000_000_000_000_000) s" }
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    return milliseconds == 0 ? "under 1 ms" : "\(milliseconds) ms"
  }

  /// How many of `number` there were in a second.
  static func rate(_ number: Int, in duration: Duration) -> Int {
    let seconds = duration / .seconds(1)
    return seconds > 0 ? Int(Double(number) / seconds) : 0
  }

  /// `95 %`; what is neither none nor all is never shown as such.
  static func share(_ part: Double) -> String {
    if part > 0, part < 0.005 { return "<1 %" }
    if part < 1, part > 0.995 { return ">99 %" }
    return "\(Int((part * 100).rounded())) %"
  }
}

/// One line on standard error that says how far a long work is, written over each time, and gone at the
/// end.
final class ProgressLine {
  private var width = 0

  /// A line where standard error is a terminal; none elsewhere.
  init?() {
    guard Output.errorIsTerminal else { return nil }
  }

  /// Says how far it is.
  func show(_ exploration: Exploration) { show(Self.text(exploration)) }

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

  /// `12,345 schedules, 98,765 a second, 3 outcomes, 1 breaks an expectation`
  static func text(_ exploration: Exploration) -> String {
    let failing = exploration.findings.count { !$0.broken.isEmpty }
    var parts = [
      Figures.count(exploration.schedules, "schedule"),
      "\(grouped(Figures.rate(exploration.schedules, in: exploration.duration))) a second",
      Figures.count(exploration.findings.count, "outcome"),
    ]
    if failing > 0 { parts.append("FAIL \(failing)") }
    return parts.joined(separator: ", ")
  }
}
