import PromiseKitLite
import TestSupport
import Testing

@Suite("thenResolving: a step that resolves by a callback")
struct ThenResolvingTests {
  @Test("the new promise settles when the resolver is used, also after the handler")
  func later() {
    let run = Run {
      Promise.value(2).thenResolving { value, seal in
        after(seconds: 1).done { seal.fulfill(value + 1) }
        note("returned")
      }.done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["returned", "3"])
  }

  @Test("it accepts the arguments of a completion handler, and a rejection too")
  func adapters() {
    let run = Run {
      let load: @Sendable (Int, @escaping @Sendable (String?, (any Error)?) -> Void) -> Void = {
        $1($0 == 1 ? "one" : nil, $0 == 1 ? nil : Failure("no \($0)"))
      }
      for number in [1, 2] {
        Promise.value(number)
          .thenResolving { load($0, $1.resolve) }
          .done { (text: String) in note(text) }
          .catch { note("\($0)") }
      }
    }
    #expect(run.notes.sorted() == ["no 2", "one"])
  }

  @Test("a throw rejects, unless the promise has already settled")
  func throwing() {
    let run = Run {
      Promise.value(1).thenResolving { (_, _: Resolver<Int>) in throw Failure("x") }
        .done { _ in note("never") }.catch { note("\($0)") }
      Promise.value(1).thenResolving { value, seal in
        seal.fulfill(value)
        throw Failure("late")
      }.done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes.sorted() == ["1", "x"])
    #expect(run.kinds.contains { if case .resolutionIgnored = $0 { true } else { false } })
    let threw = run.kinds.filter { if case .jobEnded(_, _, _, .threw) = $0 { true } else { false } }
    #expect(threw.count == 2)
  }

  @Test("an error skips it without a hop")
  func errors() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .thenResolving(label: "link") { (_, _: Resolver<Int>) in note("never") }
        .catch { note("\($0)") }
    }
    #expect(run.notes == ["x"])
    #expect(run.skip(of: "link") == .errorPassesValueHandler)
  }

  @Test("a resolver that is dropped leaves the promise pending, which is reported")
  func givenUp() {
    let run = Run {
      Promise.value(1).thenResolving(label: "link") { (_, _: Resolver<Int>) in }
        .done(label: "done") { _ in note("never") }.catch { _ in note("never") }
    }
    #expect(run.waiting(for: "link") == [run.id(of: "done")].compactMap { $0 })
  }

  @Test("a guarantee's value is resolved in the same way")
  func guarantee() {
    let run = Run {
      after(seconds: 1).map { 4 }.thenResolving { $1.fulfill($0) }.done { note("\($0)") }
        .catch { _ in note("never") }
    }
    #expect(run.notes == ["4"])
  }
}
