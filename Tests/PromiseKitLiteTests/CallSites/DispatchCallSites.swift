import Dispatch
import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

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
        Promise.value(1).map(label: "map", on: queue) { $0 }.done(on: queue) { note("\($0)") }
          .catch(on: queue) { _ in }
      }
    }
    #expect(run.notes == ["1", "1"])
    #expect(run.queue(of: "map") == "inline")
  }

  @Test("work on a queue continues as a promise or as a guarantee")
  func work() {
    let run = Run {
      let side = Queues.side
      side.async(.promise) { 1 }.then { Promise.value($0 + 1) }.done { note("\($0)") }.cauterize()
      side.async(.promise) { 2 }.map { $0 + 1 }.done { note("\($0)") }
      side.async(.promise) { 4 }.done { note("\($0)") }.catch { _ in note("never") }
      side.async(.promise) { Int("5") }.compactMap { $0 }.done { note("\($0)") }.cauterize()
      side.async(.promise) { () -> Int in
        let number = 6
        return number
      }.done { note("\($0)") }
      DispatchQueue.global(qos: .userInitiated).async(.promise) { try number("7") }
        .get { note("\($0)") }.asVoid().catch { _ in note("never") }
    }
    #expect(run.notes.sorted() == ["2", "3", "4", "5", "6", "7"])
  }
}

@Sendable private func number(_ text: String) throws -> Int {
  guard let number = Int(text) else { throw Failure(text) }
  return number
}
