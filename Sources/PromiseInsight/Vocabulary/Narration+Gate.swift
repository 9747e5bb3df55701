import PromiseEvents
import PromiseGraph

// Sentences about the gate of a program.
extension EventNarrator {
  func gateChanged(_ change: PromiseEvent.GateChange) -> Caption {
    let reason = change.reason.map { brief($0, 120) }
    switch change.action {
    case .closed: return (language.text("the gate closes: no job and no timer starts"), reason)
    case .opened: return (language.text("the gate opens: everything that it held starts"), reason)
    case .held: return (held(change), reason)
    case .released:
      let subject = subject(of: change)
      return (
        change.timer == nil
          ? language.text("the gate lets \(subject) start")
          : language.text("the gate lets \(subject) fire"), reason
      )
    case .missed: return (language.text("the schedule is not kept here"), reason)
    }
  }

  private func held(_ change: PromiseEvent.GateChange) -> String {
    let subject = subject(of: change)
    if let queue = change.job.flatMap({ graph.job($0)?.queue }) {
      return language.text("the gate holds \(subject), which \(name(queue)) is ready to run")
    }
    return change.timer == nil
      ? language.text("the gate holds \(subject)")
      : language.text("\(subject) is due on the system's clock, but the gate holds it")
  }

  /// Returns what the change is about: `the handler of p2 'fetch'`, `the timer of p1`.
  private func subject(of change: PromiseEvent.GateChange) -> String {
    if let job = change.job { return name(job) }
    guard let timer = change.timer else { return language.text("a job") }
    return language.text("the timer of \(owner(graph.timer(timer)?.promise, timer))")
  }
}
