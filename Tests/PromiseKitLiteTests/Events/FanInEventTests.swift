import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The events inputAdded, inputSettled and inputIgnored: the inputs of a fan-in")
struct FanInEventTests {
  /// The events of a fan-in of three inputs: the first settles after 3 ms, the second fails after 1
  /// ms, the third is fulfilled after 2 ms.
  private func told(
    _ make: @escaping ([Promise<Int>]) -> Void
  ) -> (settled: [String], ignored: [String]) {
    let run = Run {
      make([
        after(.milliseconds(3)).map(label: "a") { 1 },
        after(.milliseconds(1)).map(label: "b") { throw Failure("x") },
        after(.milliseconds(2)).map(label: "c") { 3 },
      ])
    }
    let it = run.id(of: "it")
    func name(_ id: PromiseID) -> String { run.creations.first { $0.promise == id }?.label ?? "" }
    let settled = run.all { kind -> String? in
      guard case .inputSettled(it, let index, let input, let outcome) = kind else { return nil }
      return "\(index) \(name(input)) \(outcome)"
    }
    let ignored = run.all { kind -> String? in
      guard case .inputIgnored(it, let index, let input, let outcome) = kind else { return nil }
      return "\(index) \(name(input)) \(outcome)"
    }
    return (settled, ignored)
  }

  @Test("all: inputs count until one fails; the others no longer matter")
  func all() {
    let told = told { _ = when(label: "it", fulfilled: $0) }
    #expect(told.settled == ["1 b rejected"])
    #expect(told.ignored == ["2 c fulfilled", "0 a fulfilled"])
  }

  @Test("allSettled: every input counts")
  func allSettled() {
    let told = told { _ = when(label: "it", resolved: $0) }
    #expect(told.settled == ["1 b rejected", "2 c fulfilled", "0 a fulfilled"])
    #expect(told.ignored.isEmpty)
  }

  @Test("race: the first one counts")
  func race() {
    let told = told { _ = PromiseKitLite.race(label: "it", $0) }
    #expect(told.settled == ["1 b rejected"])
    #expect(told.ignored == ["2 c fulfilled", "0 a fulfilled"])
  }

  @Test("any: inputs count until one is fulfilled")
  func any() {
    let told = told { _ = PromiseKitLite.race(label: "it", fulfilled: $0) }
    #expect(told.settled == ["1 b rejected", "2 c fulfilled"])
    #expect(told.ignored == ["0 a fulfilled"])
  }

  @Test("tuples, dictionaries, guarantees: the index is the position among the parents")
  func otherForms() {
    let run = Run {
      let (a, b) = (Promise.value(1), Guarantee.value("x"))
      _ = when(fulfilled: a, b)
      _ = when(fulfilled: ["k": a])
      _ = when(guarantees: [b, b])
    }
    let parents = Dictionary(uniqueKeysWithValues: run.creations.map { ($0.promise, $0.parents) })
    let told = run.all { kind -> Bool? in
      guard case .inputSettled(let fanIn, let index, let input, .fulfilled) = kind else {
        return nil
      }
      return parents[fanIn]?[index] == input
    }
    #expect(told == [true, true, true, true, true])
  }

  @Test("the input's own settlement comes before, the fan-in's settlement after")
  func between() throws {
    let run = Run {
      let input = after(.milliseconds(1)).map(label: "input") { 1 }
      _ = when(label: "it", fulfilled: [input])
    }
    let (input, it) = (try #require(run.id(of: "input")), try #require(run.id(of: "it")))
    let settled = run.number { $0.name == .settled && $0.promises.first == input }
    let told = run.number { $0.name == .inputSettled }
    let all = run.number { $0.name == .settled && $0.promises.first == it }
    #expect(0 < settled && settled < told && told < all)
  }

  @Test("inputAdded: an iterator's fan-in adds its inputs one after the other")
  func added() throws {
    let run = Run {
      var left = 3
      let inputs = AnyIterator<Promise<Int>> {
        left -= 1
        return left < 0 ? nil : after(.milliseconds(1)).map(label: "input \(left)") { 1 }
      }
      _ = when(label: "it", fulfilled: inputs, concurrently: 2)
    }
    let it = try #require(run.id(of: "it"))
    #expect(run.creation(of: "it")?.parents == [])
    let added = ["input 2", "input 1", "input 0"].enumerated().compactMap { index, label in
      run.id(of: label).map { PromiseEvent.Kind.inputAdded(fanIn: it, index: index, input: $0) }
    }
    #expect(added.count == 3 && run.events(.inputAdded).map(\.kind) == added)
    let third = run.number { $0 == added[2] }
    #expect(third > run.number { $0.name == .inputSettled })
  }

  @Test("an input that appears twice is posted twice, with each index")
  func twice() {
    let run = Run {
      let input = Promise.value(1)
      _ = when(fulfilled: [input, input])
    }
    #expect(
      run.events(.inputSettled).map(\.kind)
        == (0...1).map { .inputSettled(fanIn: 2, index: $0, input: 1, outcome: .fulfilled) })
  }

  @Test("for a fan-in that was cancelled, inputs no longer matter")
  func cancelled() throws {
    let run = Run {
      let context = CancelContext()
      let inner = context.run { Promise<Int>.pending(label: "inner") }
      let (outer, seal) = Promise<Int>.pending(label: "outer")
      let it = when(label: "it", resolved: [inner.promise, outer])
      context.cancel()
      seal.fulfill(1)
      withExtendedLifetime(it) {}
    }
    let it = try #require(run.id(of: "it"))
    let inputs = ["inner", "outer"].compactMap { run.id(of: $0) }
    #expect(run.settlement(of: "it")?.outcome == .cancelled && inputs.count == 2)
    #expect(
      run.kinds.filter { [.inputSettled, .inputIgnored].contains($0.name) } == [
        .inputSettled(fanIn: it, index: 0, input: inputs[0], outcome: .cancelled),
        .inputIgnored(fanIn: it, index: 1, input: inputs[1], outcome: .fulfilled),
      ])
  }

  @Test("an error that arrives too late is posted as ignored, and not as unhandled")
  func lateError() {
    let run = Run {
      let late = Promise<Int>(label: "late") { seal in
        after(.milliseconds(1)).done { seal.reject(Failure("x")) }
      }
      _ = PromiseKitLite.race(label: "it", [Promise.value(1), late])
    }
    let (late, it) = (run.id(of: "late"), run.id(of: "it"))
    #expect(late != nil && run.unhandled.isEmpty && run.events(.errorHandled).isEmpty)
    #expect(
      run.all { kind -> PromiseEvent.Outcome? in
        if case .inputIgnored(it, 1, late, let outcome) = kind { outcome } else { nil }
      } == [.rejected])
  }

  @Test("the attempts of a retry are its inputs; it handles every error but the last")
  func attempts() throws {
    let run = Run {
      let chain = retrying(label: "it", times: 3) { _ in Promise<Int>(error: Failure("x")) }
      chain.cauterize(label: "end")
    }
    let it = try #require(run.id(of: "it"))
    let attempts = (1...3).compactMap { run.id(of: "attempt \($0)") }
    #expect(attempts.count == 3)
    #expect(
      run.events(.inputAdded).map(\.kind)
        == attempts.enumerated().map { .inputAdded(fanIn: it, index: $0, input: $1) })
    #expect(
      run.events(.inputSettled).map(\.kind)
        == attempts.enumerated().map {
          .inputSettled(fanIn: it, index: $0, input: $1, outcome: .rejected)
        })
    let end = try #require(run.id(of: "end"))
    #expect(
      run.events(.errorHandled).map(\.kind) == [
        .errorHandled(promise: attempts[0], by: it), .errorHandled(promise: attempts[1], by: it),
        .errorHandled(promise: it, by: end),
      ])
    #expect(run.settlement(of: "it")?.from == attempts[2])
  }
}
