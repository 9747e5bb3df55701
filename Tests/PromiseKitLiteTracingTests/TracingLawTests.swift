import InMemoryTracing
import PromiseKitLite
import PromiseKitLiteTracing
import TestSupport
import Testing
import Tracing

@Suite("TracingObserver and the rules of observers")
struct TracingLawTests {
  /// An observer for which every event that it is given makes a span.
  private func make(
    mostSpans: Int = .max, whenTold: @escaping @Sendable (Int) -> Void = { _ in }
  ) -> ObserverSubject {
    let tracer = NotifyingTracer(whenTold)
    var options = TracingObserver.Options()
    options.mostSpans = mostSpans
    options.mostPromises = 100_000
    let observer = TracingObserver(tracer: tracer, options: options)
    observer.install(in: PromiseEnvironment(observers: []))
    return ObserverSubject(
      observer: observer, told: { tracer.numbers },
      counted: { observer.receivedEvents - observer.startedSpans },
      ask: { _ = (observer.openSpans, observer.forgotten, observer.chainsLeftOut) },
      kind: { number in
        .created(.init(promise: PromiseID(number), operation: .body, label: "\(number)"))
      })
  }

  @Test("1 and 4: with four threads at the same time nothing is lost except what it counts")
  func nothingLost() {
    #expect(ObserverLaws.nothingIsLost(make()) == [])
    #expect(ObserverLaws.nothingIsLost(make(mostSpans: 100)) == [])
  }

  @Test("3: it starts each span immediately, with the time of its event")
  func order() { #expect(ObserverLaws.orderIsByNumber(make(), orders: false) == []) }

  @Test("5: a million chains make it no larger than a thousand")
  func bounded() { #expect(ObserverLaws.isBounded(make(mostSpans: 1000)) == []) }

  @Test("5: a million events without a span are counted")
  func boundedWithoutSpans() {
    let observer = TracingObserver(tracer: InMemoryTracer())
    let subject = ObserverSubject(
      observer: observer, told: { [] },
      counted: { observer.receivedEvents - observer.startedSpans }, ask: {})
    #expect(ObserverLaws.isBounded(subject) == [])
    #expect(observer.remembered == 0)
  }

  @Test("6: it calls the tracer without holding a lock")
  func noLock() { #expect(ObserverLaws.callsOutUnlocked { make(whenTold: $0) } == []) }
}

/// A tracer that keeps its spans, and calls a closure for each. It writes no headers.
private struct NotifyingTracer: Tracer {
  private let memory = InMemoryTracer(recordInjections: false, recordExtractions: false)
  private let whenTold: @Sendable (Int) -> Void

  init(_ whenTold: @escaping @Sendable (Int) -> Void) { self.whenTold = whenTold }

  /// The numbers of its spans, in the order of their beginnings.
  var numbers: [Int] {
    let numbers = memory.activeSpans.map { span in
      (Int(span.spanID.split(separator: "-").last ?? "") ?? 0, Int(span.operationName) ?? 0)
    }
    return numbers.sorted { $0.0 < $1.0 }.map { $0.1 }
  }

  func startSpan<Instant: TracerInstant>(
    _ operationName: String, context: @autoclosure () -> ServiceContext, ofKind kind: SpanKind,
    at instant: @autoclosure () -> Instant, function: String, file fileID: String, line: UInt
  ) -> InMemorySpan {
    whenTold(Int(operationName) ?? 0)
    return memory.startSpan(
      operationName, context: context(), ofKind: kind, at: instant(), function: function,
      file: fileID, line: line)
  }

  func forceFlush() {}

  func inject<Carrier, Inject: Injector>(
    _ context: ServiceContext, into carrier: inout Carrier, using injector: Inject
  ) where Carrier == Inject.Carrier {}

  func extract<Carrier, Extract: Extractor>(
    _ carrier: Carrier, into context: inout ServiceContext, using extractor: Extract
  ) where Carrier == Extract.Carrier {}
}
