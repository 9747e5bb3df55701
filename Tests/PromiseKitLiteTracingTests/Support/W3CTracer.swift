import InMemoryTracing
import Synchronization
import Tracing

/// A tracer that keeps its spans in memory, and passes them on in the headers of the W3C recommendation.
struct W3CTracer: Tracer {
  let memory: InMemoryTracer

  init() {
    let numbers = Numbers()
    memory = InMemoryTracer(
      idGenerator: InMemoryTracer.IDGenerator(
        nextTraceID: { "4bf92f3577b34da6a3ce929d" + numbers.next() },
        nextSpanID: { "00f067aa" + numbers.next() }))
  }

  /// Gives out eight hexadecimal digits, each once.
  private final class Numbers: Sendable {
    private let count = Atomic<Int>(0x1_0000_0000)
    func next() -> String {
      String(String(count.add(1, ordering: .relaxed).newValue, radix: 16).suffix(8))
    }
  }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> InMemorySpan {
    memory.startSpan(
      operationName, context: context(), ofKind: kind, at: instant(), function: function,
      file: fileID, line: line)
  }

  func forceFlush() { memory.forceFlush() }

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Carrier == Inject.Carrier {
    guard let span = context.inMemorySpanContext else { return }
    injector.inject("00-\(span.traceID)-\(span.spanID)-01", forKey: "traceparent", into: &carrier)
    injector.inject("memory=1", forKey: "tracestate", into: &carrier)
  }

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Carrier == Extract.Carrier {
    guard let header = extractor.extract(key: "traceparent", from: carrier) else { return }
    let parts = header.split(separator: "-").map(String.init)
    guard parts.count == 4 else { return }
    context.inMemorySpanContext = InMemorySpanContext(
      traceID: parts[1], spanID: parts[2], parentSpanID: nil)
  }

  /// The spans that have ended, by name; in the order in which they ended.
  func finished(_ name: String) -> [FinishedInMemorySpan] {
    memory.finishedSpans.filter { $0.operationName == name }
  }
}
