import Logging
import PromiseKitLite
import PromiseKitLiteLogging
import TestSupport
import Testing

@Suite("LoggingObserver and the rules of observers")
struct LoggingLawTests {
  /// An observer that logs every event that it is given.
  private func make(whenTold: @escaping @Sendable (Int) -> Void = { _ in }) -> ObserverSubject {
    let log = MemoryLog { whenTold(Int($0.metadata["event"] ?? "") ?? 0) }
    let observer = LoggingObserver(logger: log.logger())
    return ObserverSubject(
      observer: observer, told: { log.entries.compactMap { Int($0.metadata["event"] ?? "") } },
      counted: { observer.unlogged }, ask: { _ = (observer.logged, observer.forgotten) },
      kind: { .resolutionIgnored(promise: PromiseID($0), site: nil, attempt: .fulfilled) })
  }

  @Test("1 and 4: with four threads at the same time nothing is lost except what it counts")
  func nothingLost() { #expect(ObserverLaws.nothingIsLost(make()) == []) }

  @Test("3: it passes each message on immediately, with the number of its event")
  func order() { #expect(ObserverLaws.orderIsByNumber(make(), orders: false) == []) }

  @Test("5: a million events that it does not log are counted")
  func bounded() {
    let observer = LoggingObserver(logger: MemoryLog().logger())
    let subject = ObserverSubject(
      observer: observer, told: { [] }, counted: { observer.unlogged }, ask: {})
    #expect(ObserverLaws.isBounded(subject) == [])
    #expect(observer.remembered == 0)
  }

  @Test("6: it logs without holding a lock")
  func noLock() { #expect(ObserverLaws.callsOutUnlocked { make(whenTold: $0) } == []) }
}
