import PromiseEvents
import PromiseGraph

// MARK: - What happens to a promise, as events of its span

extension SpanAssembler {
  /// Applies the start or the end of a body or a job.
  mutating func work(_ event: PromiseEvent) {
    switch event.kind {
    case .bodyStarted(let promise):
      emit(promise, "body started", event)
      push(Work(job: nil, promise: promise), event)
    case .bodyEnded(let promise, let threw):
      pop(event) { $0.job == nil && $0.promise == promise }
      emit(promise, "body ended", event, threw ? [.init("promise.threw", .flag(true))] : [])
    case .jobEnqueued(_, let child, let queue, _):
      guard let child else { return }
      open[child]?.enqueue(at: event.time)
      emit(child, "enqueued", event, [.init("promise.queue", .text(label(queue)))])
    case .jobStarted(let job, let child, let queue):
      push(Work(job: job, promise: child), event)
      guard let child else { return }
      let name = label(queue)
      open[child]?.startJob(on: name, at: event.time)
      var attributes = [ExportedSpan.Attribute("promise.queue", .text(name))]
      if let thread = event.thread {
        attributes.append(.init("thread.id", .number(thread.rawValue)))
      }
      emit(child, "started", event, attributes)
    case .jobEnded(let job, let child, _, let ending):
      pop(event) { $0.job == job }
      guard let child else { return }
      open[child]?.endJob(at: event.time)
      emit(child, "ended", event, [.init("promise.ending", .text(ending.rawValue))])
    default: break
    }
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

  /// Applies an event that only the span describes.
  mutating func describe(_ event: PromiseEvent) {
    switch event.kind {
    case .handlerAttached(let parent, let child, _, let queue):
      emit(
        parent, "attached", event,
        [
          .init("promise.child", .number(child.rawValue)),
          .init("promise.queue", .text(label(queue))),
        ])
    case .handlerSkipped(_, let child, let reason):
      emit(child, "skipped", event, [.init("promise.reason", .text(reason.rawValue))])
    case .adopted(let outer, let inner):
      emit(outer, "adopted", event, [.init("promise.inner", .number(inner.rawValue))])
      link(outer, to: inner, "adopted")
    case .resolutionIgnored(let promise, _, let attempt):
      emit(
        promise, "resolved again", event,
        attempt.map { [.init("promise.attempt", .text($0.rawValue))] } ?? [])
    case .inputAdded(let fanIn, let index, let input):
      emit(fanIn, "input added", event, Self.input(index, input))
      link(fanIn, to: input, "input")
    case .inputSettled(let fanIn, let index, let input, let outcome):
      emit(fanIn, "input settled", event, Self.input(index, input, outcome))
    case .inputIgnored(let fanIn, let index, let input, let outcome):
      emit(fanIn, "input ignored", event, Self.input(index, input, outcome))
    case .errorHandled(let promise, let by):
      emit(promise, "error handled", event, [.init("promise.by", .number(by.rawValue))])
    case .errorUnhandled(let promise, let origin, let error):
      open[promise]?.setUnhandled()
      emit(
        promise, "error unhandled", event,
        [.init("promise.error_origin", .number(origin.rawValue))] + Self.message(error))
    case .waitBegan(let promise, let queue, _, _):
      emit(
        promise, "wait began", event,
        queue.map { [.init("promise.queue", .text(label($0)))] } ?? [])
    case .waitEnded(let promise, _, _, let ending):
      emit(promise, "wait ended", event, [.init("promise.ending", .text(ending.rawValue))])
    case .awaitBegan(let promise, _, _): emit(promise, "await began", event)
    case .awaitEnded(let promise, let ending, _):
      emit(promise, "await ended", event, [.init("promise.ending", .text(ending.rawValue))])
    case .timerScheduled(_, let promise?, let due):
      let rest = Double(due.saturatingMinus(event.time)) / 1_000_000
      emit(promise, "timer set", event, [.init("promise.due_ms", .real(rest))])
    case .timerFired(_, let promise?): emit(promise, "timer fired", event)
    case .timerCancelled(_, let promise?): emit(promise, "timer cancelled", event)
    case .intervened(let promise, let what):
      emit(promise, "what-if", event, [.init("promise.change", .text(brief(what, 200)))])
    case .note(let text):
      guard let promise = event.thread.flatMap({ running[$0]?.last?.promise }) else { return }
      emit(promise, "note", event, [.init("promise.note", .text(brief(text, 1000)))])
    default: break
    }
  }

  private mutating func emit(
    _ promise: PromiseID, _ name: String, _ event: PromiseEvent,
    _ attributes: [ExportedSpan.Attribute] = []
  ) {
    open[promise]?.add(name, at: event.time, attributes)
  }

  private mutating func link(_ promise: PromiseID, to other: PromiseID, _ why: String) {
    guard open[promise] != nil, promise != other, let identity = use(other) else { return }
    open[promise]?.link(to: identity.span, why, promise: other)
  }

  private static func input(
    _ index: Int, _ input: PromiseID, _ outcome: PromiseEvent.Outcome? = nil
  ) -> [ExportedSpan.Attribute] {
    let attributes = [
      ExportedSpan.Attribute("promise.input", .number(input.rawValue)),
      ExportedSpan.Attribute("promise.index", .number(index)),
    ]
    return attributes
      + (outcome.map { [.init("promise.outcome", .text($0.rawValue))] } ?? [])
  }

  private static func message(_ error: String) -> [ExportedSpan.Attribute] {
    error.isEmpty ? [] : [.init("exception.message", .text(brief(error, 1000)))]
  }
}
