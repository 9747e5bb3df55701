import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Rule 6: settlements skip links without a hop, in a loop, with an event for each link")
struct Rule6Tests {
  @Test("an error skips then, map, done, and get, and reaches the catch after one hop")
  func errorPasses() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .then(label: "then") { Promise.value($0) }
        .map(label: "map") { $0 }
        .get(label: "get") { _ in note("never") }
        .done(label: "done") { _ in note("never") }
        .catch { note("caught \($0)") }
      note("first on main").self
      _ = Promise.value(1).done { _ in note("second on main") }
    }
    #expect(run.notes == ["first on main", "caught x", "second on main"])
    let skipped = run.kinds.compactMap { kind -> PromiseID? in
      if case .handlerSkipped(_, let child, .errorPassesValueHandler) = kind { child } else { nil }
    }
    #expect(skipped == ["then", "map", "get", "done"].compactMap(run.id(of:)))
    for label in ["then", "map", "get", "done"] {
      #expect(run.settlement(of: label)?.outcome == .rejected)
      #expect(run.settlement(of: label)?.origin == 1)
    }
  }

  @Test("very many links pass an error on, inline, on a small stack")
  func manyLinksRejected() {
    onSmallStack {
      let (root, seal) = Promise<Int>.pending()
      var last = root
      for _ in 0..<Sizes.long { last = last.map(on: nil) { $0 } }
      seal.reject(Failure("x"))
      #expect(last.error as? Failure == Failure("x"))
    }
  }

  @Test("very many links pass a value on, inline, on a small stack")
  func manyLinksFulfilled() {
    onSmallStack {
      let (root, seal) = Promise<Int>.pending()
      var last = root
      for _ in 0..<Sizes.long { last = last.map(on: nil) { $0 + 1 } }
      seal.fulfill(0)
      #expect(last.value == Sizes.long)
    }
  }

  @Test("an unresolved chain of very many links is freed, on a small stack")
  func manyLinksDropped() {
    onSmallStack {
      let counter = LifeCounter()
      do {
        let (root, _) = Promise<Int>.pending()
        var last = root
        for _ in 0..<Sizes.long {
          let life = Life(counter)
          last = last.map(on: nil) { $0 + life.one }
        }
        #expect(counter.alive == Sizes.long)
      }
      #expect(counter.alive == 0)
    }
  }

  @Test("an error takes no job for the links that it skips, whatever queue they name")
  func noHop() {
    let run = Run {
      Promise<Int>(error: Failure("x"))
        .map(on: Queues.side) { $0 }
        .then(on: nil) { Promise.value($0) }
        .done(on: Queues.other) { _ in }
        .catch(label: "catch", on: Queues.side) { _ in }
    }
    let jobs = run.kinds.compactMap { kind -> PromiseID?? in
      if case .jobEnqueued(_, let child, _, _) = kind { child } else { nil }
    }
    #expect(jobs == [run.id(of: "catch")])
  }

  @Test("very many catches and recovers are skipped by a value, on a small stack")
  func manyLinksPassedByValue() {
    onSmallStack {
      let (root, seal) = Promise<Int>.pending()
      var last = root
      for _ in 0..<Sizes.long { last = last.recover(on: nil) { _ in Promise.value(0) } }
      seal.fulfill(1)
      #expect(last.value == 1)
    }
  }

  @Test("very many links pass an error on inline, each with an event, on a small stack")
  func manyLinksTold() { passedAndTold(Sizes.long, on: nil) }

  @Test("a hundred thousand that name a queue too, without a job")
  func queuedLinksTold() { passedAndTold(100_000, on: Queues.side) }

  private func passedAndTold(_ count: Int, on queue: DispatchQueue?) {
    onSmallStack {
      let counter = PassCounter()
      PromiseEnvironment(observers: [counter]).run {
        let (root, seal) = Promise<Int>.pending()
        var last = root
        for _ in 0..<count { last = last.map(on: queue) { $0 } }
        seal.reject(Failure("x"))
        #expect(last.error as? Failure == Failure("x"))
        last.catch(on: nil) { _ in }
      }
      #expect(counter.skipped == count)
      #expect(counter.rejected == count + 1)
      #expect(counter.jobs == 1)
    }
  }
}

/// Counts the links that were skipped.
private final class PassCounter: PromiseObserver {
  private let counts = Mutex((skipped: 0, rejected: 0, jobs: 0))
  var skipped: Int { counts.withLock { $0.skipped } }
  var rejected: Int { counts.withLock { $0.rejected } }
  var jobs: Int { counts.withLock { $0.jobs } }

  func receive(_ event: PromiseEvent) {
    counts.withLock { counts in
      switch event.kind {
      case .handlerSkipped: counts.skipped += 1
      case .settled(let settlement) where settlement.outcome == .rejected: counts.rejected += 1
      case .jobEnqueued: counts.jobs += 1
      default: break
      }
    }
  }
}
