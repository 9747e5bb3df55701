import Dispatch
import PromiseKitLite
import Testing

/// `firstly`, `after`, `race` and `when` as PromiseKit's users write them.
@Suite("PromiseKit's call sites: firstly, after, race, when")
struct CombinatorCallSites {
  @Test("firstly with a promise, a guarantee, a throw, and anything thenable")
  func firstlys() {
    let run = Run {
      firstly { Promise.value(1) }.done { note("\($0)") }.catch { _ in }
      firstly { Guarantee.value(2) }.done { note("\($0)") }
      firstly { () -> Promise<Int> in
        throw Failure("x")
      }.catch { note("\($0)") }
      firstly { try guaranteed() }.done { note("\($0)") }.catch { _ in }
      firstly { when(fulfilled: Promise.value(4), Guarantee.value(5)) }
        .done { note("\($0) \($1)") }.catch { _ in }
      firstly {
        race(Promise.value(6), Promise.value(7))
      }.then { number -> Promise<Int> in
        note("\(number)")
        return Promise.value(number + 2)
      }.done { number in
        note("\(number)")
      }.catch { _ in note("never") }
    }
    #expect(run.notes.sorted() == ["1", "2", "3", "4 5", "6", "8", "x"])
  }

  @Test("after, in seconds or in an interval")
  func afters() {
    let run = Run {
      after(seconds: 0.3).done { note("3") }
      after(.milliseconds(20)).done { note("2") }
      after(.seconds(1)).then { after(seconds: 0) }.done { note("4") }
      let wait = after(.microseconds(1))
      firstly { Promise.value(1) }.then { value in wait.map { value } }.done { note("\($0)") }
        .cauterize()
    }
    #expect(run.notes == ["1", "2", "3", "4"])
  }

  @Test("race, one by one, in an array, of guarantees, and for the first that is fulfilled")
  func races() {
    let run = Run {
      race(after(seconds: 1).map { "slow" }, after(seconds: 0.5).map { "quick" })
        .done { note("1 \($0)") }
      race([Promise.value(1), Promise<Int>.pending().promise]).done { note("2 \($0)") }.cauterize()
      race(Promise<Int>(error: Failure("x")), Promise.value(1)).catch { note("3 \($0)") }
      race(fulfilled: [Promise<Int>(error: Failure("x")), Promise.value(1)])
        .done { note("4 \($0)") }.cauterize()
      race([Promise<Int>]()).catch { note("5 \($0)") }
      race(fulfilled: [Promise<Int>(error: Failure("x"))]).catch { error in
        if case PMKError.noWinner = error { note("6") }
      }
      let timeout = after(seconds: 2).done { throw PMKError.cancelled }
      race(Promise<Void>.pending().promise, timeout).catch(policy: .allErrors) { _ in note("7") }
    }
    #expect(
      run.notes.sorted() == [
        "1 quick", "2 1", "3 x", "4 1", "5 Bad input was provided to a PromiseKit function", "6",
        "7",
      ])
  }

  @Test("when(fulfilled:) over two to five, arrays, nothing, and promises of nothing")
  func whens() {
    let run = Run {
      let one = Promise.value(1)
      let text = Guarantee.value("a")
      when(fulfilled: one, text).done { note("1 \($0) \($1)") }.cauterize()
      when(fulfilled: one, text, one).done { note("2 \($0)\($1)\($2)") }.cauterize()
      when(fulfilled: one, text, one, text).done { a, b, c, d in note("3 \(a)\(b)\(c)\(d)") }
        .cauterize()
      when(fulfilled: one, text, one, text, one).done { note("4 \($0)\($1)\($2)\($3)\($4)") }
        .cauterize()
      when(fulfilled: [one, one]).done { note("5 \($0)") }.cauterize()
      when(fulfilled: [Promise<Int>]()).done { note("6 \($0)") }.cauterize()
      when(fulfilled: one.asVoid(), one.asVoid()).done { note("7") }.cauterize()
      when(fulfilled: [one.asVoid(), one.asVoid()]).done { note("8") }.cauterize()
      when(fulfilled: (1...3).map { Promise.value($0) }).mapValues { $0 + 1 }
        .done { note("9 \($0)") }.cauterize()
    }
    #expect(
      run.notes.sorted() == [
        "1 1 a", "2 1a1", "3 1a1a", "4 1a1a1", "5 [1, 1]", "6 []", "7", "8", "9 [2, 3, 4]",
      ])
  }

  @Test("when(resolved:), when(guarantees:), and a generator with a bound")
  func others() {
    let run = Run {
      let failing = Promise<Int>(error: Failure("x"))
      when(resolved: [Promise.value(1), failing]).done { results in
        for result in results {
          switch result {
          case .success(let value): note("1 \(value)")
          case .failure(let error): note("1 \(error)")
          }
        }
      }
      when(resolved: Promise.value(1), failing).done { note("2 \($0.count)") }
      when(guarantees: Guarantee.value(1), Guarantee.value("a")).done { note("3 \($0)\($1)") }
      when(guarantees: after(seconds: 1), after(seconds: 2)).done { note("4") }
      var next = 0
      let generator = AnyIterator<Promise<Int>> {
        next += 1
        return next > 3 ? nil : after(seconds: 1).map { 5 }.then { Promise.value($0) }
      }
      when(fulfilled: generator, concurrently: 2).done { note("5 \($0)") }.cauterize()
    }
    #expect(
      run.notes.sorted() == ["1 1", "1 x", "2 2", "3 1a", "4", "5 [5, 5, 5]"])
  }
}

private func guaranteed() throws -> Guarantee<Int> { .value(3) }
