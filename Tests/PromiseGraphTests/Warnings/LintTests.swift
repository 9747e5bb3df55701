import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// Each lint with a stream that it reports, and with near misses that it does not.
@Suite struct LintTests {
  private func told(_ stream: EventStream) -> [Warning] { Array(stream.state.warnings) }

  @Test("Every lint has a unique name, a summary and a fix")
  func table() {
    #expect(Set(Lints.every.map { $0.id }).count == Lints.every.count)
    for lint in Lints.every {
      #expect(lint.id.allSatisfy { $0 == "-" || ("a"..."z").contains($0) })
      #expect(!lint.title.contains("-") && !lint.fix.isEmpty && lint.fix.count <= 80)
    }
  }

  @Test("An unhandled error is reported with its origin")
  func unhandled() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .body, "load")
    stream.link(2, .then, "parse", to: 1, on: 1)
    stream.settle(1, .rejected, "no network")
    stream.settle(2, .rejected, "no network", from: 1)
    stream.post(.errorHandled(promise: 2, by: 2))
    #expect(told(stream).isEmpty)
    stream.post(.errorUnhandled(promise: 2, origin: 1, error: "no network"))
    let warning = told(stream).first
    #expect(
      warning?.sentence
        == "the error of p2 .then parse, from p1 load, was not handled: no network")
    #expect(warning?.lint == "unhandled-rejection" && warning?.severity == .error)
    #expect(warning?.events == [5, 8] && warning?.promises == [2, 1])
    #expect(stream.state.lints.warningCount == 1)
  }

  @Test(
    "A promise freed while pending is reported, one freed after settling or being replaced is not")
  func freed() {
    var stream = EventStream()
    for number in 1...4 { stream.create(PromiseID(number)) }
    stream.settle(1)
    stream.post(.deallocated(promise: 1, state: .settled, waiting: []))
    stream.post(.deallocated(promise: 2, state: .forwarded(to: 4), waiting: []))
    #expect(told(stream).isEmpty)
    stream.post(.deallocated(promise: 3, state: .pending, waiting: [4]))
    #expect(
      told(stream).map(\.sentence)
        == ["p3 pending was freed while pending; p4 pending waits forever"])
    #expect(told(stream).first?.events == [3, 8])
  }

  /// Returns a stream in which work wins a race against a link of a timer, whose handler throws later.
  private func timedRace(_ operation: PromiseEvent.Operation) -> EventStream {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .body, "work")
    stream.create(2, .after, "patience")
    stream.link(3, operation, "give up", to: 2, on: 1)
    stream.create(4, .race, "in time", parents: [1, 3])
    stream.settle(1)
    stream.settle(4, .fulfilled, from: 1)
    stream.time = 50
    stream.settle(2)
    let job = stream.enqueue(3, on: 1)
    stream.start(job, 3, on: 1)
    stream.end(job, 3, on: 1, .threw)
    stream.settle(3, .rejected, "timedOut")
    stream.post(.inputIgnored(fanIn: 4, index: 1, input: 3, outcome: .rejected))
    return stream
  }

  @Test(
    "The error with which a timer loses a race is not reported, whichever operator throws it",
    arguments: [.map, .then, .done] as [PromiseEvent.Operation])
  func timerError(operation: PromiseEvent.Operation) {
    #expect(timedRace(operation).state.warningsAtEnd.map(\.lint) == [])
  }

  /// Returns a stream with two requests from one line, of which callbacks outside any queue resolve the first.
  private func requests(firstTakes: Double, endsAfter: Double) -> EventStream {
    var stream = EventStream()
    stream.create(1, .body, "load 1", line: 20)
    stream.create(2, .body, "load 2", line: 20)
    stream.link(3, .done, "show 2", to: 2, on: 1)
    stream.time = firstTakes
    stream.settle(1)
    stream.time = endsAfter
    stream.post(.note("exit"))
    return stream
  }

  @Test("A request whose answer may be on the way at the end of a run is not said never to settle")
  func onTheWay() {
    func told(_ stream: EventStream) -> [String] { stream.state.warningsAtEnd.map(\.lint) }
    #expect(told(requests(firstTakes: 30, endsAfter: 35)) == [])
    #expect(told(requests(firstTakes: 10, endsAfter: 35)) == ["never-settles"])
  }

  @Test("A second resolution is reported with its place; the first one is not")
  func again() {
    var stream = EventStream()
    stream.create(1, .pending, "load")
    stream.settle(1)
    #expect(told(stream).isEmpty)
    let site = SourceSite(file: "M/A.swift", line: 3, column: 9)
    stream.post(.resolutionIgnored(promise: 1, site: site, attempt: .rejected))
    stream.post(.resolutionIgnored(promise: 1, site: nil, attempt: nil))
    #expect(
      told(stream).map(\.sentence) == [
        "p1 load cannot be rejected at A.swift:3:9: it was already fulfilled (event 2)",
        "p1 load cannot be resolved: it was already fulfilled (event 2)",
      ])
  }
}

/// The losers of a fan-in.
@Suite struct LoserKeepsRunningTests {
  /// Returns a race of `inputs` that the first one wins.
  private func race(
    _ inputs: [PromiseEvent.Operation], _ outcome: PromiseEvent.Outcome = .fulfilled,
    before: (inout EventStream) -> Void = { _ in }
  ) -> EventStream {
    var stream = EventStream()
    for (index, operation) in inputs.enumerated() {
      stream.create(PromiseID(index + 1), operation, "s\(index + 1)")
    }
    let ids = inputs.indices.map { PromiseID($0 + 1) }
    stream.create(100, .race, "first", parents: ids)
    before(&stream)
    stream.settle(1, outcome)
    stream.post(.inputSettled(fanIn: 100, index: 0, input: 1, outcome: outcome))
    stream.settle(100, outcome, from: 1)
    return stream
  }

  /// Starts the work of the second input.
  private func runs(_ stream: inout EventStream) {
    stream.declare(1, "net")
    let job = stream.enqueue(2, on: 1)
    stream.start(job, 2, on: 1)
  }

  /// Returns what is said of losers if nothing follows.
  private func losers(_ stream: EventStream) -> [Warning] {
    stream.state.warningsAtEnd.filter { $0.lint == LoserKeepsRunning.id }
  }

  @Test("Inputs that keep running are named once, when the first of them settles or at the end")
  func told() {
    #expect(losers(race([.body, .body, .after])) == [], "nothing runs, as far as the events show")
    var stream = race([.body, .body, .after], before: runs)
    let sentence = "p2 s2 and p3 s3 keep running, although p100 race first was settled by p1"
    #expect(stream.state.warnings.isEmpty)
    #expect(losers(stream).map(\.sentence) == [sentence])
    stream.settle(2)
    stream.post(.inputIgnored(fanIn: 100, index: 1, input: 2, outcome: .fulfilled))
    #expect(stream.state.warnings.map(\.sentence) == [sentence])
    #expect(stream.state.warnings[0].promises == [100, 2, 3])
  }

  @Test("A failed all leaves the others running too; of many, the first are named")
  func many() {
    let stream = race(
      [PromiseEvent.Operation](repeating: .body, count: 9), .rejected, before: runs)
    #expect(
      losers(stream).map(\.sentence) == [
        "p2 s2, p3 s3, p4 s4, p5 s5 and 4 more keep running, although p100 race first was settled by p1"
      ])
  }

  @Test("Settled losers, timers alone and cancelled promises are not reported")
  func nearMisses() {
    let settled = race([.body, .body]) {
      $0.settle(2, .rejected, "late")
      $0.post(.inputSettled(fanIn: 100, index: 1, input: 2, outcome: .rejected))
    }
    #expect(losers(settled).isEmpty)
    #expect(losers(race([.body, .after])).isEmpty)
    #expect(losers(race([.body, .body], .cancelled)).isEmpty)
    #expect(losers(race([.body])).isEmpty)
    var cancelled = race([.body, .body])
    cancelled.settle(2, .cancelled)
    cancelled.post(.inputIgnored(fanIn: 100, index: 1, input: 2, outcome: .cancelled))
    #expect(cancelled.state.warnings.isEmpty && losers(cancelled).isEmpty)
    let lost = race([.body, .body]) {
      $0.post(.deallocated(promise: 2, state: .settled, waiting: []))
    }
    #expect(losers(lost).isEmpty)
  }
}

/// A main queue that does not run.
@Suite struct MainQueueNotDrainedTests {
  /// Returns a stream in which a handler waits on main for a number of milliseconds.
  private func waiting(_ milliseconds: Double, on label: String = "main") -> EventStream {
    var stream = EventStream()
    stream.declare(1, label)
    stream.declare(2, "work")
    stream.create(1, .pending, "login")
    stream.link(2, .done, "show", to: 1, on: 1)
    stream.time = 5
    stream.settle(1)
    _ = stream.enqueue(2, on: 1)
    stream.time = 5 + milliseconds
    stream.post(.note("still there"))
    return stream
  }

  @Test("A handler that waits a second where nothing ever ran is reported once")
  func told() {
    var stream = waiting(1000)
    stream.post(.note("and still"))
    let warnings = Array(stream.state.warnings)
    #expect(
      warnings.map(\.sentence) == [
        "the handler of p2 .done show has been waiting on main since 5.0 ms; nothing has ever run there"
      ])
    #expect(warnings.first?.queue == 1 && warnings.first?.events == [7, 8])
    #expect(stream.state.warningsAtEnd.isEmpty)
  }

  @Test("A shorter time, another queue, and a main queue that has run are not reported")
  func nearMisses() {
    #expect(waiting(999).state.warnings.isEmpty)
    #expect(waiting(5000, on: "ui").state.warnings.isEmpty)
    var stream = waiting(500)
    stream.time = 5000
    stream.start(1, 2, on: 1)
    stream.end(1, 2, on: 1)
    _ = stream.enqueue(nil, on: 1)
    stream.time = 9000
    stream.post(.note("busy"))
    let told = stream.state.warnings.filter { $0.lint == MainQueueNotDrained.id }
    #expect(told.isEmpty && stream.state.warningsAtEnd.isEmpty)
  }

  @Test("A job that waits when a run ends is reported at the end, however short the wait was")
  func end() {
    #expect(waiting(0).state.warningsAtEnd.map(\.lint) == ["main-queue-not-drained"])
    #expect(waiting(0, on: "ui").state.warningsAtEnd.isEmpty)
  }

  @Test("What waited before a gap may have run in it")
  func gap() {
    var stream = waiting(500)
    stream.sequence += 3
    stream.time = 5000
    stream.post(.dropped(count: 3))
    #expect(stream.state.warnings.isEmpty && stream.state.warningsAtEnd.isEmpty)
  }
}
