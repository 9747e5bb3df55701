extension PromiseTrace {
  /// The span of the client of a request to another process.
  ///
  /// ```swift
  /// func send(_ request: URLRequest) -> Promise<Data> {
  ///   let span = PromiseTrace.clientSpan(named: "POST")
  ///   var request = request
  ///   for (name, value) in span?.headers ?? [:] { request.setValue(value, forHTTPHeaderField: name) }
  ///   return Promise { seal in
  ///     URLSession.shared.dataTask(with: request) { data, _, error in
  ///       span?.end(with: error)
  ///       seal.resolve(data, error)
  ///     }.resume()
  ///   }.linked(to: span)
  /// }
  /// ```
  public struct ClientSpan: Sendable {
    /// The identity of the span, which the request carries to the other process; `nil` if the tracing
    /// library uses none that the W3C recommendation defines.
    public let context: PromiseEvent.TraceContext?
    /// The headers that the request carries: `traceparent`, `tracestate` if there is one, and what
    /// the tracing library adds.
    public let headers: [String: String]
    private let finish: (@Sendable (Outcome) -> Void)?

    /// How a request ended.
    package enum Outcome: Sendable {
      /// The other process has answered, with this status if there is one.
      case answered(status: Int?)
      case failed(any Error)
    }

    /// Creates the span. `finish` is called once, when the request has ended.
    package init(
      context: PromiseEvent.TraceContext?, headers: [String: String],
      finish: (@Sendable (Outcome) -> Void)? = nil
    ) {
      (self.context, self.headers, self.finish) = (context, headers, finish)
    }

    /// Ends the span in the tracing library. Call it once, when the request has ended.
    ///
    /// - Parameter error: The error with which the request failed.
    public func end(with error: (any Error)? = nil) {
      end(error.map { .failed($0) } ?? .answered(status: nil))
    }

    /// Ends the span in the tracing library.
    package func end(_ outcome: Outcome) { finish?(outcome) }
  }

  /// Begins the client's span of a request to another process, in the trace of the running code.
  ///
  /// The requests of PromiseKitLiteFoundation do this themselves. Use it with another HTTP client, as
  /// ``ClientSpan`` shows. Without a tracing library, the span is only an identity, with a random
  /// span ID.
  ///
  /// ```swift
  /// let headers = PromiseTrace.clientSpan(named: "GET")?.headers ?? [:]
  /// print(headers.count)
  /// ```
  ///
  /// - Parameter name: The name of the span in the tracing library.
  /// - Returns: The span; `nil` if the code belongs to no trace.
  public static func clientSpan(named name: String) -> ClientSpan? {
    clientSpan(named: name, [:])
  }

  /// Begins the client's span of the request for which `promise` stands, in what that promise carries,
  /// and posts it.
  package static func clientSpan(
    named name: String, _ attributes: @autoclosure () -> [String: Attribute],
    for promise: PromiseCore
  ) -> ClientSpan? {
    guard CarriedContext.isAny else { return nil }
    let span = CarriedContext.bind(for: promise) { clientSpan(named: name, attributes()) }
    if let context = span?.context { promise.link(to: context, as: .sent) }
    return span
  }

  /// Begins the client's span of a request, with attributes.
  package static func clientSpan(
    named name: String, _ attributes: @autoclosure () -> [String: Attribute]
  ) -> ClientSpan? {
    guard CarriedContext.isAny else { return nil }
    let environment = PromiseEnvironment.current
    if let carrier = environment.carrierList?.tracing,
      let span = carrier.beginRequest(named: name, attributes())
    {
      return span
    }
    guard let scope = TraceScope.running,
      let context = scope.context.with(span: environment.newSpanNumber())
    else { return nil }
    let headers = ["traceparent": context.traceparent, "tracestate": scope.tracestate]
    return ClientSpan(context: context, headers: headers.compactMapValues { $0 })
  }
}
