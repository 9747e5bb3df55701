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

  @Test("inputs count until they decide the fan-in; after that they no longer matter")
  func rules() {
    let all = told { _ = when(label: "it", fulfilled: $0) }
    let settled = told { _ = when(label: "it", resolved: $0) }
    let first = told { _ = race(label: "it", $0) }
    let any = told { _ = race(label: "it", fulfilled: $0) }
    let (a, b, c) = ("0 a fulfilled", "1 b rejected", "2 c fulfilled")
    let runs = [all, settled, first, any]
    #expect(runs.map { $0.settled } == [[b], [b, c, a], [b], [b, c]])
    #expect(runs.map { $0.ignored } == [[c, a], [], [c, a], [a]])
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
}
