import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("when over an iterator, with a limit of simultaneous inputs")
struct WhenConcurrentlyTests {
  @Test("never more than the limit are pending, and the values are in the order of the iterator")
  func limit() {
    let run = Run {
      var delays = [30, 10, 10, 20, 5].makeIterator()
      var number = 0
      let work = AnyIterator<Promise<Int>> {
        guard let delay = delays.next() else { return nil }
        number += 1
        let number = number
        note("begin \(number)")
        return after(.milliseconds(delay)).map { number }.get { note("end \($0)") }
      }
      when(label: "all", fulfilled: work, concurrently: 2).done { note("\($0)") }.catch { _ in }
    }
    #expect(
      run.notes == [
        "begin 1", "begin 2", "end 2", "begin 3", "end 3", "begin 4", "end 1", "begin 5", "end 5",
        "end 4", "[1, 2, 3, 4, 5]",
      ])
  }

  @Test("created names no parents; each input is posted as it is added, before it settles")
  func events() throws {
    let run = Run {
      var delays = [3, 1, 2].makeIterator()
      let work = AnyIterator {
        delays.next().map { after(label: "after \($0)", .milliseconds($0)) }
      }
      when(label: "all", fulfilled: work, concurrently: 2).done { _ in }.catch { _ in }
    }
    let all = try #require(run.id(of: "all"))
    #expect(run.creation(of: "all")?.operation == .all)
    #expect(run.creation(of: "all")?.parents == [])
    let told = run.kinds.compactMap { kind -> String? in
      switch kind {
      case .inputAdded(all, let index, let input): "+\(index) \(run.label(of: input) ?? "")"
      case .inputSettled(all, let index, let input, _): "=\(index) \(run.label(of: input) ?? "")"
      default: nil
      }
    }
    #expect(
      told == ["+0 after 3", "+1 after 1", "=1 after 1", "+2 after 2", "=0 after 3", "=2 after 2"])
  }

  @Test("the first error rejects it, and no further input is added; pending ones are ignored")
  func failure() {
    let run = Run {
      var numbers = (1...10).makeIterator()
      let work = AnyIterator<Promise<Int>> {
        guard let number = numbers.next() else { return nil }
        note("begin \(number)")
        return after(.milliseconds(number * 10)).map {
          if number == 2 { throw Failure("two") }
          return number
        }
      }
      when(label: "all", fulfilled: work, concurrently: 3).done { _ in note("never") }
        .catch { note("\($0)") }
    }
    #expect(run.notes == ["begin 1", "begin 2", "begin 3", "begin 4", "two"])
    #expect(run.ignoredInputs(of: "all") == [2, 3])
  }

  @Test("resolved: continues after an error and never fails")
  func resolved() {
    let run = Run {
      var numbers = (1...4).makeIterator()
      let work = AnyIterator<Promise<Int>> {
        numbers.next().map { number in
          number == 2 ? Promise(error: Failure("two")) : .value(number)
        }
      }
      when(label: "all", resolved: work, concurrently: 1).done { results in
        note("\(results.map { (try? $0.get()) ?? 0 })")
      }
    }
    #expect(run.notes == ["[1, 0, 3, 4]"])
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("an empty iterator: fulfilled with nothing, immediately")
  func empty() {
    #expect(when(fulfilled: [Promise<Int>]().makeIterator(), concurrently: 3).value == [])
    #expect(
      when(resolved: [Promise<Int>]().makeIterator(), concurrently: 3).value?.isEmpty == true)
  }

  @Test("a limit of zero is invalid: badInput, and no input is added", arguments: [0, -1, .min])
  func badLimit(_ limit: Int) {
    let taken = LifeCounter()
    func iterator() -> AnyIterator<Promise<Int>> {
      AnyIterator {
        taken.add(1)
        return nil
      }
    }
    guard case PMKError.badInput? = when(fulfilled: iterator(), concurrently: limit).error else {
      Issue.record("not rejected with badInput")
      return
    }
    let results = when(resolved: iterator(), concurrently: limit).value
    guard case .failure(PMKError.badInput)? = results?.first, results?.count == 1 else {
      Issue.record("not the one result badInput")
      return
    }
    #expect(taken.alive == 0)
  }

  @Test("guarantees, and a limit higher than their number")
  func wide() {
    let inputs = (1...3).map { Guarantee.value($0) }
    #expect(when(fulfilled: inputs.makeIterator(), concurrently: .max).value == [1, 2, 3])
  }

  @Test(
    "promises that an iterator creates belong to the environment of the call, whatever settles them"
  )
  func environment() {
    let pending = Promise<Int>.pending()
    let run = Run {
      var inputs = [{ pending.promise }, { Promise.value(label: "mine", 2) }].makeIterator()
      let work = AnyIterator { inputs.next().map { $0() } }
      when(label: "all", fulfilled: work, concurrently: 1).done { note("\($0)") }.catch { _ in }
      PromiseEnvironment(observers: []).run { pending.resolver.fulfill(1) }
    }
    #expect(run.notes == ["[1, 2]"])
    #expect(run.id(of: "mine") != nil)
  }

  @Test("twenty thousand settled inputs do not need stack space")
  func depth() {
    onSmallStack {
      var numbers = (0..<20_000).makeIterator()
      let work = AnyIterator { numbers.next().map { Promise.value($0) } }
      #expect(when(fulfilled: work, concurrently: 1).value == Array(0..<20_000))
      var others = (0..<20_000).makeIterator()
      let rest = AnyIterator { others.next().map { Promise.value($0) } }
      #expect(when(resolved: rest, concurrently: 7).value?.count == 20_000)
    }
  }

  @Test("twenty thousand inputs that settle inside one another's handlers, on a small stack")
  func depthInHandlers() {
    onSmallStack {
      let first = Promise<Int>.pending()
      var numbers = (0..<20_000).makeIterator()
      let work = AnyIterator {
        numbers.next().map { $0 == 0 ? first.promise : Promise.value($0).map(on: nil) { $0 } }
      }
      let all = when(fulfilled: work, concurrently: 1)
      #expect(all.isPending)
      first.resolver.fulfill(0)
      #expect(all.value == Array(0..<20_000))
    }
  }

  @Test("the iterator is released as soon as no further input is needed")
  func lifetime() {
    let lives = LifeCounter()
    let pending = Promise<Int>.pending()
    func iterator(_ inputs: [Promise<Int>]) -> AnyIterator<Promise<Int>> {
      let life = Life(lives)
      var inputs = inputs.makeIterator()
      return AnyIterator { withExtendedLifetime(life) { inputs.next() } }
    }
    let whole = when(fulfilled: iterator([pending.promise]), concurrently: 2)
    #expect(lives.alive == 0)
    let failed = when(
      fulfilled: iterator([pending.promise, Promise(error: Failure("x"))]), concurrently: 2)
    #expect(lives.alive == 0)
    let waiting = when(fulfilled: iterator([pending.promise, .value(1)]), concurrently: 1)
    #expect(lives.alive == 1)
    pending.resolver.fulfill(0)
    #expect(lives.alive == 0)
    #expect(whole.isFulfilled && failed.isRejected && waiting.value == [0, 1])
  }

  @Test(
    "inputs that settle on many threads at the same time: each is added once, by one thread at a time"
  )
  func threads() {
    let pulling = Atomic(0)
    let overlaps = Atomic(0)
    let count = 2_000
    var numbers = (0..<count).makeIterator()
    let work = AnyIterator<Promise<Int>> {
      if pulling.add(1, ordering: .relaxed).newValue > 1 { overlaps.add(1, ordering: .relaxed) }
      defer { pulling.subtract(1, ordering: .relaxed) }
      return numbers.next().map { number in
        Queues.wide.async(.promise) { number }.map(on: nil) { $0 }
      }
    }
    let all = when(fulfilled: work, concurrently: 8)
    all.awaitOnThisThread()
    #expect(all.value == Array(0..<count))
    let overlapping = overlaps.load(ordering: .relaxed)
    #expect(overlapping == 0)
  }
}
