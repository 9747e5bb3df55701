import CoreMetrics
import PromiseKitLite
import PromiseKitLiteMetrics
import Synchronization
import TestSupport
import Testing

@Suite("MetricsObserver and the rules of observers")
struct MetricsLawTests {
  private func make(
    _ factory: any MetricsFactory = NOOPMetricsHandler.instance
  ) -> ObserverSubject {
    let observer = MetricsObserver(factory: factory)
    return ObserverSubject(
      observer: observer, told: { [] }, counted: { observer.received },
      ask: { _ = observer.received },
      kind: { .errorUnhandled(promise: PromiseID($0), origin: PromiseID($0), error: "") })
  }

  @Test("1 and 4: with four threads at the same time nothing is lost")
  func nothingLost() { #expect(ObserverLaws.nothingIsLost(make()) == []) }

  @Test("5: a million events are counted")
  func bounded() { #expect(ObserverLaws.isBounded(make()) == []) }

  @Test("6: it calls the backend without holding a lock")
  func noLock() {
    #expect(ObserverLaws.callsOutUnlocked { make(CallingFactory($0)) } == [])
  }
}

/// A backend that calls a closure with the number of its calls.
private final class CallingFactory: MetricsFactory, CounterHandler, Sendable {
  private let calls = Atomic<Int>(0)
  private let whenCalled: @Sendable (Int) -> Void

  init(_ whenCalled: @escaping @Sendable (Int) -> Void) { self.whenCalled = whenCalled }

  func increment(by amount: Int64) { whenCalled(calls.add(1, ordering: .relaxed).newValue) }
  func reset() {}

  func makeCounter(label: String, dimensions: [(String, String)]) -> any CounterHandler { self }
  func makeRecorder(
    label: String, dimensions: [(String, String)], aggregate: Bool
  ) -> any RecorderHandler { NOOPMetricsHandler.instance }
  func makeTimer(label: String, dimensions: [(String, String)]) -> any TimerHandler {
    NOOPMetricsHandler.instance
  }
  func destroyCounter(_ handler: any CounterHandler) {}
  func destroyRecorder(_ handler: any RecorderHandler) {}
  func destroyTimer(_ handler: any TimerHandler) {}
}
