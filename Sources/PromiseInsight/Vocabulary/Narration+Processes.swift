import PromiseEvents
import PromiseGraph

/// Narrates the gate of a program, distributed traces, and several processes.
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

  func linked(
    _ promise: PromiseID, _ context: PromiseEvent.TraceContext, _ role: PromiseEvent.SpanRole
  ) -> Caption {
    guard context.isValid else {
      return (language.text("\(name(promise)) has a trace context that cannot be read"), nil)
    }
    let span = context.spanID
    let trace = language.text("in trace \(context.traceID)")
    return switch role {
    case .covering: (language.text("\(name(promise)) is span \(span)"), trace)
    case .sent: (language.text("\(name(promise)) sends a request with span \(span)"), trace)
    case .received:
      (language.text("\(name(promise)) handles the request with span \(span)"), trace)
    }
  }

  func processDeclared(
    _ process: ProcessID, _ name: String, _ systemID: Int?, _ uncertainty: Int64?
  ) -> Caption {
    let name = brief(name, 60)
    return (
      systemID.map { language.text("'\(name)' is process \(process), number \($0)") }
        ?? language.text("'\(name)' is process \(process)"),
      uncertainty.map {
        $0 >= ProcessNode.unknownUncertainty
          ? language.text("no message says how its clock differs")
          : language.text("its times can be off by \(milliseconds($0)) ms")
      }
    )
  }
}
