/// A line that promise-tui sends to the gate of a program.
package enum GateCommand: Hashable, Sendable {
  /// The connection controls the gate from now on.
  case control
  case close, open
  /// Let the next job start, or the next job of each queue.
  case step, turn
  /// Let a job start.
  case releaseJob(Int)
  /// Let a timer fire.
  case releaseTimer(Int)
  /// Close the gate for a reason that only promise-tui knows.
  case stop(String)
  /// Replace the breakpoints by those that ``add(_:)`` names next.
  case clear
  case add(Breakpoint)
  /// promise-tui is alive.
  case beat

  /// The line, without its end.
  package var line: String {
    switch self {
    case .control: "control"
    case .close: "close"
    case .open: "open"
    case .step: "step"
    case .turn: "turn"
    case .releaseJob(let number): "job \(number)"
    case .releaseTimer(let number): "timer \(number)"
    case .stop(let reason): "stop \(QuotedText.quoted(reason))"
    case .clear: "clear"
    case .add(let breakpoint): "break \(breakpoint.text)"
    case .beat: "beat"
    }
  }

  /// Reads a line; `nil` if it is not a command.
  package init?(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch (parts.first, parts.count) {
    case ("control", 1): self = .control
    case ("close", 1): self = .close
    case ("open", 1): self = .open
    case ("step", 1): self = .step
    case ("turn", 1): self = .turn
    case ("clear", 1): self = .clear
    case ("beat", 1): self = .beat
    case ("job", 2):
      guard let number = Int(rest), number > 0 else { return nil }
      self = .releaseJob(number)
    case ("timer", 2):
      guard let number = Int(rest), number > 0 else { return nil }
      self = .releaseTimer(number)
    case ("stop", 2):
      guard let reason = QuotedText.unquoted(rest) else { return nil }
      self = .stop(reason)
    case ("break", 2):
      guard let breakpoint = try? Breakpoint(rest) else { return nil }
      self = .add(breakpoint)
    default: return nil
    }
  }
}

/// A line that the gate of a program sends to promise-tui.
package enum GateAnswer: Hashable, Sendable {
  /// The first line: the version of the lines, the process, and where its events are.
  case hello(version: Int, process: Int, trace: String)
  /// Another connection controls the gate.
  case busy
  /// A command has no effect, for this reason.
  case refused(String)

  /// The version of the lines.
  package static var version: Int { 1 }

  /// The line, without its end.
  package var line: String {
    switch self {
    case .hello(let version, let process, let trace):
      "gate \(version) \(process) \(QuotedText.quoted(trace))"
    case .busy: "busy"
    case .refused(let reason): "refused \(QuotedText.quoted(reason))"
    }
  }

  /// Reads a line; `nil` if it is none that a gate sends.
  package init?(_ line: String) {
    let parts = line.split(separator: " ", maxSplits: 1).map(String.init)
    let rest = parts.count > 1 ? parts[1] : ""
    switch parts.first {
    case "gate":
      let fields = rest.split(separator: " ", maxSplits: 2).map(String.init)
      guard fields.count == 3, let version = Int(fields[0]), let process = Int(fields[1]),
        let trace = QuotedText.unquoted(fields[2])
      else { return nil }
      self = .hello(version: version, process: process, trace: trace)
    case "busy": self = .busy
    case "refused":
      guard let reason = QuotedText.unquoted(rest) else { return nil }
      self = .refused(reason)
    default: return nil
    }
  }
}
