import PromiseEvents
import PromiseGraph

// Sentences about distributed traces, and about several processes.
extension EventNarrator {
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
