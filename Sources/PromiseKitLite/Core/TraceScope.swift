/// The distributed trace that code belongs to, if no tracing library says it.
final class TraceScope: Sendable {
  /// The trace and its newest span. For a received request, that is the span of the client.
  let context: PromiseEvent.TraceContext
  /// What other vendors' systems have added to the trace, as it was received.
  let tracestate: String?
  /// Whether chains that begin here stand for the handling of a received request.
  let isReceiving: Bool
  /// The scope of the handlers of these chains. Chains that begin in a handler do not stand for the
  /// whole request.
  private let inner: TraceScope?

  init(_ context: PromiseEvent.TraceContext, tracestate: String?, isReceiving: Bool) {
    (self.context, self.tracestate) = (context, tracestate)
    self.isReceiving = isReceiving
    inner =
      isReceiving ? TraceScope(context, tracestate: tracestate, isReceiving: false) : nil
  }

  /// The scope that handlers of chains that begin here have.
  var inHandlers: TraceScope { inner ?? self }

  /// The scope of the running code; `nil` if there is none.
  @TaskLocal static var running: TraceScope?
}

/// Connects the traces of a tracing library with those of promises.
package protocol TraceCarrier: PromiseContextCarrier {
  /// The context of the library's current span; `nil` if it has none.
  var traceContext: PromiseEvent.TraceContext? { get }

  /// Begins a span of the library for a request to another process. Returns `nil` if the request
  /// belongs to no trace.
  func beginRequest(
    named name: String, _ attributes: [String: PromiseTrace.Attribute]
  ) -> PromiseTrace.ClientSpan?

  /// Runs `body` in the context that the library reads from the headers of a received request.
  func continuing<R>(_ headers: [String: String], _ body: () throws -> R) rethrows -> R

  /// Runs `body` in the context that the library reads from the headers of a received request.
  func continuing<R>(
    _ headers: [String: String], isolation: isolated (any Actor)?, _ body: () async throws -> R
  ) async rethrows -> R

  /// Runs `body`, whose chains have a tag, in the span of the tag.
  func tagged<R>(_ tag: String, _ body: () throws -> R) rethrows -> R

  /// Runs `body`, whose chains have a tag, in the span of the tag.
  func tagged<R>(
    _ tag: String, isolation: isolated (any Actor)?, _ body: () async throws -> R
  ) async rethrows -> R
}

extension PromiseTrace {
  /// The value of an attribute of a span.
  package enum Attribute: Sendable {
    case text(String)
    case number(Int)
  }
}
