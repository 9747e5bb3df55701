import Dispatch
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

private struct Broken: Error {}

/// The recipes in `docs/library/recipes.md`.
@Suite("Recipes")
struct RecipeTests {
  // MARK: - Debounce

  @Test("Of calls in quick succession, only the last one runs, after the pause")
  func debounce() {
    let run = Simulated.run {
      let search = Debounce("search", seconds: 0.3)
      for (time, text) in [(0, "p"), (100, "pr"), (200, "pro"), (900, "x")] {
        at(time) {
          search.run { after(seconds: 0.05).map { text } }
            .done { note("found \($0)") }.cancelled { note("dropped \(text)") }.cauterize()
        }
      }
    }
    #expect(
      run.notes == ["dropped p 100", "dropped pr 200", "found pro 550", "found x 1250"])
    #expect(run.kinds.count { if case .timerCancelled = $0 { true } else { false } } == 2)
  }

  @Test("A call cancels the one before it even if that is running; a failure affects no other call")
  func debouncedFailures() {
    let run = Simulated.run {
      let search = Debounce("search", seconds: 0.1)
      search.run { after(seconds: 1) }.cancelled { note("outdated") }.cauterize()
      at(200) {
        search.run { () -> Promise<Int> in throw Broken() }.catch { note("\($0)") }
      }
      at(400) { search.run { Promise.value(3) }.done { note("\($0)") }.cauterize() }
    }
    #expect(run.notes == ["outdated 200", "Broken() 300", "3 500"])
  }

  @Test("A canceled caller's call does not run, and a handler of one can call again")
  func debouncedCallers() {
    let run = Simulated.run {
      let search = Debounce("search", seconds: 0.1)
      let context = CancelContext()
      context.run {
        search.run { Promise.value(1) }.done { note("\($0)") }.cancelled { note("gone") }
          .cauterize()
      }
      at(50) { context.cancel() }
      at(100) {
        search.run { Promise.value("first") }
          .then { text in
            note(text)
            return search.run { Promise.value("second") }
          }
          .done { note($0) }.cauterize()
      }
    }
    #expect(run.notes == ["gone 50", "first 200", "second 300"])
  }

  // MARK: - Memo

  @Test(
    "A value is loaded once for all callers, and again after a failure, also by the catch of a caller"
  )
  func memo() {
    let run = Simulated.run {
      let attempts = Mutex(0)
      let pages = Memo<Int, String>("page") { id in
        let attempt = attempts.withLock { attempts in
          attempts += 1
          return attempts
        }
        note("load \(id)")
        return after(seconds: 0.1).map { if attempt == 1 { throw Broken() } }.map { "page \(id)" }
      }
      pages.value(for: 7).done { note("\($0)") }.catch { error in
        note("\(error)")
        pages.value(for: 7).done { note("again \($0)") }.cauterize()
      }
      pages.value(for: 7).catch { note("the same \($0)") }
      at(300) { pages.value(for: 7).done { note("known \($0)") }.cauterize() }
    }
    #expect(
      run.notes == [
        "load 7 0", "the same Broken() 100", "Broken() 100", "load 7 100", "again page 7 200",
        "known page 7 300",
      ])
  }

  @Test("A caller that is canceled takes nothing away from the others")
  func memoCallers() {
    let run = Simulated.run {
      let pages = Memo<Int, Int>("page") { id in after(seconds: 0.1).map { id } }
      let context = CancelContext()
      context.run {
        Promise.value(1).then { pages.value(for: $0) }
          .done { note("first \($0)") }.cancelled { note("first is canceled") }.cauterize()
      }
      pages.value(for: 1).done { note("second \($0)") }.cauterize()
      at(50) { context.cancel() }
    }
    #expect(run.notes == ["first is canceled 50", "second 1 100"])
  }

  @Test("A load that throws, one that needs another key, and one that needs itself")
  func memoReentrancy() {
    let sums = Slot<Memo<Int, Int>>()
    defer { sums.value = nil }
    let run = Simulated.run {
      sums.value = Memo("sum") { number in
        guard number > 0, let known = sums.value else { throw Broken() }
        return number == 9
          ? known.value(for: 9)
          : known.value(for: number - 1).recover { _ in .value(0) }.map { $0 + number }
      }
      sums.value?.value(for: 3).done { note("\($0)") }.cauterize()
      sums.value?.value(for: 0).catch { note("\($0)") }
      sums.value?.value(for: 9).catch { note("\($0)") }
    }
    #expect(run.notes.sorted() == ["6 0", "\(PMKError.returnedSelf) 0", "Broken() 0"])
  }

  // MARK: - Limit

  @Test("One after another, in the order of the calls, whatever becomes of the one before")
  func lock() {
    let run = Simulated.run {
      let writes = Limit("writes")
      writes.run { after(seconds: 0.1).get { note("a") } }.cauterize()
      writes.run { after(seconds: 0.1).done { throw Broken() } }.catch { note("\($0)") }
      writes.run { () -> Promise<Int> in throw Broken() }.catch { note("\($0)") }
      writes.run { after(seconds: 0.1).get { note("d") } }.cauterize()
    }
    #expect(run.notes == ["a 100", "Broken() 200", "Broken() 200", "d 300"])
  }

  @Test("Canceled while it waits, while it runs, and before it is called: the others go on")
  func canceledTurns() {
    let run = Simulated.run {
      let writes = Limit("writes")
      func write(_ name: String) -> Promise<Void> {
        writes.run(label: name) {
          note("\(name) begins")
          return after(seconds: 0.1)
        }
        .cancelled { note("\(name) is canceled") }
      }
      let (running, waiting, over) = (CancelContext(), CancelContext(), CancelContext())
      over.cancel()
      running.run { write("a").cauterize() }
      waiting.run { write("b").cauterize() }
      over.run { write("c").cauterize() }
      write("d").done { note("d ends") }.cauterize()
      at(20) { waiting.cancel() }
      at(50) { running.cancel() }
    }
    #expect(
      run.notes == [
        "a begins 0", "c is canceled 0", "b is canceled 20", "d begins 50", "a is canceled 50",
        "d ends 150",
      ])
  }

  @Test("In every schedule: never more than the limit at a time, and each has its turn")
  func everySchedule() throws {
    for limit in 1...2 {
      let scenario = Simulation.Scenario("limit", queues: [.concurrent("wide", width: 3)]) {
        let slots = Limit("slots", limit)
        let running = Mutex(0)
        let context = CancelContext()
        let queue = DispatchQueue(label: "wide")
        let works = (1...3).map { number in
          queue.async(.promise) { number }.then(on: queue) { number in
            slots.run {
              let count = running.withLock { running in
                running += 1
                return running
              }
              if count > limit { note("too many") }
              return after(seconds: 0.01).done { running.withLock { $0 -= 1 } }
            }
          }
        }
        context.run { slots.run { Promise.value(1) } }.cauterize()
        queue.async(.promise) { context.cancel() }.cauterize()
        return when(fulfilled: works)
      }
      let exploration = scenario.explore(within: Budget(schedules: 400))
      #expect(exploration.findings.allSatisfy { $0.outcome.notes.isEmpty })
      #expect(Set(exploration.findings.map(\.outcome.result)).count == 1)
      #expect(exploration.coverage == .exhaustive && exploration.schedules > 10)
    }
  }

  @Test("From many threads: all calls run, and never more than the limit at a time")
  func threads() throws {
    let (slots, memo) = (Limit("slots", 3), Memo<Int, Int>("page", on: .global()) { .value($0) })
    let counts = Mutex((running: 0, most: 0, ended: 0))
    let queue = DispatchQueue.global()
    let ends = Mutex<[Promise<Void>]>([])
    DispatchQueue.concurrentPerform(iterations: 400) { number in
      let end = slots.run {
        counts.withLock { $0 = ($0.running + 1, max($0.most, $0.running + 1), $0.ended) }
        return queue.async(.promise) {}.then(on: queue) { memo.value(for: number % 7) }
          .done(on: queue) { _ in
            counts.withLock { $0 = ($0.running - 1, $0.most, $0.ended + 1) }
          }
      }
      ends.withLock { $0.append(end) }
    }
    try when(fulfilled: ends.withLock { $0 }).wait()
    let (running, most, ended) = counts.withLock { $0 }
    #expect(running == 0 && most <= 3 && ended == 400)
  }

  // MARK: - Why

  @Test("--why names the recipe that a promise waits in")
  func why() throws {
    let run = Simulated {
      let writes = Limit("writes")
      let pages = Memo<Int, Int>("page") { id in after(label: "net", seconds: 1).map { id } }
      let search = Debounce("search", seconds: 1)
      writes.run(label: "first") { Promise<Int>.pending().promise }.cauterize()
      writes.run(label: "second") { Promise.value(1) }.cauterize()
      pages.value(for: 7).done(label: "show") { _ in }.cauterize()
      search.run { Promise.value(1) }.done(label: "found") { _ in }.cauterize()
    }
    run.simulation.run(until: .milliseconds(500))
    var history = History()
    history.append(contentsOf: run.recorder.events)
    let graph = history.state(at: history.last).graph
    func why(_ label: String) throws -> String {
      let id = try #require(
        run.recorder.events.lazy.compactMap { event -> PromiseID? in
          guard case .created(let creation) = event.kind else { return nil }
          return creation.label == label ? creation.promise : nil
        }.first)
      return graph.explanation(of: id, in: history).text
    }
    #expect(try why("second").contains("p7 'second' waits for p6 'turn in writes'"))
    #expect(try why("show").contains("p11 'show' waits for p10 'page 7'"))
    #expect(try why("found").contains("p16 'search' waits for p15 'pause before search'"))
  }
}

/// Calls `action` after the given number of milliseconds.
private func at(_ milliseconds: Int, _ action: @escaping @Sendable () -> Void) {
  after(.milliseconds(milliseconds)).done(on: nil, action)
}
