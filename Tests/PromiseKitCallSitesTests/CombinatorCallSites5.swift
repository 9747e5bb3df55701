import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `firstly`, `after`, `race`, and `when` over values that are not `Sendable`.
@Suite("PromiseKit's call sites in Swift 5 mode: firstly, after, race, when")
struct CombinatorCallSites5 {
  private func fetch(_ name: String) -> Promise<Kitten> { .value(Kitten(name: name)) }

  @Test("when(fulfilled:) with different types, arrays, and promises of nothing")
  func whens() {
    let run = Run {
      when(fulfilled: fetch("a"), Promise.value(Litter(kittens: [], mother: nil)))
        .done { kitten, litter in note("1 \(kitten.name) \(litter.kittens.count)") }
        .catch { _ in note("never") }
      when(fulfilled: fetch("a"), Guarantee.value(Badge(2)), Promise.value(3))
        .done { note("2 \($0.name) \($1.number) \($2)") }.catch { _ in note("never") }
      when(fulfilled: ["a", "b"].map(fetch)).done { note("3 \($0.map { $0.name })") }.cauterize()
      when(fulfilled: [fetch("a").asVoid(), fetch("b").asVoid()]).done { note("4") }.cauterize()
      firstly {
        when(fulfilled: fetch("a"), fetch("b"))
      }.done { first, second in
        note("5 \(first.name) \(second.name)")
      }.catch { _ in note("never") }
    }
    #expect(
      run.notes.sorted() == ["1 a 0", "2 a 2 3", #"3 ["a", "b"]"#, "4", "5 a b"])
  }

  @Test("when(resolved:), when(guarantees:), and a generator with a limit")
  func others() {
    let run = Run {
      when(resolved: [fetch("a"), Promise(error: KittenError.none)]).done { results in
        for case .success(let kitten) in results { note("1 \(kitten.name)") }
        for case .failure(let error) in results { note("1 \(error)") }
      }
      when(guarantees: Guarantee.value(Kitten(name: "b")), Guarantee.value(Badge(1)))
        .done { note("2 \($0.name) \($1.number)") }
      var names = ["c", "d", "e"].makeIterator()
      let generator = AnyIterator { () -> Promise<Kitten>? in
        guard let name = names.next() else { return nil }
        return after(seconds: 1).then { self.fetch(name) }
      }
      when(fulfilled: generator, concurrently: 2).done { note("3 \($0.map(\.name))") }.cauterize()
    }
    #expect(run.notes.sorted() == ["1 a", "1 none", "2 b 1", #"3 ["c", "d", "e"]"#])
  }

  @Test("race, also as a timeout")
  func races() {
    let run = Run {
      race(fetch("quick"), Promise<Kitten>.pending().promise).done { note("1 \($0.name)") }
        .cauterize()
      race([fetch("first"), fetch("second")]).done { note("2 \($0.name)") }.cauterize()
      race(fulfilled: [Promise(error: KittenError.none), fetch("winner")])
        .done { note("3 \($0.name)") }.cauterize()
      race(
        after(seconds: 2).map { Kitten(name: "slow") },
        after(seconds: 1).map { Kitten(name: "soon") }
      ).done { note("4 \($0.name)") }
      let timeout = after(seconds: 4)
      race(when(fulfilled: [fetch("x")]).asVoid(), timeout.asVoid()).then {
        self.fetch("y")
      }.done { note("5 \($0.name)") }.cauterize()
    }
    #expect(run.notes.sorted() == ["1 quick", "2 first", "3 winner", "4 soon", "5 y"])
  }

  @Test("firstly with several statements, a throw, and state")
  func firstlys() {
    var isBusy = false
    let run = Run {
      firstly { () -> Promise<Kitten> in
        isBusy = true
        return fetch("a")
      }.then { kitten -> Guarantee<Kitten> in
        Guarantee.value(kitten)
      }.done { kitten in
        note("\(kitten.name) \(isBusy)")
      }.ensure {
        isBusy = false
      }.catch { _ in note("never") }
      firstly { () throws -> Promise<Kitten> in
        throw KittenError.none
      }.catch { note("\($0)") }
    }
    #expect(Set(run.notes) == ["a true", "none"] && !isBusy)
  }
}
