import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

@Suite("Bad input: it is rejected or ignored, is reported, and never traps (rules 14 and 15)")
struct BadInputTests {}

// MARK: - Nothing where something is expected

extension BadInputTests {
  @Test("a fan-in of nothing settles immediately, and is reported")
  func emptyFanIns() {
    let run = Run {
      when(label: "all", fulfilled: [Promise<Int>]()).done { note("all \($0)") }.catch { _ in }
      when(label: "settled", resolved: [Promise<Int>]()).done { note("settled \($0.count)") }
      when(label: "guarantees", guarantees: [Guarantee<Int>]()).done { note("guarantees \($0)") }
      when(label: "dictionary", fulfilled: [String: Promise<Int>]())
        .done { note("dictionary \($0)") }.catch { _ in }
      when(label: "iterator", fulfilled: [Promise<Int>]().makeIterator(), concurrently: 3)
        .done { note("iterator \($0)") }.catch { _ in }
    }
    #expect(
      run.notes == ["all []", "settled 0", "guarantees []", "dictionary [:]", "iterator []"])
    for label in ["all", "settled", "guarantees", "dictionary", "iterator"] {
      #expect(run.settlement(of: label)?.outcome == .fulfilled, "\(label)")
    }
  }

  @Test("a race of nothing is rejected with badInput, and reported")
  func emptyRaces() {
    let run = Run {
      race(label: "race", [Promise<Int>]()).catch { note("race \(isBadInput($0))") }
      race(label: "any", fulfilled: [Promise<Int>]()).catch { note("any \(isBadInput($0))") }
    }
    #expect(run.notes == ["race true", "any true"])
    for label in ["race", "any"] {
      #expect(run.settlement(of: label)?.outcome == .rejected, "\(label)")
    }
  }

  @Test("a race of no guarantees cannot be rejected: it stays pending, and its end is reported")
  func raceOfNoGuarantees() {
    let run = Run {
      race(label: "race", guarantees: [Guarantee<Int>]()).done(label: "waits") { _ in note("never")
      }
    }
    #expect(run.notes.isEmpty)
    #expect(freedPending(run).first == [run.id(of: "race"), run.id(of: "waits")])
  }

  @Test("an iterator with a limit of none at a time rejects with badInput", arguments: [0, -1])
  func noneAtATime(limit: Int) {
    let promise = when(fulfilled: [Promise.value(1)].makeIterator(), concurrently: limit)
    #expect(promise.error.map(isBadInput) == true)
    promise.catch(on: nil) { _ in }
    let guarantee = when(resolved: [Promise.value(1)].makeIterator(), concurrently: limit)
    #expect(guarantee.value?.count == 1)
  }

  @Test("the sequence operators on nothing: nothing, and emptySequence if an element is requested")
  func emptySequences() {
    let run = Run {
      let nothing = Promise.value([Int]())
      nothing.mapValues { $0 }.done { note("mapValues \($0)") }.catch { _ in }
      nothing.thenMap { Promise.value($0) }.done { note("thenMap \($0)") }.catch { _ in }
      nothing.filterValues { _ in true }.done { note("filterValues \($0)") }.catch { _ in }
      nothing.sortedValues().done { note("sortedValues \($0)") }.catch { _ in }
      nothing.firstValue.catch { note("firstValue \(isEmptySequence($0))") }
      nothing.lastValue.catch { note("lastValue \(isEmptySequence($0))") }
    }
    #expect(
      Set(run.notes) == [
        "mapValues []", "thenMap []", "filterValues []", "sortedValues []", "firstValue true",
        "lastValue true",
      ])
  }

  @Test("an empty label is a label")
  func emptyLabel() {
    let run = Run { _ = Promise.value(label: "", 1).map(label: "") { $0 } }
    let labels = run.kinds.compactMap { kind -> String? in
      if case .created(let creation) = kind { creation.label } else { nil }
    }
    #expect(labels == ["", ""])
  }

  @Test(
    "zero, negative, invalid, and infinite times: a timer fires immediately or never",
    arguments: [0, -1, -Double.infinity, .nan, .infinity, .greatestFiniteMagnitude])
  func strangeTimes(seconds: Double) {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start { after(seconds: seconds).done { note("fired") } }
    simulation.run(until: .seconds(1_000_000_000))
    #expect(Run(events: recorder.events).notes == (seconds > 0 ? [] : ["fired"]))
  }
}

// MARK: - Twice, itself, nil and nil

extension BadInputTests {
  @Test("resolving twice: the first resolution counts, the second is reported with its site")
  func twice() {
    let line = #line + 4
    let run = Run {
      let (promise, seal) = Promise<Int>.pending(label: "twice")
      seal.fulfill(1)
      seal.reject(Failure("late"))
      promise.done { note("\($0)") }.catch { _ in note("never") }
    }
    #expect(run.notes == ["1"])
    let ignored = run.kinds.compactMap { kind -> Int? in
      if case .resolutionIgnored(run.id(of: "twice"), let site, .rejected) = kind {
        site?.line
      } else {
        nil
      }
    }
    #expect(ignored == [line])
    #expect(run.unhandled.isEmpty)
  }

  @Test("without an observer, a warning reports it")
  func twiceUnobserved() {
    let line = #line + 4
    let said = Unobserved {
      let (_, seal) = Promise<Int>.pending(label: "twice")
      seal.fulfill(1)
      seal.fulfill(2)
    }
    #expect(said.warnings.count == 1)
    guard case .resolvedAgain(let place)? = said.warnings.first else { return }
    #expect(place.label == "twice" && place.site.line == line)
    #expect(said.log.isEmpty)
  }

  @Test("resolving with itself rejects with returnedSelf, and is reported")
  func itself() {
    let run = Run {
      let (promise, seal) = Promise<Int>.pending(label: "itself")
      seal.resolve(promise)
      promise.catch { error in
        if case PMKError.returnedSelf = error { note("returnedSelf") }
      }
    }
    #expect(run.notes == ["returnedSelf"])
    #expect(run.settlement(of: "itself")?.outcome == .rejected)
  }

  @Test(
    "a guarantee that returns itself has no value: its handlers do not run, its end is reported"
  )
  func guaranteeItself() {
    let run = Run {
      let held = Held<Guarantee<Int>>()
      let guarantee = Guarantee.value(1).then(label: "itself") { _ in held.take() ?? .value(0) }
      held.value = guarantee
      guarantee.done { note("never \($0)") }
    }
    #expect(run.notes.isEmpty)
    #expect(run.settlement(of: "itself")?.outcome == .rejected)
  }

  @Test("a callback without a value and without an error is rejected: invalidCallingConvention")
  func nilNil() {
    let run = Run {
      Promise<Int>(label: "nil nil") { $0.resolve(nil as Int?, nil) }.catch { error in
        if case PMKError.invalidCallingConvention = error { note("invalid") }
      }
      // PromiseKit's order: an error counts, whatever else is passed.
      Promise<Int> { $0.resolve(1, Failure("both")) }.done { note("never \($0)") }
        .catch { note("caught \($0)") }
      Promise<Int?> { $0.resolve(.some(nil), nil) }.done { note("\($0 == nil)") }.catch { _ in }
      Promise<Void> { $0.resolve(nil as (any Error)?) }.done { note("no error") }.catch { _ in }
    }
    #expect(run.notes.sorted() == ["caught both", "invalid", "no error", "true"])
    #expect(run.settlement(of: "nil nil")?.outcome == .rejected)
  }
}

// MARK: - Never

extension BadInputTests {
  @Test(
    "a handler that never resolves leaves its promise pending: reported when it is freed, with the waiting promises"
  )
  func neverResolves() {
    let run = Run {
      let link = Promise.value(1).thenResolving(label: "forgets") { _, _ in } as Promise<Int>
      link.map(label: "waits") { $0 }.done { _ in note("never") }.catch { _ in note("never") }
      _ = Promise<Int>(label: "body") { _ in }
    }
    #expect(run.notes.isEmpty)
    let freed = freedPending(run)
    #expect(freed.contains([run.id(of: "forgets"), run.id(of: "waits")]))
    #expect(freed.contains([run.id(of: "body")]))
  }

  @Test("without an observer, it is logged once for all waiting promises")
  func neverResolvesUnobserved() {
    let said = Unobserved {
      let (promise, _) = Promise<Int>.pending(label: "forgotten")
      promise.map(on: nil) { $0 }.done(on: nil) { _ in }.catch(on: nil) { _ in }
    }
    guard case .pendingPromiseDeallocated(let place)? = said.warnings.first else {
      Issue.record("\(said.warnings)")
      return
    }
    #expect(place.label == "forgotten" && place.waiting == 3)
    #expect(said.log.map { "\($0)" } == ["pendingPromiseDeallocated"] && said.warnings.count == 1)
  }

  @Test("a handler that returns a promise that never settles leaves its own promise pending")
  func returnsNeverSettled() {
    let run = Run {
      Promise.value(1).then(label: "outer") { _ in Promise<Int>.pending(label: "inner").promise }
        .done { _ in note("never") }.catch { _ in note("never") }
    }
    #expect(run.notes.isEmpty)
    #expect(freedPending(run).contains { $0.first == run.id(of: "inner") })
  }

  @Test("an unhandled error is reported once, by the events or by a warning")
  func nobodyHandles() {
    let run = Run { _ = Promise<Int>(error: Failure("x")).map { $0 }.map { $0 } }
    #expect(run.unhandled == ["x"])
    let said = Unobserved {
      _ = Promise<Int>(label: "bad", error: Failure("x")).map(on: nil) { $0 }
    }
    guard case .unhandledRejection(let error, let place)? = said.warnings.first else {
      Issue.record("\(said.warnings)")
      return
    }
    #expect(error as? Failure == Failure("x") && place.label == "bad")
    #expect(said.warnings.count == 1 && said.log.isEmpty)
  }
}

// MARK: - Waiting for oneself, and dead owners

extension BadInputTests {
  @Test(
    "waiting on a queue that the chain needs is reported before it blocks, and does not hang a simulation"
  )
  func waitingOnTheNeededQueue() throws {
    let run = Run {
      Promise.value(1).map(label: "waits", on: Queues.side) { value -> Int in
        note("begins")
        return try Promise.value(value).map(label: "needs the queue", on: Queues.side) { $0 }.wait()
      }
      .catch { error in
        if case PMKError.deadlock = error { note("deadlock") }
      }
    }
    #expect(run.notes == ["begins", "deadlock"])
    let began = try #require(
      run.index { kind in
        if case .waitBegan(run.id(of: "needs the queue"), _?, _?, _) = kind { true } else { false }
      })
    let ended = try #require(
      run.index { if case .waitEnded = $0 { true } else { false } })
    #expect(began < ended)
    #expect(run.settlement(of: "waits")?.outcome == .rejected)
  }

  @Test("waiting on main for a job on main: the same")
  func waitingOnMain() {
    let run = Run {
      Promise.value(1).done(label: "waits") { _ in
        do { _ = try Promise(after(.milliseconds(5))).map(label: "on main") {}.wait() } catch {
          note("\(error)")
        }
      }
      .catch { _ in note("never") }
    }
    #expect(run.notes == [PMKError.deadlock.description])
  }

  @Test("waiting for jobs on other queues is not misuse: it returns the value, or throws the error")
  func waitingForOthers() {
    let run = Run {
      Promise.value(1).done { _ in
        note("\((try? Promise.value(2).map(on: Queues.side) { $0 }.wait()) ?? 0)")
        do { try Promise<Void>(error: Failure("x")).wait() } catch { note("\(error)") }
      }
      .catch { _ in note("never") }
    }
    #expect(run.notes == ["2", "x"])
    #expect(run.unhandled.isEmpty)
  }

  @Test(
    "an owner that is freed: its handlers do not run, the chain is cancelled, and cleanup runs")
  func deadOwner() {
    let run = Run {
      var owner: Life? = Life(LifeCounter())
      let (promise, seal) = Promise<Int>.pending()
      if let owner {
        promise.until(label: "until", owner)
          .map(label: "map") {
            note("never \($0)"); return $0
          }
          .ensure { note("ensure") }
          .cancelled { note("cancelled") }
          .catch { _ in note("never") }
          .finally { note("finally") }
      }
      owner = nil
      seal.fulfill(1)
      withExtendedLifetime(owner) {}
    }
    #expect(run.notes == ["ensure", "cancelled", "finally"])
    #expect(run.skip(of: "until") == .ownerGone)
    #expect(run.settlement(of: "map")?.outcome == .cancelled)
    #expect(run.unhandled.isEmpty)
  }

  @Test("an owner that is freed while its handler waits in a queue")
  func ownerDiesMeanwhile() {
    let run = Run {
      let held = Held<Life>()
      held.value = Life(LifeCounter())
      // The job that frees the owner is before the handler in the queue.
      _ = Promise.value(0).done(on: Queues.side) { _ in held.value = nil }
      if let owner = held.value {
        Promise.value(1).until(owner)
          .map(label: "map", on: Queues.side) { note("never \($0)") }
          .catch(policy: .allErrors) { note("\($0.isCancelled)") }
      }
    }
    #expect(run.notes == ["true"])
    #expect(run.settlement(of: "map")?.outcome == .cancelled)
  }

  @Test("an owner that was already freed at the beginning, and one that stays alive")
  func otherOwners() {
    let run = Run {
      let alive = Life(LifeCounter())
      Promise.value(1).until(Life(LifeCounter())).done { note("never \($0)") }.catch { _ in }
      Promise.value(2).until(alive).done { note("\($0) \(alive.one)") }.catch { _ in }
    }
    #expect(run.notes == ["2 1"])
  }
}

// MARK: - Helpers

extension BadInputTests {
  /// The promises that were freed while pending, each with the promises that waited for it.
  private func freedPending(_ run: Run) -> [[PromiseID?]] {
    run.kinds.compactMap { kind in
      if case .deallocated(let promise, .pending, let waiting) = kind {
        [promise] + waiting
      } else {
        nil
      }
    }
  }
}

private func isBadInput(_ error: any Error) -> Bool {
  if case PMKError.badInput = error { true } else { false }
}

private func isEmptySequence(_ error: any Error) -> Bool {
  if case PMKError.emptySequence = error { true } else { false }
}

/// What is reported to a program without observers.
private final class Unobserved: Sendable {
  private let said = Mutex<(log: [LogEvent], warnings: [PromiseWarning])>(([], []))
  var log: [LogEvent] { said.withLock { $0.log } }
  var warnings: [PromiseWarning] { said.withLock { $0.warnings } }

  /// Runs `body` to its end: it uses inline handlers only.
  init(_ body: () -> Void) {
    PromiseEnvironment(observers: []).run {
      conf.logHandler = { [self] event in said.withLock { $0.log.append(event) } }
      conf.warningHandler = { [self] warning in said.withLock { $0.warnings.append(warning) } }
      body()
    }
  }
}
