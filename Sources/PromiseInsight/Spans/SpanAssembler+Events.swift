import PromiseEvents
import PromiseGraph

// MARK: - What happens to a promise, as events of its span

extension SpanAssembler {
  /// Applies an event that only the span of its promise describes, or the start or the end of its work.
  mutating func work(_ event: PromiseEvent) {
    switch event.kind {
    case .bodyStarted(let promise): push(Work(job: nil, promise: promise), event)
    case .bodyEnded(let promise, _): pop(event) { $0.job == nil && $0.promise == promise }
    case .jobEnqueued(_, let child?, _, _): open[child]?.enqueue(at: event.time)
    case .jobStarted(let job, let child, let queue):
      push(Work(job: job, promise: child), event)
      let name = label(queue)
      if let child { open[child]?.startJob(on: name, at: event.time) }
    case .jobEnded(let job, let child, _, _):
      pop(event) { $0.job == job }
      if let child { open[child]?.endJob(at: event.time) }
    default: break
    }
    describe(event)
  }

  private mutating func push(_ work: Work, _ event: PromiseEvent) {
    guard let thread = event.thread else { return }
    running[thread, default: []].append(work)
    // Ends that were lost do not pile up.
    if running[thread, default: []].count > Self.deepest { running[thread]?.removeFirst() }
  }

  private mutating func pop(_ event: PromiseEvent, _ isIt: (Work) -> Bool) {
    guard let thread = event.thread, var stack = running[thread],
      let place = stack.lastIndex(where: isIt)
    else { return }
    stack.removeSubrange(place...)
    running[thread] = stack.isEmpty ? nil : stack
  }

  private static var deepest: Int { 1024 }

  /// Adds the event to the span of its promise, with its name and its fields.
  private mutating func describe(_ event: PromiseEvent) {
    var holder = event.kind.mentioned.subject
    switch event.kind {
    case .handlerAttached(let parent, _, _, _): holder = parent
    case .adopted(let outer, let inner): link(outer, to: inner, "adopted")
    case .inputAdded(let fanIn, _, let input): link(fanIn, to: input, "input")
    case .errorUnhandled(let promise, _, _): open[promise]?.setUnhandled()
    case .note: holder = event.thread.flatMap { running[$0]?.last?.promise }
    default: break
    }
    guard let holder, open[holder] != nil else { return }
    let attributes = event.kind.fields.filter {
      $0.value != .identity("\(holder)", number: holder.rawValue)
    }
    .map(attribute)
    open[holder]?.add(event.kind.name.rawValue, at: event.time, attributes)
  }

  /// Returns a field as an attribute. The only promise that is left among the fields is a child.
  private func attribute(_ field: EventField) -> ExportedSpan.Attribute {
    let name = "promise." + (field.name == "promise" ? "child" : field.name)
    return switch field.value {
    case .number(let number), .identity(_, let number): .init(name, .number(number))
    case .flag: .init(name, .flag(true))
    case .text(let text): .init(name, .text(brief(text, 1000)))
    case .queue(let queue): .init(name, .text(label(queue)))
    case .time(let time): .init(name + "_ms", .real(Double(time) / 1_000_000))
    }
  }

  private mutating func link(_ promise: PromiseID, to other: PromiseID, _ why: String) {
    guard open[promise] != nil, promise != other, let identity = use(other) else { return }
    open[promise]?.link(to: identity.span, why, promise: other)
  }
}
