#if Tracing
  import PromiseKitLite
  import Synchronization
  import Tracing

  #if PROMISE_TSAN
    /// The lock that the thread sanitizer can see.
    typealias Mutex = SanitizedMutex
  #endif

  /// A span that covers a chain, or all chains of a tag or of a received request.
  ///
  /// The tracer is never called under the lock.
  final class ChainSpan: Sendable {
    /// The span of the tracer.
    let span: any Span
    /// The W3C identity of the span, if the tracer has one.
    let identity: PromiseEvent.TraceContext?
    /// Whether it covers several chains.
    let isGroup: Bool
    /// The span of the group to which the chain belongs, which lasts at least as long.
    let group: ChainSpan?
    private let clock: EventClock
    private let state: Mutex<State>

    private struct State {
      var life: SpanLife
      var isLingering = false
      var summary = SpanSummary()
    }

    init(
      _ span: any Span, _ identity: PromiseEvent.TraceContext?, isGroup: Bool, in group: ChainSpan?,
      began time: Int64, _ clock: EventClock
    ) {
      (self.span, self.identity, self.clock) = (span, identity, clock)
      (self.isGroup, self.group) = (isGroup, group)
      state = Mutex(State(life: SpanLife(began: time)))
      group?.hold()
    }

    /// Adds a promise.
    func join() {
      state.withLock { state in
        state.life.join()
        state.summary.promises += 1
      }
    }

    /// Keeps the span open until ``release(at:)``.
    func hold() { state.withLock { $0.life.hold() } }

    /// Ends what ``hold()`` began.
    func release(at time: Int64) -> SpanLife.Step { change { $0.life.release(at: time) } }

    /// Notes that one of its promises has settled, or never will.
    func settle(_ ending: MemberEnding, at time: Int64) -> SpanLife.Step {
      change { state in
        state.summary.count(ending)
        return state.life.settle(at: time)
      }
    }

    /// Notes that one of its settled promises is freed.
    func free() -> SpanLife.Step { change { $0.life.free() } }

    /// Notes that a rejected promise has a link, which decides how the chain ends.
    func passOn() { state.withLock { $0.summary.rejectedEnds -= 1 } }

    /// Notes how long a job waited in its queue.
    func wait(_ nanoseconds: Int64, in queue: String) {
      state.withLock { $0.summary.waits.add(nanoseconds, in: queue) }
    }

    /// Ends the span if nothing is pending. Returns whether it has ended with this call.
    func endIfIdle() -> Bool {
      state.withLock { state in
        state.isLingering = false
        return state.life.endIfIdle()
      }
    }

    /// Ends the span in any case. Returns whether it has ended with this call.
    func end() -> Bool { state.withLock { $0.life.end() } }

    /// When the last of its promises settled.
    var last: Int64 { state.withLock { $0.life.last } }

    /// Adds an event to the span, unless it has too many.
    func add(
      _ name: String, at time: Int64, _ attributes: () -> [String: any SpanAttributeConvertible]
    ) {
      let hasRoom = state.withLock { $0.summary.countEvent() }
      guard hasRoom else { return }
      span.addEvent(
        SpanEvent(name: name, at: clock.instant(time), attributes: Self.made(of: attributes())))
    }

    /// Records an error, unless the span has too many events.
    func record(
      _ error: PromiseSpanError, at time: Int64,
      _ attributes: () -> [String: any SpanAttributeConvertible]
    ) {
      let hasRoom = state.withLock { $0.summary.countEvent() }
      guard hasRoom else { return }
      span.recordError(
        error, attributes: Self.made(of: attributes()), at: clock.instant(time))
    }

    private static func made(
      of attributes: [String: any SpanAttributeConvertible]
    ) -> SpanAttributes {
      SpanAttributes(attributes.mapValues { $0.toSpanAttribute() })
    }

    /// Passes the summary to the tracer, and ends its span. Called once. `isStopped` says that it ends
    /// because the observer does.
    func finish(isStopped: Bool = false) {
      let (summary, life) = state.withLock { ($0.summary, $0.life) }
      span.updateAttributes { summary.write(to: &$0) }
      if let status = summary.status(pending: life.pending, isStopped: isStopped) {
        span.setStatus(status)
      }
      span.end(at: isStopped && life.pending > 0 ? clock.now : clock.instant(life.last))
    }

    /// Returns the step that `change` leads to; a span lingers only once at a time.
    private func change(_ change: (inout State) -> SpanLife.Step) -> SpanLife.Step {
      state.withLock { state in
        let step = change(&state)
        guard step == .linger else { return step }
        defer { state.isLingering = true }
        return state.isLingering ? .nothing : .linger
      }
    }
  }
#endif
