import TestSupport
import Testing

#if PROMISEKIT
  import PromiseKit
#else
  import PromiseKitLite
#endif

/// `when` as PromiseKit's users write it.
@Suite("PromiseKit's call sites: when")
struct WhenCallSites {
  @Test("when(fulfilled:) over two to five, arrays, nothing, and promises of nothing")
  func fulfilled() {
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

  @Test("when(resolved:), when(guarantees:), and a generator with a limit")
  func resolved() {
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

  @Test("the next link takes the values as parameters, or as one tuple")
  func tuples() {
    let run = Run {
      let pair = when(fulfilled: Promise.value(1), Promise.value(2))
      pair.map { $0 + $1 }.done { note("\($0)") }.cauterize()
      pair.map { ($1, $0) }.done { note("\($0) \($1)") }.cauterize()
      pair.then { argument -> Promise<Int> in
        let (first, second) = argument
        return .value(first * 10 + second)
      }.done { note("\($0)") }.cauterize()
      pair.then { first, second -> Guarantee<Int> in
        .value(first - second)
      }.done { note("\($0)") }.cauterize()
      pair.done { (first, second) in note("(\(first), \(second))") }
        .catch { (error: any Error) in note("\(error)") }
      pair.done { _, second in note("second \(second)") }.cauterize()
    }
    #expect(Set(run.notes) == ["3", "2 1", "12", "-1", "(1, 2)", "second 2"])
  }

  @Test("an iterator of a collection with a limit, for values and for results")
  func iterators() {
    let run = Run {
      let promises = [Promise.value(1), Promise.value(2)]
      when(fulfilled: promises.makeIterator(), concurrently: 1).done { note("\($0)") }.cauterize()
      let mixed = [Promise.value(1), Promise(error: Failure("x"))]
      when(resolved: mixed.makeIterator(), concurrently: 2).done { results in
        note("\(results.map { try? $0.get() })")
      }
      when(fulfilled: promises + [Promise.value(3)]).done { note("\($0)") }.cauterize()
    }
    #expect(Set(run.notes) == ["[1, 2]", "[Optional(1), nil]", "[1, 2, 3]"])
  }
}
