import PromiseEvents

// Sentences about the gate of a program.
extension EventNarrator {
  func gateChanged(_ change: PromiseEvent.GateChange) -> Caption {
    let subject =
      change.job.map(heldJob)
      ?? change.timer.map { owner(graph.timer($0)?.promise, $0) }.map {
        language.text("the timer of \($0)")
      }
    let reason = change.reason.map { brief($0, 120) }
    switch change.action {
    case .closed: return (language.text("the gate closes: no job and no timer starts"), reason)
    case .opened: return (language.text("the gate opens: everything that it held starts"), reason)
    case .held: return (language.text("the gate holds \(subject ?? "")"), reason)
    case .released: return (language.text("the gate lets \(subject ?? "") start"), reason)
    case .missed: return (language.text("the schedule is not kept here"), reason)
    }
  }

  private func heldJob(_ job: JobID) -> String {
    guard let child = graph.job(job)?.child else { return language.text("job \(job)") }
    return language.text("job \(job) of \(name(child))")
  }
}
