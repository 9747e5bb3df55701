#if Tracing
  public import PromiseKitLite
  public import Tracing

  /// Takes `ServiceContext` through the handlers of promises, and connects the tracer with their requests.
  ///
  /// ``TracingObserver/install(in:)`` does this too. Use the carrier alone in a program that needs no
  /// spans of its chains:
  ///
  /// ```swift
  /// PromiseEnvironment.shared.carry(ServiceContextCarrier())
  /// ```
  ///
  /// A handler runs in the context of the place where its link was attached, and its requests are
  /// spans of the tracer.
  public struct ServiceContextCarrier: PromiseContextCarrier {
    private weak let observer: TracingObserver?
    private let ownTracer: (any Tracer)?

    /// Creates a carrier.
    ///
    /// - Parameter tracer: The tracer for requests; by default, the one of the program.
    public init(tracer: (any Tracer)? = nil) {
      observer = nil
      ownTracer = tracer
    }

    init(for observer: TracingObserver) {
      self.observer = observer
      ownTracer = nil
    }

    private var tracer: any Tracer {
      observer?.tracer ?? ownTracer ?? InstrumentationSystem.tracer
    }

    /// Returns the current context.
    ///
    /// ```swift
    /// let isTraced = ServiceContextCarrier().capture() != nil
    /// print(isTraced)
    /// ```
    public func capture() -> ServiceContext? { ServiceContext.current }

    /// Runs `body` in the span of the promise's chain, or if it has none, in the captured context.
    ///
    /// ```swift
    /// let carrier = ServiceContextCarrier()
    /// let captured = carrier.capture()
    /// carrier.bind(captured, for: nil) { print("in the captured context") }
    /// ```
    ///
    /// - Returns: The value that `body` returns.
    /// - Throws: The error that `body` throws.
    public func bind<R>(
      _ captured: ServiceContext?, for promise: PromiseID?, _ body: () throws -> R
    ) rethrows -> R {
      if let observer, let promise, let span = observer.member(promise)?.span, !span.isGroup {
        return try ServiceContext.withValue(
          observer.context(of: span, from: captured), operation: body)
      }
      if captured == nil, ServiceContext.current == nil { return try body() }
      return try ServiceContext.withValue(captured, operation: body)
    }
  }

  extension ServiceContextCarrier: TraceCarrier {
    package var traceContext: PromiseEvent.TraceContext? {
      ServiceContext.current.flatMap { tracer.traceContext(of: $0) }
    }

    package func beginRequest(
      named name: String, _ attributes: [String: PromiseTrace.Attribute]
    ) -> PromiseTrace.ClientSpan? {
      guard let context = ServiceContext.current else { return nil }
      let tracer = tracer
      let clock = observer?.place?.clock
      let span = tracer.startRequest(name, context, clock)
      let headers = tracer.headers(of: span.context)
      guard !headers.isEmpty else {
        // There is no tracer, or one that does nothing.
        span.end()
        return nil
      }
      span.updateAttributes { all in
        for (key, value) in attributes {
          switch value {
          case .text(let text): all[key] = text
          case .number(let number): all[key] = number
          }
        }
      }
      let includesErrors = observer?.options.includesErrors ?? true
      return PromiseTrace.ClientSpan(
        context: PromiseEvent.TraceContext(headers: headers), headers: headers
      ) { outcome in
        span.finish(outcome, includesErrors: includesErrors, clock)
      }
    }

    package func continuing<R>(
      _ headers: [String: String], _ body: () throws -> R
    ) rethrows -> R {
      let context = context(reading: headers)
      guard let group = observer?.beginGroup("request", .server, context) else {
        return try ServiceContext.withValue(context, operation: body)
      }
      return try run(body, in: group)
    }

    package func continuing<R>(
      _ headers: [String: String], isolation: isolated (any Actor)?, _ body: () async throws -> R
    ) async rethrows -> R {
      let context = context(reading: headers)
      guard let group = observer?.beginGroup("request", .server, context) else {
        return try await ServiceContext.$current.withValue(
          context, operation: body, isolation: isolation)
      }
      return try await run(body, in: group, isolation)
    }

    package func tagged<R>(_ tag: String, _ body: () throws -> R) rethrows -> R {
      guard let group = observer?.beginGroup(tag, .internal, ServiceContext.current) else {
        return try body()
      }
      return try run(body, in: group)
    }

    package func tagged<R>(
      _ tag: String, isolation: isolated (any Actor)?, _ body: () async throws -> R
    ) async rethrows -> R {
      guard let group = observer?.beginGroup(tag, .internal, ServiceContext.current) else {
        return try await body()
      }
      return try await run(body, in: group, isolation)
    }

    /// Returns the context of a received request; the current one without its headers.
    private func context(reading headers: [String: String]) -> ServiceContext? {
      guard !headers.isEmpty else { return ServiceContext.current }
      return tracer.context(ServiceContext.current ?? .topLevel, reading: headers)
    }

    private func run<R>(_ body: () throws -> R, in group: ChainSpan) rethrows -> R {
      do {
        let result = try ServiceContext.withValue(
          observer?.context(of: group), operation: body)
        observer?.endBody(of: group, nil)
        return result
      } catch {
        observer?.endBody(of: group, error)
        throw error
      }
    }

    private func run<R>(
      _ body: () async throws -> R, in group: ChainSpan, _ isolation: isolated (any Actor)?
    ) async rethrows -> R {
      do {
        let result = try await ServiceContext.$current.withValue(
          observer?.context(of: group), operation: body, isolation: isolation)
        observer?.endBody(of: group, nil)
        return result
      } catch {
        observer?.endBody(of: group, error)
        throw error
      }
    }
  }

  extension Tracer {
    /// Starts the span of a request.
    fileprivate func startRequest(
      _ name: String, _ context: ServiceContext, _ clock: EventClock?
    ) -> any Tracing.Span {
      guard let clock else { return startSpan(name, context: context, ofKind: .client) }
      return startSpan(name, context: context, ofKind: .client, at: clock.now)
    }
  }

  extension Span {
    /// Ends the span of a request.
    fileprivate func finish(
      _ outcome: PromiseTrace.ClientSpan.Outcome, includesErrors: Bool, _ clock: EventClock?
    ) {
      switch outcome {
      case .answered(let status?):
        updateAttributes { $0["http.response.status_code"] = status }
        if status >= 400 { setStatus(SpanStatus(code: .error)) }
      case .answered: break
      case .failed(let error):
        setStatus(SpanStatus(code: .error))
        if includesErrors { recordError(error) }
      }
      if let clock { end(at: clock.now) } else { end() }
    }
  }

  /// The group of chains to which the running code belongs, in the context that goes through handlers.
  private enum GroupKey: ServiceContextKey {
    typealias Value = ChainGroupReference
  }

  private struct ChainGroupReference: Sendable {
    let span: ChainSpan
    let observer: ObjectIdentifier
  }

  extension TracingObserver {
    /// Returns the context in which a handler of a chain runs: the span is that of the chain, and other
    /// values are those from where the link was attached.
    fileprivate func context(
      of span: ChainSpan, from captured: ServiceContext?
    ) -> ServiceContext {
      let keys = spanKeys
      guard let captured, !keys.isEmpty else { return span.span.context }
      return captured.replacing(keys, from: span.span.context)
    }

    /// Returns the context of the body of a group.
    fileprivate func context(of group: ChainSpan) -> ServiceContext {
      var context = group.span.context
      context[GroupKey.self] = ChainGroupReference(
        span: group, observer: ObjectIdentifier(self))
      return context
    }
  }

  extension ServiceContext {
    /// The group of an observer's chains to which the running code belongs.
    static func currentGroup(of observer: TracingObserver) -> ChainSpan? {
      current?.group(of: observer)
    }

    func group(of observer: TracingObserver) -> ChainSpan? {
      guard let group = self[GroupKey.self], group.observer == ObjectIdentifier(observer) else {
        return nil
      }
      return group.span
    }
  }
#endif
