import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 8: all, allSettled, race and any")
struct Rule8Tests {
  @Test("all keeps the order of its inputs, whichever settles first")
  func allKeepsOrder() {
    let run = Run {
      when(
        label: "all",
        fulfilled: [20, 5, 10].map { delay in after(.milliseconds(delay)).map { delay } }
      )
      .done { note("\($0)") }
      .catch { _ in note("never") }
    }
    #expect(run.notes == ["[20, 5, 10]"])
  }

  @Test("all fails with the first failure; the others continue, and are posted as ignored")
  func allFailsFast() {
    let run = Run {
      let slow = after(.milliseconds(20)).map { note("slow ran") }
      let first = after(.milliseconds(10)).map { throw Failure("first") }
      let second = after(.milliseconds(15)).map { throw Failure("second") }
      when(label: "all", fulfilled: [Promise(slow), first, second])
        .done { _ in note("never") }
        .catch { note("caught \($0)") }
    }
    #expect(run.notes == ["caught first", "slow ran"])
    let ignored = run.kinds.compactMap { kind -> Int? in
      if case .inputIgnored(let fanIn, let index, _, _) = kind, fanIn == run.id(of: "all") {
        index
      } else {
        nil
      }
    }
    #expect(ignored == [2, 0])
    #expect(
      !run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("a fan-in of no inputs belongs to the environment in which it is created")
  func noInputsInEnvironment() {
    let run = Run {
      when(label: "none", fulfilled: [Promise<Int>]()).done { _ in note("done") }.catch { _ in }
      race([Promise<Int>]()).catch { _ in note("caught") }
      when(resolved: [Promise<Int>]()).done { _ in note("resolved") }
    }
    #expect(run.notes == ["done", "caught", "resolved"])
    #expect(run.settlement(of: "none")?.outcome == .fulfilled)
  }

  @Test(
    "all of nothing is fulfilled with nothing; allSettled too; race and any reject with badInput")
  func noInputs() {
    #expect(when(fulfilled: [Promise<Int>]()).value == [])
    #expect(when(resolved: [Promise<Int>]()).value?.isEmpty == true)
    for promise in [race([Promise<Int>]()), race(fulfilled: [Promise<Int>]())] {
      guard case PMKError.badInput? = promise.error else {
        Issue.record("\(promise) is not rejected with badInput")
        continue
      }
    }
  }

  @Test("allSettled never fails and keeps the order")
  func allSettled() {
    let guarantee = when(resolved: [Promise.value(1), Promise(error: Failure("x")), .value(3)])
    #expect(guarantee.value?.map { try? $0.get() } == [1, nil, 3])
  }

  @Test("all over promises and guarantees of several types gives a tuple")
  func tuples() {
    let two = when(fulfilled: Promise.value(1), Guarantee.value("a"))
    #expect(two.value?.0 == 1 && two.value?.1 == "a")
    let five = when(
      fulfilled: Promise.value(1), Promise.value("b"), Guarantee.value(3.0), Promise.value([4]),
      Guarantee.value(true))
    #expect(five.value?.3 == [4] && five.value?.4 == true)
  }

  @Test("race settles like the first one that settles, also with a rejection")
  func raceFirstSettled() {
    let run = Run {
      let bad = after(.milliseconds(10)).map { () throws -> Int in throw Failure("bad") }
      let good = after(.milliseconds(30)).map { 2 }
      race(label: "race", [bad, Promise(good)]).done { _ in note("never") }.catch { note("\($0)") }
    }
    #expect(run.notes == ["bad"])
    #expect(run.settlement(of: "race")?.outcome == .rejected)
  }

  @Test("race names its winner; the losers are posted as ignored when they settle")
  func raceWinner() {
    let run = Run {
      let slow = after(label: "slow", .milliseconds(30))
      let fast = after(label: "fast", .milliseconds(10))
      race(label: "race", [slow, fast]).done { note("won") }.catch { _ in }
    }
    #expect(run.settlement(of: "race")?.from == run.id(of: "fast"))
    #expect(
      run.kinds.contains { kind in
        if case .inputIgnored(_, 0, let input, .fulfilled) = kind {
          input == run.id(of: "slow")
        } else {
          false
        }
      })
  }

  @Test("any is fulfilled by the first fulfilled one")
  func anyFirstFulfilled() {
    let run = Run {
      let bad = after(.milliseconds(10)).map { () throws -> Int in throw Failure("bad") }
      let good = Promise(after(.milliseconds(30)).map { 2 })
      race(label: "any", fulfilled: [bad, good]).done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["2"])
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("any with only failures keeps every error in the order of the inputs")
  func anyNoWinner() {
    let promise = race(fulfilled: [
      Promise<Int>(error: Failure("a")), Promise<Int>(error: Failure("b")),
    ])
    guard case PMKError.noWinner(let errors)? = promise.error else {
      Issue.record("\(promise) is not rejected with noWinner")
      return
    }
    #expect(errors as? [Failure] == [Failure("a"), Failure("b")])
  }

  @Test("the created event of a fan-in names all inputs in order, also one that appears twice")
  func parents() {
    let run = Run {
      let one = Promise.value(1)
      let two = Promise.value(2)
      _ = when(label: "all", fulfilled: [two, one, two])
    }
    let parents = run.kinds.compactMap { kind -> [PromiseID]? in
      if case .created(let creation) = kind, creation.operation == .all {
        creation.parents
      } else {
        nil
      }
    }
    #expect(parents == [[2, 1, 2]])
    #expect(run.settlement(of: "all")?.description == "[2, 1, 2]")
  }

  @Test("all over a hundred thousand, in order, on a small stack")
  func large() {
    onSmallStack {
      let pairs = (0..<100_000).map { _ in Promise<Int>.pending() }
      let all = when(fulfilled: pairs.map(\.promise))
      for (index, pair) in pairs.enumerated().reversed() { pair.resolver.fulfill(index) }
      #expect(all.value == Array(0..<100_000))
    }
  }

  @Test("any keeps the errors in the order of the inputs, in whichever order they arrive")
  func anyNoWinnerInOrder() {
    let run = Run {
      let inputs = [20, 5, 10].map { delay in
        after(.milliseconds(delay)).map { () throws -> Int in throw Failure("\(delay)") }
      }
      race(fulfilled: inputs).catch { error in
        if case PMKError.noWinner(let errors) = error { note("\(errors)") }
      }
    }
    #expect(run.notes == ["[20, 5, 10]"])
    #expect(run.unhandled.isEmpty)
  }

  @Test("the errors that allSettled and any receive are posted as handled, by them")
  func errorsHandled() {
    let run = Run {
      let bad = Promise<Int>(label: "bad", error: Failure("x"))
      when(label: "settled", resolved: [bad]).done { _ in }
      race(label: "any", fulfilled: [bad, .value(1)]).done { _ in }.catch { _ in }
    }
    let by = run.kinds.compactMap { kind -> PromiseID? in
      if case .errorHandled(run.id(of: "bad"), let by) = kind { by } else { nil }
    }
    #expect(by == ["settled", "any"].compactMap(run.id(of:)))
  }

  @Test(
    "an all that has failed has ended: the other failures are not reported, and posted as ignored"
  )
  func failuresAfterTheFirst() {
    let run = Run {
      let bad = [10, 20].map { delay in
        after(.milliseconds(delay)).map { () throws -> Int in throw Failure("\(delay)") }
      }
      when(label: "all", fulfilled: bad).catch { note("caught \($0)") }
    }
    #expect(run.notes == ["caught 10"])
    #expect(
      run.kinds.contains { kind in
        if case .inputIgnored(run.id(of: "all"), 1, _, .rejected) = kind { true } else { false }
      })
  }

  @Test("the same promise twice is two inputs")
  func sameInputTwice() {
    let (promise, seal) = Promise<Int>.pending()
    let all = when(fulfilled: [promise, promise])
    let settled = when(resolved: [promise, promise])
    seal.fulfill(1)
    #expect(all.value == [1, 1])
    #expect(settled.value?.count == 2)
  }

  @Test("a cancelled input cancels all and race, and is one of the errors of any")
  func cancelledInput() {
    let run = Run {
      let inputs = [Promise<Int>(error: Cancelled())]
      when(label: "all", fulfilled: inputs).cancelled { note("all") }.catch { _ in note("never") }
      race(label: "race", inputs).cancelled { note("race") }.catch { _ in note("never") }
      race(label: "any", fulfilled: inputs).catch { _ in note("any") }
    }
    #expect(run.notes.sorted() == ["all", "any", "race"])
    #expect(run.settlement(of: "all")?.outcome == .cancelled)
    #expect(run.settlement(of: "any")?.outcome == .rejected)
  }
}
