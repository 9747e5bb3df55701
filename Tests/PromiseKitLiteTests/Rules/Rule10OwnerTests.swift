import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("Rule 10: until(owner) cancels what follows when the owner is freed")
struct Rule10OwnerTests {
  @Test("as long as the owner is alive the chain continues")
  func alive() {
    let owner = Owner()
    let run = Run {
      Promise.value(1).until(label: "until", owner).map { $0 + 1 }.done { note("\($0)") }
        .catch { _ in note("never") }
    }
    #expect(run.notes == ["2"] && run.operation(of: "until") == .until)
    withExtendedLifetime(owner) {}
  }

  @Test("freed before the value arrives: no handler runs, and the chain is cancelled")
  func goneBefore() {
    let run = Run {
      let owner = Held(Owner())
      if let object = owner.value {
        after(.milliseconds(10)).until(label: "until", object)
          .map(label: "map") { note("never") }
          .recover(label: "recover") { _ in Promise.value(()) }
          .ensure { note("ensure") }
          .cancelled { note("cancelled") }
          .catch { _ in note("never") }
          .finally { note("finally") }
      }
      at(5) { owner.value = nil }
    }
    #expect(run.notes == ["ensure", "cancelled", "finally"])
    #expect(run.skip(of: "until") == .ownerGone && run.outcome(of: "map") == .cancelled)
  }

  @Test("freed between enqueue and start: the job is skipped")
  func goneInBetween() {
    let run = Run {
      let owner = Held(Owner())
      if let object = owner.value {
        Promise.value(1).until(object).done(label: "done", on: Queues.side) { _ in note("never") }
          .catch { _ in note("never") }
        Promise<Int>(error: Failure("x")).until(object)
          .catch(label: "catch", on: Queues.side) { _ in note("never") }
        Promise.value(2).until(object).map(on: Queues.side) { _ in note("never") }
          .catch(policy: .allErrors) { note("\($0.isCancelled)") }
      }
      owner.value = nil
    }
    #expect(run.notes == ["true"])
    #expect(run.endings(of: "done") == [.skipped] && run.outcome(of: "done") == .cancelled)
    #expect(run.endings(of: "catch") == [.skipped] && run.outcome(of: "catch") == .cancelled)
    #expect(run.unhandled.isEmpty && run.ignored.isEmpty)
  }

  @Test("freed in the middle of the chain: earlier handlers have run, later ones do not")
  func goneInTheMiddle() {
    let run = Run {
      let owner = Held(Owner())
      if let object = owner.value {
        Promise.value(1).until(object)
          .get { _ in note("first") }
          .then { _ in after(.milliseconds(10)).map { 2 } }
          .done(label: "done") { _ in note("never") }
          .catch { _ in note("never") }
      }
      at(5) { owner.value = nil }
    }
    #expect(run.notes == ["first"] && run.skip(of: "done") == .ownerGone)
  }

  @Test("an error after that is neither caught nor recovered from, and is not reported")
  func errorAfterwards() {
    let run = Run {
      let owner = Held(Owner())
      if let object = owner.value {
        after(.milliseconds(10)).done { throw Failure("x") }.until(object)
          .recover(label: "recover") { _ in Promise.value(()) }
          .catch(label: "catch") { _ in note("never") }
          .finally { note("finally") }
      }
      at(5) { owner.value = nil }
    }
    #expect(run.notes == ["finally"] && run.unhandled.isEmpty)
    #expect(run.outcome(of: "recover") == .cancelled && run.outcome(of: "catch") == .cancelled)
  }

  @Test("the chain does not keep the owner alive")
  func notKeptAlive() {
    let (promise, seal) = Promise<Int>.pending()
    weak var gone: Owner?
    let ran = Counter()
    do {
      let owner = Owner()
      gone = owner
      promise.until(owner).done(on: nil) { _ in ran.add() }.catch(on: nil) { _ in ran.add() }
    }
    #expect(gone == nil)
    seal.fulfill(1)
    #expect(ran.count == 0 && promise.value == 1)
  }

  @Test("with two owners, either one ends it")
  func twoOwners() {
    for second in [false, true] {
      let run = Run {
        let owners = [Held(Owner()), Held(Owner())]
        let chain = after(.milliseconds(10)).map { 1 }
        if let a = owners[0].value, let b = owners[1].value {
          chain.until(a).map { $0 }.until(b).done { _ in note("never") }
            .cancelled { note("cancelled") }.cauterize()
        }
        at(5) { owners[second ? 1 : 0].value = nil }
        at(20) { owners.forEach { $0.value = nil } }
      }
      #expect(run.notes == ["cancelled"])
    }
  }

  @Test("what comes before it, and other branches, continue")
  func others() {
    let run = Run {
      let owner = Held(Owner())
      let chain = after(.milliseconds(10)).map(label: "before") { note("before") }
      if let object = owner.value { chain.until(object).done { note("never") }.cauterize() }
      chain.done { note("other branch") }
      at(5) { owner.value = nil }
    }
    #expect(run.notes == ["before", "other branch"])
  }

  @Test("what follows through a fan-in works for the owner too")
  func fanIn() {
    let run = Run {
      let owner = Held(Owner())
      let other = after(.milliseconds(20))
      if let object = owner.value {
        when(fulfilled: [Promise(other), Promise(after(.milliseconds(1))).until(object)])
          .done(label: "done") { _ in note("never") }.cauterize()
      }
      at(5) { owner.value = nil }
    }
    #expect(run.notes.isEmpty && run.skip(of: "done") == .ownerGone)
  }

  @Test("a chain with an owner and a context: each ends it")
  func ownerAndContext() {
    for byContext in [false, true] {
      let run = Run {
        let owner = Held(Owner())
        let context = CancelContext()
        if let object = owner.value {
          context.run { after(label: "pause", .milliseconds(10)) }.until(object)
            .done(label: "done") { note("never") }.cauterize()
        }
        at(5) { if byContext { context.cancel() } else { owner.value = nil } }
      }
      #expect(run.notes.isEmpty && run.outcome(of: "done") == .cancelled)
      #expect(run.outcome(of: "pause") == (byContext ? .cancelled : .fulfilled))
    }
  }

  @Test("on real queues, without an observer")
  func unobserved() async {
    let reports = Reports(queue: Queues.side)
    let ran = Counter()
    let (promise, seal) = reports.run { Promise<Int>.pending() }
    var owner: Owner? = Owner()
    let cancelled = await withCheckedContinuation { over in
      if let owner {
        promise.until(owner).done { _ in ran.add() }.catch { _ in ran.add() }
          .finally { over.resume(returning: true) }
      }
      owner = nil
      seal.fulfill(1)
    }
    #expect(cancelled && ran.count == 0 && reports.sentences.isEmpty)
  }
}

private final class Owner: Sendable {}
