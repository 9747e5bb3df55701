extension PromiseTrace {
  /// The context of the distributed trace that the running code belongs to, as the W3C recommendation
  /// *Trace Context* defines it; `nil` if it belongs to none.
  ///
  /// It is the context of ``continuing(traceparent:tracestate:_:)``, or that of the current span if
  /// the program uses PromiseKitLiteTracing. Handlers have the context in which their links were
  /// attached.
  ///
  /// ```swift
  /// fetch(token).catch { error in
  ///   print("trace \(PromiseTrace.context?.traceID ?? "-"): \(error)")
  /// }
  /// ```
  public static var context: PromiseEvent.TraceContext? {
    guard CarriedContext.isAny else { return nil }
    return PromiseEnvironment.current.carrierList?.tracing?.traceContext
      ?? TraceScope.running?.context
  }

  /// Runs `body`, the handling of a request, in the distributed trace that the request came with.
  ///
  /// Call it in a server's handler with the headers of the request:
  ///
  /// ```swift
  /// func handle(_ headers: [String: String]) -> Promise<[Int]> {
  ///   PromiseTrace.continuing(traceparent: headers["traceparent"]) {
  ///     login().then { token in fetch(token) }
  ///   }
  /// }
  /// ```
  ///
  /// The chains that begin in `body` belong to the trace: ``context`` is the one of the request in
  /// all of their handlers, requests that they send continue the trace, and the first promise of
  /// each chain posts the event `spanLinked` with the role `received`. Chains that begin in their
  /// handlers belong to the trace too, but post no such event.
  ///
  /// Without a valid header, the recommendation asks to restart the trace: `body` runs in a new one,
  /// and no event is posted. If the environment has a tracing library, the library does that.
  ///
  /// - Parameters:
  ///   - traceparent: The header of that name. A list of several, joined with commas, is not valid.
  ///   - tracestate: The header of that name, which is passed on in requests. It is ignored if
  ///     `traceparent` is not valid.
  ///   - body: The closure to run immediately, on the calling thread.
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public static func continuing<R>(
    traceparent: String?, tracestate: String? = nil, _ body: () throws -> R
  ) rethrows -> R {
    let start = TraceStart(traceparent, tracestate)
    return try TraceScope.$running.withValue(start.scope) {
      guard let carrier = start.carrier else { return try body() }
      return try carrier.continuing(start.headers, body)
    }
  }

  /// Runs `body`, the handling of a request, in the distributed trace that the request came with.
  ///
  /// ```swift
  /// func answer(_ headers: [String: String]) async throws -> [Int] {
  ///   try await PromiseTrace.continuing(traceparent: headers["traceparent"]) {
  ///     try await login().then { token in fetch(token) }.async()
  ///   }
  /// }
  /// ```
  ///
  /// Tasks that `body` creates inherit the context.
  ///
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public static func continuing<R>(
    traceparent: String?, tracestate: String? = nil,
    isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> R
  ) async rethrows -> R {
    let start = TraceStart(traceparent, tracestate)
    return try await TraceScope.$running.withValue(
      start.scope,
      operation: {
        guard let carrier = start.carrier else { return try await body() }
        return try await carrier.continuing(start.headers, isolation: isolation, body)
      }, isolation: isolation)
  }
}

extension PromiseTrace {
  /// Runs `body`, the handling of a request, in the distributed trace that these headers name, whatever
  /// the case of their names is.
  ///
  /// ```swift
  /// func respond(to headers: [String: String]) -> Promise<[Int]> {
  ///   PromiseTrace.continuing(headers: headers) { login().then { token in fetch(token) } }
  /// }
  /// ```
  ///
  /// See ``continuing(traceparent:tracestate:_:)``.
  ///
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public static func continuing<R>(
    headers: [String: String], _ body: () throws -> R
  ) rethrows -> R {
    let (parent, state) = traceHeaders(in: headers)
    return try continuing(traceparent: parent, tracestate: state, body)
  }

  /// Runs `body`, the handling of a request, in the distributed trace that these headers name, whatever
  /// the case of their names is.
  ///
  /// ```swift
  /// func answer(_ headers: [String: String]) async throws -> [Int] {
  ///   try await PromiseTrace.continuing(headers: headers) {
  ///     try await login().then { token in fetch(token) }.async()
  ///   }
  /// }
  /// ```
  ///
  /// - Returns: The value that `body` returns.
  /// - Throws: The error that `body` throws.
  @discardableResult
  public static func continuing<R>(
    headers: [String: String], isolation: isolated (any Actor)? = #isolation,
    _ body: () async throws -> R
  ) async rethrows -> R {
    let (parent, state) = traceHeaders(in: headers)
    return try await continuing(
      traceparent: parent, tracestate: state, isolation: isolation, body)
  }

  /// Returns the two headers. With `traceparent` twice, there is none; several `tracestate` are one
  /// list.
  private static func traceHeaders(
    in headers: [String: String]
  ) -> (traceparent: String?, tracestate: String?) {
    func values(_ name: String) -> [String] {
      headers.filter { $0.key.lowercased() == name }.sorted { $0.key < $1.key }.map(\.value)
    }
    let parents = values("traceparent")
    let states = values("tracestate")
    return (
      parents.count == 1 ? parents[0] : nil,
      states.isEmpty ? nil : states.joined(separator: ",")
    )
  }
}

/// How the handling of a request continues or starts a trace.
private struct TraceStart {
  /// The tracing library of the environment, if there is one.
  let carrier: (any TraceCarrier)?
  let scope: TraceScope?
  /// The headers that the tracing library reads.
  let headers: [String: String]

  init(_ traceparent: String?, _ tracestate: String?) {
    CarriedContext.begin()
    let environment = PromiseEnvironment.current
    carrier = environment.carrierList?.tracing
    if let context = traceparent.flatMap({ PromiseEvent.TraceContext(traceparent: $0) }) {
      let tracestate = tracestate.flatMap { TraceState.isAcceptable($0) ? $0 : nil }
      scope = TraceScope(context, tracestate: tracestate, isReceiving: true)
      headers = ["traceparent": traceparent, "tracestate": tracestate].compactMapValues { $0 }
    } else {
      // A tracing library has IDs of its own for new traces.
      scope = carrier == nil ? Self.newScope(in: environment) : nil
      headers = [:]
    }
  }

  private static func newScope(in environment: PromiseEnvironment) -> TraceScope? {
    let trace = (high: environment.newSpanNumber(), low: environment.newSpanNumber())
    return PromiseEvent.TraceContext(trace: trace, span: environment.newSpanNumber())
      .map { TraceScope($0, tracestate: nil, isReceiving: false) }
  }
}

/// The header `tracestate`.
private enum TraceState {
  /// Whether the header may be passed on. The recommendation asks for at least 512 characters, and
  /// lets a system discard what it cannot keep; a control character would end the header.
  static func isAcceptable(_ text: String) -> Bool {
    let bytes = text.utf8
    return !bytes.isEmpty && bytes.count <= 8192 && bytes.allSatisfy { (0x20...0x7E).contains($0) }
  }
}
