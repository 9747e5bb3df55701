import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("when over inputs of every form")
struct WhenTests {
  @Test(
    "two to eight promises and guarantees in any mix give a tuple, in the order of the inputs")
  func tuples() {
    let run = Run {
      let (p, g) = (Promise.value(1), Guarantee.value("a"))
      when(label: "2", fulfilled: p, g).done { a, b in note("\(a)\(b)") }.catch { _ in }
      when(label: "3", fulfilled: p, g, p).done { a, b, c in note("\(a)\(b)\(c)") }.catch { _ in }
      when(label: "4", fulfilled: p, g, p, g).done { a, b, c, d in note("\(a)\(b)\(c)\(d)") }
        .catch { _ in }
      when(label: "5", fulfilled: p, g, p, g, p).done { note("\($0)\($1)\($2)\($3)\($4)") }.catch {
        _ in
      }
      when(label: "6", fulfilled: p, g, p, g, p, g).done { note("\($0)\($1)\($2)\($3)\($4)\($5)") }
        .catch { _ in }
      when(label: "7", fulfilled: p, g, p, g, p, g, p)
        .done { note("\($0)\($1)\($2)\($3)\($4)\($5)\($6)") }.catch { _ in }
      when(label: "8", fulfilled: p, g, p, g, p, g, p, g)
        .done { note("\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)") }.catch { _ in }
    }
    #expect(run.notes == ["1a", "1a1", "1a1a", "1a1a1", "1a1a1a", "1a1a1a1", "1a1a1a1a"])
    for number in 2...8 {
      #expect(run.creation(of: "\(number)")?.parents == (0..<number).map { [1, 2][$0 % 2] })
    }
  }

  @Test("the forms without a label are equivalent")
  func withoutLabel() {
    let (p, g) = (Promise.value(1), Guarantee.value("a"))
    #expect(when(fulfilled: p, g).value?.1 == "a")
    #expect(when(fulfilled: p, g, p).value?.2 == 1)
    #expect(when(fulfilled: p, g, p, g).value?.3 == "a")
    #expect(when(fulfilled: p, g, p, g, p).value?.4 == 1)
    #expect(when(fulfilled: p, g, p, g, p, g).value?.5 == "a")
    #expect(when(fulfilled: p, g, p, g, p, g, p).value?.6 == 1)
    #expect(when(fulfilled: p, g, p, g, p, g, p, g).value?.7 == "a")
  }

  @Test("a rejected input among several types rejects the tuple")
  func tupleFails() {
    let promise = when(fulfilled: Guarantee.value(1), Promise<String>(error: Failure("b")))
    #expect(promise.error as? Failure == Failure("b"))
  }

  @Test("any sequence of promises or of guarantees")
  func sequences() {
    #expect(when(fulfilled: (1...3).lazy.map { Promise.value($0) }).value == [1, 2, 3])
    #expect(when(fulfilled: (1...3).map { Guarantee.value($0) }).value == [1, 2, 3])
    #expect(when(label: "set", fulfilled: [Promise.value(1)].dropFirst()).value == [])
    #expect(when(resolved: (1...2).lazy.map { Promise.value($0) }).value?.count == 2)
    #expect(race((1...3).lazy.map { Promise.value($0) }).value == 1)
    #expect(race(fulfilled: (1...3).lazy.map { Promise.value($0) }).value == 1)
  }

  @Test("promises of nothing give a promise of nothing, whose handler takes no parameter")
  func void() {
    let run = Run {
      let nothing = Promise<Void>.value
      when(label: "array", fulfilled: [nothing, nothing]).done { note("array") }.catch { _ in }
      when(label: "three", fulfilled: nothing, nothing, nothing).done { note("three") }.catch { _ in
      }
      when(label: "none", fulfilled: [Promise<Void>]()).done { note("none") }.catch { _ in }
      when(label: "guarantees", guarantees: [Guarantee<Void>.value]).done { note("guarantees") }
      when(label: "two", guarantees: Guarantee<Void>.value, .value).done { note("two") }
      when(fulfilled: [Promise(nothing), Promise<Void>(error: Failure("x"))])
        .done { note("never") }.catch { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["array", "guarantees", "none", "three", "two", "x"])
  }

  @Test("more than eight of one type, or fewer if an array is expected, give an array")
  func oneByOne() {
    let p = Promise.value(1)
    #expect(when(fulfilled: p, p, p, p, p, p, p, p, p).value == Array(repeating: 1, count: 9))
    let two: Promise<[Int]> = when(fulfilled: p, p)
    #expect(two.value == [1, 1])
    let one: Promise<[Int]> = when(label: "one", fulfilled: p)
    #expect(one.value == [1])
  }

  @Test("promises and guarantees mixed in one array, of one type and of several")
  func mixedArrays() {
    let inputs: [any Thenable<Int>] = [Promise.value(1), Guarantee.value(2)]
    #expect(when(fulfilled: inputs).value == [1, 2])
    #expect(when(label: "labelled", fulfilled: inputs).value == [1, 2])
    let anything: [any Thenable] = [Promise.value(1), Guarantee.value("a"), Promise<Void>.value]
    #expect(when(fulfilled: anything).isFulfilled)
    let failing: [any Thenable] = [Guarantee.value(1), Promise<Int>(error: Failure("x"))]
    #expect(when(label: "labelled", fulfilled: failing).error as? Failure == Failure("x"))
  }

  @Test("a dictionary gives the values under their keys")
  func dictionaries() {
    let inputs = ["b": Promise.value(2), "a": .value(1)]
    #expect(when(fulfilled: inputs).value == ["a": 1, "b": 2])
    #expect(when(fulfilled: [String: Promise<Int>]()).value == [:])
    #expect(when(fulfilled: ["g": Guarantee.value(3)]).value == ["g": 3])
    let failing = ["a": Promise.value(1), "b": Promise(error: Failure("b"))]
    #expect(when(label: "labelled", fulfilled: failing).error as? Failure == Failure("b"))
    let results = when(resolved: failing).value
    #expect(results?.mapValues { try? $0.get() } == ["a": 1, "b": nil])
    #expect(when(label: "labelled", resolved: failing).value?.count == 2)
  }

  @Test("the inputs of a dictionary are in the order of its keys, or of their descriptions")
  func orderOfKeys() {
    enum Part: Hashable { case zebra, ant, mouse }
    let run = Run {
      let numbers = (1...20).map { (20 - $0, Promise.value($0)) }
      _ = when(label: "numbers", fulfilled: Dictionary(uniqueKeysWithValues: numbers))
      let parts = [Part.zebra: Promise.value(1), .ant: .value(2), .mouse: .value(3)]
      _ = when(label: "parts", fulfilled: parts)
      _ = when(label: "zebra", fulfilled: [Part.zebra: Promise.value("zebra")])
      let failing = [
        Part.zebra: Promise<Int>(error: Failure("z")), .ant: .init(error: Failure("a")),
      ]
      when(label: "failing", fulfilled: failing).catch { note("\($0)") }
      withExtendedLifetime((numbers, parts, failing)) {}
    }
    let numbers = run.creation(of: "numbers")?.parents
    #expect(numbers == (1...20).reversed().map { PromiseID($0) })
    #expect(run.notes == ["a"])
    let order = run.kinds.compactMap { kind -> String? in
      guard case .inputSettled(let fanIn, _, let input, _) = kind, fanIn == run.id(of: "parts")
      else { return nil }
      return run.settlement(of: input)?.description
    }
    #expect(order == ["2", "3", "1"])
  }

  @Test("guarantees give a guarantee: nothing to catch")
  func guarantees() {
    let run = Run {
      let slow = after(.milliseconds(5)).map { 1 }
      let fast = Guarantee.value(2)
      when(label: "array", guarantees: [slow, fast]).done { note("\($0)") }
      when(label: "two", guarantees: slow, Guarantee.value("b")).done { note("\($0) \($1)") }
      when(label: "none", guarantees: [Guarantee<Int>]()).done { note("\($0)") }
    }
    #expect(run.notes == ["[]", "[1, 2]", "1 b"])
    let g = Guarantee.value(1)
    #expect(when(guarantees: g, g, g).value?.2 == 1)
    #expect(when(guarantees: g, g, g, g).value?.3 == 1)
    #expect(when(guarantees: g, g, g, g, g).value?.4 == 1)
    #expect(when(guarantees: g, g, g, g, g, g).value == [1, 1, 1, 1, 1, 1])
  }
}
