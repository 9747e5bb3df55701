import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `Guarantee` as PromiseKit's users write it.
@Suite("PromiseKit's call sites: Guarantee")
struct GuaranteeCallSites {
  @Test("created with a body, a value, or pending")
  func creation() {
    let run = Run {
      let guarantees: [Guarantee<Int>] = [
        Guarantee { seal in seal(1) },
        Guarantee(resolver: { $0(2) }),
        .value(3),
        Guarantee.value(4),
      ]
      for guarantee in guarantees { guarantee.done { note("\($0)") } }
      let (guarantee, seal) = Guarantee<Void>.pending()
      guarantee.done { note("void") }
      seal(())
      Guarantee().done { note("empty") }
      Guarantee.value.done { note("value") }
    }
    #expect(run.notes == ["1", "2", "3", "4", "void", "empty", "value"])
  }

  @Test("the links of a guarantee are guarantees")
  func links() {
    let run = Run {
      let guarantee = Guarantee.value([1, 2, 3])
      let mapped: Guarantee<Int> = guarantee.map { $0.count }
      let path: Guarantee<Int> = guarantee.map(\.count)
      let then: Guarantee<String> = mapped.then { count in Guarantee.value("\(count)") }
      let got: Guarantee<String> = then.get { note("got \($0)") }
      let void: Guarantee<Void> = got.asVoid()
      let done: Guarantee<Void> = void.done { note("done") }
      done.done { note("over") }
      path.done { note("path \($0)") }
      mapped.then { _ in after(seconds: 1) }.done { note("later") }
      mapped.then { Guarantee.value($0 * 2) }
    }
    #expect(Set(run.notes) == ["got 3", "done", "over", "path 3", "later"])
  }

  @Test("the sequence forms of a guarantee are guarantees")
  func sequences() {
    let run = Run {
      let words = Guarantee.value(["b", "a", "c"])
      let mapped: Guarantee<[Int]> = words.mapValues { $0.count }
      let path: Guarantee<[Int]> = words.mapValues(\.count)
      let flat: Guarantee<[Character]> = words.flatMapValues { Array($0) }
      let compact: Guarantee<[Int]> = words.compactMapValues { Int($0, radix: 11) }
      let then: Guarantee<[String]> = words.thenMap { .value($0 + "!") }
      let thenFlat: Guarantee<[String]> = words.thenFlatMap { .value([$0, $0]) }
      let filtered: Guarantee<[String]> = words.filterValues { $0 > "a" }
      let empty: Guarantee<[String]> = words.filterValues(\.isEmpty)
      let sorted: Guarantee<[String]> = words.sortedValues()
      when(guarantees: mapped, path).done { note("1 \($0) \($1)") }
      flat.done { note("2 \($0)") }
      compact.done { note("3 \($0)") }
      then.done { note("4 \($0)") }
      thenFlat.done { note("5 \($0.count)") }
      filtered.done { note("6 \($0)") }
      empty.done { note("7 \($0)") }
      sorted.done { note("8 \($0)") }
    }
    #expect(
      run.notes.sorted() == [
        "1 [1, 1, 1] [1, 1, 1]", #"2 ["b", "a", "c"]"#, "3 [10]", #"4 ["b!", "a!", "c!"]"#, "5 6",
        #"6 ["b", "c"]"#, "7 []", #"8 ["a", "b", "c"]"#,
      ])
  }

  @Test("work on a queue that cannot fail")
  func queues() {
    let run = Run {
      let guarantee: Guarantee<Int> = Queues.side.async(.promise) { 1 }
      guarantee.done { note("\($0)") }
    }
    #expect(run.notes == ["1"])
  }
}
