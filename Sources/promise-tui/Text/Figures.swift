import PromiseGraph

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
