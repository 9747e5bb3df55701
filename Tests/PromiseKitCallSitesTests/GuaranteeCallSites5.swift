import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `Guarantee` of values that are not `Sendable`: its links are guarantees as well, so no `catch`
/// is required.
@Suite("PromiseKit's call sites in Swift 5 mode: Guarantee")
struct GuaranteeCallSites5 {
  @Test("the links of a guarantee are guarantees")
  func links() {
    let run = Run {
      let guarantee = Guarantee.value(Kitten(name: "Tom"))
      let mapped = guarantee.map { kitten in Litter(kittens: [kitten], mother: nil) }
      let path = guarantee.map(\.name)
      let then = guarantee.then { kitten in Guarantee.value([kitten, kitten]) }
      let got = guarantee.get { $0.lives -= 1 }
      let done = guarantee.done { note($0.name) }
      let void = guarantee.asVoid()
      let first = firstly { guarantee }
      // Each has the type that is written.
      let litters: Guarantee<Litter> = mapped
      let names: Guarantee<String> = path
      let pairs: Guarantee<[Kitten]> = then
      let voids: [Guarantee<Void>] = [done, void]
      let kittens: [Guarantee<Kitten>] = [got, first]
      when(guarantees: litters, names, pairs).done { litter, name, pair in
        note("\(litter.kittens.count) \(name) \(pair.count)")
      }
      when(guarantees: voids).done { note("voids") }
      when(guarantees: kittens).done { note("\($0.map(\.lives))") }
    }
    #expect(Set(run.notes) == ["Tom", "1 Tom 2", "voids", "[8, 8]"])
  }

  @Test("the sequence forms of a guarantee are guarantees")
  func sequences() {
    let run = Run {
      let litter = Guarantee.value([Kitten(name: "a"), Kitten(name: "b")])
      let mapped = litter.mapValues { $0.name }
      let flat = litter.flatMapValues { [$0, $0] }
      let compact = litter.compactMapValues { $0.name == "a" ? $0 : nil }
      let then = litter.thenMap { Guarantee.value($0) }
      let thenFlat = litter.thenFlatMap { Guarantee.value([$0]) }
      let filtered = litter.filterValues { $0.name == "b" }
      let sorted = Guarantee.value([Badge(2), Badge(1)]).sortedValues()
      let names: Guarantee<[String]> = mapped
      let kittens: [Guarantee<[Kitten]>] = [flat, compact, then, thenFlat, filtered]
      let badges: Guarantee<[Badge]> = sorted
      names.done { note("\($0)") }
      when(guarantees: kittens).done { note("\($0.map(\.count))") }
      badges.done { note("\($0.map(\.number))") }
    }
    #expect(Set(run.notes) == [#"["a", "b"]"#, "[4, 1, 2, 2, 1]", "[1, 2]"])
  }

  @Test("created with a callback, a value, or pending")
  func creation() {
    let shelter = Shelter()
    let run = Run {
      Guarantee { shelter.name(completion: $0) }.done { note($0) }
      Guarantee<Void> { seal in shelter.close { seal(()) } }.done { note("\(shelter.isOpen)") }
      let (guarantee, seal) = Guarantee<Kitten>.pending()
      guarantee.done { note($0.name) }
      seal(Kitten(name: "later"))
      after(seconds: 1).map { Kitten(name: "after") }.done { note($0.name) }
      after(seconds: 2).then { Guarantee.value(Kitten(name: "then")) }.done { note($0.name) }
    }
    #expect(run.notes == ["shelter", "false", "later", "after", "then"])
  }

  @Test("a step that throws makes the chain a promise")
  func throwing() {
    let run = Run {
      let promise: Promise<Void> = Guarantee.value(Kitten(name: "Tom")).done { kitten in
        if kitten.lives == 9 { throw KittenError.angry(9) }
      }
      promise.catch { note("\($0)") }
      Guarantee.value(Kitten(name: "Tom")).then { kitten in Promise.value(kitten) }
        .done { note($0.name) }.catch { _ in }
    }
    #expect(Set(run.notes) == ["angry(9)", "Tom"])
  }
}
