import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import Testing

@testable import promise_tui

@Suite struct DiffReportTests {
  /// Returns a demo's run, optionally with `change` applied to its events.
  private func run(
    _ name: String, isVirtual: Bool = true, _ change: ([PromiseEvent]) -> [PromiseEvent] = { $0 }
  ) throws -> Recording {
    let scenario = try Catalog.scenario(named: name, settings: [])
    let (events, _) = SimulatedRun.events(of: scenario, limit: 10_000, within: .seconds(3600))
    return Recording(
      entry: scenario.entry, header: TraceHeader(isVirtual: isVirtual, title: name),
      events: change(events))
  }

  private func diff(
    _ a: String, _ b: String, only: Set<RunDifference.Section> = [], slower: TimeThreshold? = nil
  ) throws -> RunComparison {
    try RunComparison(run(a), run(b), named: (a, b), only: only, slower: slower)
  }

  @Test("A run does not differ from itself")
  func same() throws {
    let diff = try diff("login-fetch-submit", "login-fetch-submit")
    #expect(!diff.differs)
    #expect(
      DiffReport(diff: diff).text == """
        A  login-fetch-submit: 9 promises, 7 handlers, 262.0 ms
        B  login-fetch-submit: 9 promises, 7 handlers, 262.0 ms

        The same run: 9 promises and 7 handlers, with the same outcomes, values and order.

        """)
  }

  @Test("An order that explains no difference is counted, with the option that shows it")
  func freeOrder() {
    /// Returns a run in which two handlers on queues of their own run in this order.
    func run(_ order: [Int]) -> Recording {
      var events: [PromiseEvent] = []
      func post(_ queue: QueueID?, _ kind: PromiseEvent.Kind) {
        let number = events.count + 1
        events.append(
          PromiseEvent(sequence: number, time: 0, thread: 1, queue: queue, kind: kind))
      }
      for place in 1...2 {
        let (queue, child) = (QueueID(place), PromiseID(place * 2))
        let parent = PromiseID(place * 2 - 1)
        post(
          nil, .queueDeclared(queue: queue, label: "q\(place)", kind: .serial, assumed: false))
        post(nil, .created(.init(promise: parent, operation: .pending)))
        post(
          nil,
          .created(
            .init(promise: child, operation: .done, label: "h\(place)", parents: [parent])))
        post(nil, .handlerAttached(parent: parent, child: child, ordinal: 1, queue: queue))
      }
      for place in order {
        let (queue, child) = (QueueID(place), PromiseID(place * 2))
        let job = JobID(place)
        post(nil, .settled(.init(promise: PromiseID(place * 2 - 1), outcome: .fulfilled)))
        post(nil, .jobEnqueued(job: job, child: child, queue: queue, label: nil))
        post(queue, .jobStarted(job: job, child: child, queue: queue))
        post(queue, .jobEnded(job: job, child: child, queue: queue, ending: .returned))
        post(nil, .settled(.init(promise: child, outcome: .fulfilled, description: "()")))
      }
      let entry = RunDescriptor(name: "app", teaches: "")
      return Recording(
        entry: entry, header: TraceHeader(isVirtual: false), events: events)
    }
    let diff = RunComparison(run([1, 2]), run([2, 1]), named: ("a", "b"))
    #expect(
      diff.summary
        == "The same run: 4 promises and 2 handlers, with the same outcomes and values; left out: 1 handler in another order, which explains no difference of the traces (--only order lists them)."
    )
  }

  @Test("Another answer: what settles differently, what runs instead, and why")
  func refused() throws {
    let diff = try diff("login-fetch-submit", "login-fetch-submit/refused")
    #expect(diff.differs)
    #expect(
      DiffReport(diff: diff).text == """
        A  login-fetch-submit: 9 promises, 7 handlers, 262.0 ms
        B  login-fetch-submit/refused: 9 promises, 7 handlers, 262.0 ms

        In B: 1 outcome changed; 2 texts printed in one run only; another order, 1 handler in A only, 1
          handler in B only.

        OUTCOMES
          ~ 'submit(items)' fulfilled receipt for 3 -> rejected Refused(); so 'submit' and 'show'

        PRINTED: + only in B, - only in A
          - "shown receipt for 3" at 262.0 (event 59)
          + "alert Refused()" at 262.0 (event 63)

        ORDER
          - 'show' runs in A and not in B, where an error skips it
          + 'alert' runs in B and not in A, where a value skips it

        FIRST DIVERGENCE
          After 6 steps in common, A continues with 'show' on main (event 58) and B with 'alert' on main
          (event 62); 'show' does not occur in B, 'alert' does not occur in A.
          Why: In B 'show' does not run: an error skips it (Refused() of 'submit(items)').

        A                                                | B
           199.0 work   flush                            |    199.0 work   flush
           202.0 work   submit                           |    202.0 work   submit
           202.0 net    submit(items)                    |    202.0 net    submit(items)
        !  262.0 main   show                             | !  262.0 main   alert
        "  262.0 main   shown receipt for 3              | "  262.0 main   alert Refused()

        """)
  }

  @Test("The exit status depends on the parts asked for, and on times only then")
  func counted() throws {
    let slow = try diff("slow-main", "slow-main", only: [.times])
    #expect(!slow.differs)
    let login = "login-fetch-submit"
    #expect(try !diff(login, "\(login)/alone", only: [.warnings]).differs)
    #expect(try diff(login, "\(login)/refused", only: [.outcomes]).differs)
    #expect(try !diff(login, "\(login)/refused", only: [.queues]).differs)
  }

  @Test("A narrow terminal and colors change no word")
  func forms() throws {
    let diff = try diff("login-fetch-submit", "login-fetch-submit/refused")
    let narrow = DiffReport(diff: diff, width: 40).text
    #expect(narrow.split(separator: "\n").allSatisfy { $0.count <= 40 })
    let plain = DiffReport(diff: diff).text
    let colored = DiffReport(diff: diff, isColored: true).text
    #expect(colored != plain)
    #expect(colored.replacing(/\x1B\[\d+m/, with: "") == plain)
  }

  @Test("Of many differences the first are reported, and how many there are")
  func many() throws {
    let diff = try RunComparison(
      run("login-fetch-submit"), run("then-order"), named: ("a", "b"))
    #expect(diff.differs)
    #expect(diff.summary.contains("9 promises gone"))
  }

  @Test("An incomplete trace is reported, and makes no difference")
  func cutShort() throws {
    let whole = try run("login-fetch-submit")
    var cut = try run("login-fetch-submit") { $0.filter { $0.sequence <= 49 } }
    cut.ending = .cutShort
    let diff = RunComparison(whole, cut, named: ("a", "b"))
    #expect(!diff.differs && diff.divergence == nil)
    #expect(
      DiffReport(diff: diff).text == """
        A  a: 9 promises, 7 handlers, 262.0 ms
        B  b: 9 promises, 5 handlers, 202.0 ms, cut short with 4 promises pending

        In B: same order of 5 handlers in both, as far as the trace of B goes.

        """)
    #expect(
      DiffReport(diff: RunComparison(cut, cut, named: ("a", "b"))).text.hasSuffix(
        "\n\nIn B: same order, as far as both traces go.\n"))
  }

  @Test("Only the first differences of a part are reported, unless all are asked for")
  func manyRows() throws {
    let (before, after) = (try run("then-order"), try run("then-order"))
    let notes = (1...30).map { number in
      PromiseEvent(
        sequence: (after.events.last?.sequence ?? 0) + number, time: 0, thread: 1, queue: nil,
        kind: .note("more \(number)"))
    }
    var longer = after
    longer.events += notes
    let diff = RunComparison(before, longer, named: ("a", "b"), only: [.printed])
    #expect(diff.count(.printed) == 30)
    let (some, all) = (DiffReport(diff: diff).text, DiffReport(diff: diff, isWhole: true).text)
    #expect(some.contains("more 20\"") && !some.contains("more 21\""))
    #expect(some.contains("    and 10 more; --all lists them\n"))
    #expect(all.contains("more 30\"") && !all.contains("--all"))
  }

  @Test("Differences in time are parsed")
  func thresholds() throws {
    #expect(try TimeThreshold.typed("10ms") == TimeThreshold(length: 10_000_000, share: 0))
    #expect(try TimeThreshold.typed("0.5s, 20%") == TimeThreshold(length: 500_000_000, share: 0.2))
    #expect(try TimeThreshold.typed("20%") == TimeThreshold(length: 1_000_000, share: 0.2))
    for text in ["", "10", "ms", "-1ms", "10%,20%", "nan%", "1e99s", "10ms,"] {
      #expect(throws: (any Error).self) { try TimeThreshold.typed(text) }
    }
  }
}
