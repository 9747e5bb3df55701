import PromiseExploration
import PromiseGraph
import PromiseSimulation

/// Numbers as people read them.
enum Figures {
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
      plural(exploration.schedules, "schedule"),
      "\(grouped(Figures.rate(exploration.schedules, in: exploration.duration))) a second",
      plural(exploration.findings.count, "outcome"),
    ]
    if failing > 0 { parts.append("FAIL \(failing)") }
    return parts.joined(separator: ", ")
  }
}
