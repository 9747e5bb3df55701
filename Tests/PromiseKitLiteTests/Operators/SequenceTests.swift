import PromiseKitLite
import TestSupport
import Testing

@Suite("sequences: a step for each element")
struct SequenceTests {
  @Test("mapValues, flatMapValues, compactMapValues, filterValues and sortedValues, in order")
  func values() {
    let run = Run {
      let numbers = Promise.value([3, 1, 2])
      numbers.mapValues { $0 * 2 }.done { note("\($0)") }.catch { _ in note("never") }
      numbers.flatMapValues { [$0, -$0] }.done { note("\($0)") }.catch { _ in note("never") }
      numbers.compactMapValues { $0 > 1 ? "\($0)" : nil }.done { note("\($0)") }
        .catch { _ in note("never") }
      numbers.filterValues { $0 > 1 }.done { note("\($0)") }.catch { _ in note("never") }
      numbers.sortedValues().done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(
      run.notes == ["[6, 2, 4]", "[3, -3, 1, -1, 2, -2]", #"["3", "2"]"#, "[3, 2]", "[1, 2, 3]"])
  }

  @Test("the same for a guarantee, which remains one")
  func guarantees() {
    let run = Run {
      let numbers = Guarantee.value([3, 1, 2])
      let doubled: Guarantee<[Int]> = numbers.mapValues { $0 * 2 }
      doubled.done { note("\($0)") }
      numbers.flatMapValues { [$0, -$0] }.done { note("\($0)") }
      numbers.compactMapValues { $0 > 1 ? "\($0)" : nil }.done { note("\($0)") }
      numbers.filterValues { $0 > 1 }.done { note("\($0)") }
      numbers.sortedValues(label: "sorted").done { note("\($0)") }
      numbers.thenMap { number in after(seconds: Double(number)).map { number } }
        .done { note("\($0)") }
      numbers.thenFlatMap { .value([$0, $0]) }.done { note("\($0)") }
    }
    #expect(
      Set(run.notes) == [
        "[6, 2, 4]", "[3, -3, 1, -1, 2, -2]", #"["3", "2"]"#, "[3, 2]", "[1, 2, 3]", "[3, 1, 2]",
        "[3, 3, 1, 1, 2, 2]",
      ])
  }

  @Test("a throw rejects, and the remaining elements are skipped")
  func throwing() {
    let run = Run {
      Promise.value([1, 2, 3]).mapValues { number -> Int in
        note("\(number)")
        if number == 2 { throw Failure("x") }
        return number
      }.catch { note("\($0)") }
      Promise.value([1]).thenMap { _ -> Promise<Int> in throw Failure("y") }.catch { note("\($0)") }
    }
    #expect(Set(run.notes) == ["1", "2", "x", "y"])
  }

  @Test("thenMap waits for all, in the order of the elements; thenFlatMap joins them")
  func thens() {
    let run = Run {
      Promise.value([3, 1, 2])
        .thenMap { number in after(seconds: Double(number)).map { number * 10 } }
        .done { note("\($0)") }.catch { _ in note("never") }
      Promise.value([2, 1])
        .thenFlatMap(label: "flat") { number in Promise.value([number, number]) }
        .done { note("\($0)") }.catch { _ in note("never") }
      Promise.value([Int]()).thenMap { Promise.value($0) }.done { note("none \($0)") }
        .catch { _ in note("never") }
    }
    #expect(run.notes == ["[2, 2, 1, 1]", "none []", "[30, 10, 20]"])
    #expect(run.operation(of: "flat") == .thenFlatMap)
  }

  @Test("thenMap fails with the first failure")
  func failing() {
    let run = Run {
      Promise.value([2, 1]).thenMap { number in
        after(seconds: Double(number)).done { throw Failure("\(number)") }
      }.catch { note("\($0)") }
    }
    #expect(run.notes == ["1"])
  }

  @Test("firstValue and lastValue take an element without a hop; for an empty sequence they reject")
  func ends() {
    let run = Run {
      let numbers = Promise.value([3, 1, 2])
      numbers.firstValue.done { note("\($0)") }.catch { _ in note("never") }
      numbers.lastValue(label: "last").done { note("\($0)") }.catch { _ in note("never") }
      let none = Promise.value([Int]())
      none.firstValue.catch { note("\($0)") }
      none.lastValue.catch { note("\($0)") }
    }
    let sentence = "The first or last element was requested for an empty sequence"
    #expect(run.notes.sorted() == ["2", "3", sentence, sentence])
    #expect(run.queue(of: "last") == "inline")
  }

  @Test("firstValue(where:) takes the first element that passes")
  func firstWhere() {
    let run = Run {
      let numbers = Promise.value([3, 1, 2])
      numbers.firstValue { $0 < 3 }.done { note("\($0)") }.catch { _ in note("never") }
      numbers.firstValue(where: { $0 > 3 }).catch { note("\($0)") }
      numbers.firstValue(label: "first", on: Queues.side, where: { _ in throw Failure("x") })
        .catch { note("\($0)") }
    }
    #expect(
      run.notes.sorted() == [
        "1", "The first or last element was requested for an empty sequence", "x",
      ])
    #expect(run.queue(of: "first") == "side")
  }

  @Test("any sequence works, also an empty one")
  func sequences() {
    let run = Run {
      Promise.value(1...3).mapValues { $0 + 1 }.done { note("\($0)") }.catch { _ in }
      Promise.value(Set(["a"])).firstValue.done { note($0) }.catch { _ in }
      Promise.value(["k": 1]).mapValues { $0.value }.done { note("\($0)") }.catch { _ in }
      Promise.value("abc").lastValue.done { note("\($0)") }.catch { _ in }
      Promise.value([Int]()).mapValues { $0 }.filterValues { _ in true }.sortedValues()
        .done { note("none \($0)") }.catch { _ in }
    }
    #expect(run.notes.sorted() == ["[1]", "[2, 3, 4]", "a", "c", "none []"])
  }
}
