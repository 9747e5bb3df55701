import Dispatch
import PromiseKitLite
import Testing

/// Queues, as PromiseKit's users name them.
@Suite("PromiseKit's call sites: on and flags")
struct DispatchCallSites {
  @Test("every link takes a queue, inline, and flags")
  func queues() {
    let side = Queues.side
    let run = Run {
      Promise.value(1)
        .then(on: side) { Promise.value($0) }
        .map(on: nil) { $0 }
        .map(on: DispatchQueue.global(qos: .background), flags: .barrier) { $0 }
        .compactMap(on: .main) { $0 as Int? }
        .get(on: .global()) { _ in }
        .tap(on: side) { _ in }
        .recover(on: side, policy: .allErrors) { _ in Promise.value(0) }
        .ensure(on: side) {}
        .ensureThen(on: side) { Guarantee() }
        .done(on: side, flags: [.barrier, .enforceQoS]) { note("\($0)") }
        .catch(on: side, policy: .allErrors) { _ in }
        .finally(on: side) { note("finally") }
      Promise.value([2, 1])
        .mapValues(on: side) { $0 }
        .flatMapValues(on: side) { [$0] }
        .compactMapValues(on: side, flags: .barrier) { $0 as Int? }
        .thenMap(on: side) { Promise.value($0) }
        .thenFlatMap(on: side) { Promise.value([$0]) }
        .filterValues(on: side) { $0 > 0 }
        .sortedValues(on: side)
        .firstValue(on: side, where: { $0 > 0 })
        .done(on: side) { note("\($0)") }
        .catch(on: side, flags: .barrier) { _ in }
    }
    #expect(Set(run.notes) == ["1", "1", "finally"])
  }

  @Test("a queue in a variable that may be nil")
  func optional() {
    let run = Run {
      for queue in [nil, Queues.side] {
        Promise.value(1).map("map", on: queue) { $0 }.done(on: queue) { note("\($0)") }
          .catch(on: queue) { _ in }
      }
    }
    #expect(run.notes == ["1", "1"])
    #expect(run.queue(of: "map") == "inline")
  }
}
