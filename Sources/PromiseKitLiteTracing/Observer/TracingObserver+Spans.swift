#if Tracing
  import PromiseKitLite
  import Tracing

  extension TracingObserver {
    /// Begins the span of a chain with its first labeled promise.
    func begin(_ creation: PromiseEvent.Creation, _ event: PromiseEvent) -> ChainSpan? {
      guard let clock = place?.clock, let label = creation.label, registry.hasRoom() else {
        return nil
      }
      let tracer = tracer
      let span = tracer.startSpan(
        text(label), context: ServiceContext.current ?? .topLevel, ofKind: .internal,
        at: clock.instant(event.time), function: creation.operation.rawValue,
        file: creation.site?.file ?? "", line: UInt(clamping: creation.site?.line ?? 0))
      span.updateAttributes { attributes in
        attributes["promise.id"] = creation.promise.description
        if let tag = creation.tag { attributes["promise.tag"] = text(tag) }
      }
      let new = ChainSpan(
        span, tracer.traceContext(of: span.context), isGroup: false,
        in: ServiceContext.currentGroup(of: self), began: event.time, clock)
      registry.add(new)
      expire(event.time)
      return new
    }

    /// Begins the span of a group of chains.
    func beginGroup(_ name: String, _ kind: SpanKind, _ context: ServiceContext?) -> ChainSpan? {
      guard let home = place, let environment = home.environment, registry.hasRoom() else {
        return nil
      }
      let tracer = tracer
      let now = environment.executor.now
      let span = tracer.startSpan(
        text(name), context: context ?? .topLevel, ofKind: kind, at: home.clock.instant(now),
        function: "", file: "", line: 0)
      let new = ChainSpan(
        span, tracer.traceContext(of: span.context), isGroup: true,
        in: context?.group(of: self), began: now, home.clock)
      new.hold()
      registry.add(new)
      return new
    }

    /// Ends the body of a group, which can have thrown an error.
    func endBody(of group: ChainSpan, _ error: (any Error)?) {
      guard let environment = place?.environment else { return }
      let now = environment.executor.now
      if let error {
        let text = options.includesErrors ? text("\(error)") : "the code threw an error"
        group.record(PromiseSpanError(description: text), at: now) { [:] }
        group.span.setStatus(SpanStatus(code: .error))
      }
      take(group.release(at: now), of: group, now)
    }

    /// Takes the step to which a change of a span led.
    func take(_ step: SpanLife.Step, of span: ChainSpan, _ event: PromiseEvent) {
      take(step, of: span, event.time)
    }

    private func take(_ step: SpanLife.Step, of span: ChainSpan, _ time: Int64) {
      switch step {
      case .nothing: break
      case .linger:
        registry.linger(span)
        expire(time)
      case .end: finish(span)
      }
    }

    /// Ends the spans of which nothing has been pending for a second.
    private func expire(_ time: Int64) {
      for span in registry.takeExpired(before: time - 1_000_000_000) where span.endIfIdle() {
        finish(span)
      }
    }

    /// Ends a span, and with it perhaps that of its group.
    private func finish(_ span: ChainSpan) {
      span.finish()
      registry.remove(span)
      if let group = span.group { take(group.release(at: span.last), of: group, span.last) }
    }
  }
#endif
