import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct LinearReportTests {
  private func report(_ events: [PromiseEvent], title: String = "run") -> String {
    var history = History()
    history.append(contentsOf: events)
    history.flush()
    return LinearReport.text(history, title: title)
  }

  @Test("The login run as a report")
  func login() {
    #expect(report(EventStream.login.events, title: "login-fetch-submit") == Self.login)
  }

  @Test("Problems are listed at the top, what was lost first, and then pending promises")
  func warnings() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .body, "load")
    stream.link(2, .then, "parse", to: 1, on: 1)
    stream.create(3)
    stream.create(4, .race, parents: [1, 3])
    stream.settle(1, .rejected, "no network")
    let site = SourceSite(file: "M/A.swift", line: 3, column: 9)
    stream.post(.resolutionIgnored(promise: 1, site: site, attempt: .fulfilled))
    stream.settle(4, .rejected, "no network", from: 1)
    stream.post(.inputIgnored(fanIn: 4, index: 1, input: 3, outcome: .fulfilled))
    stream.post(.errorUnhandled(promise: 4, origin: 1, error: "no network"))
    stream.post(.deallocated(promise: 3, state: .pending, waiting: [5]))
    stream.sequence += 4
    stream.post(.dropped(count: 4))
    let lines = report(stream.events)
      .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    #expect(
      Array(lines[(lines.firstIndex(of: "WARNINGS") ?? 0)..<(lines.firstIndex(of: "EVENTS") ?? 0)])
        == [
          "WARNINGS",
          "Login.swift:14:8: error: the error of p4 race, from p1 load, was not handled: no network",
          "    [unhandled-rejection]",
          "    at 0.0 ms (events 7, 11)",
          "    fix: end the chain with catch or recover",
          "Login.swift:13:8: error: p3 pending was freed while pending; p5 waits forever [freed-while-pending]",
          "    at 0.0 ms (events 5, 12)",
          "    fix: resolve it on every path, including errors",
          "A.swift:3:9: warning: p1 load cannot be fulfilled at A.swift:3:9: it was already rejected (event 7)",
          "    [resolved-again]",
          "    at 0.0 ms (events 7, 8)",
          "    fix: make sure that exactly one path resolves it, and only once",
          "0.0 (event 17): 4 events before this one were lost",
          "",
          "WORTH A LOOK",
          "Login.swift:14:8: advice: p3 pending keeps running, although p4 race was settled by p1",
          "    [loser-keeps-running]",
          "    at 0.0 ms (events 9, 10)",
          "    fix: cancel them when it settles, unless their effects are wanted",
          "",
          "PENDING",
          "p2 .then parse is unknown since events were lost",
          "p5 is unknown since events were lost",
          "",
        ])
  }

  @Test("A promise at the end waits for what has not settled")
  func pending() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .value, "page")
    stream.settle(1)
    stream.link(2, .done, "show", to: 1, on: 1)
    _ = stream.enqueue(2, on: 1)
    stream.create(3, .pending, "open")
    stream.create(4, .all, parents: [1, 3])
    let lines = report(stream.events).split(separator: "\n")
      .drop { $0 != "PENDING" }.dropFirst().prefix { $0 != "EVENTS" }
    #expect(
      lines == ["p2 .done show is queued on main", "p3 open is pending; 1 promise waits for it"])
  }

  @Test("The same events give the same bytes, short lines, and no escapes", arguments: 1...5)
  func shape(seed: Int) {
    var random = RandomEvents(seed: seed)
    let events = random.stream(500)
    let text = report(events)
    #expect(text == report(events))
    #expect(text.split(separator: "\n").filter { $0.count > 100 } == [])
    #expect(!text.unicodeScalars.contains { $0 != "\n" && ($0.value < 32 || $0.value == 127) })
  }

  @Test("Text from outside is limited and cannot break the lines")
  func foreignText() {
    var stream = EventStream()
    let text = "\u{1B}[2J\nPROMISES " + String(repeating: "long ", count: 400)
    stream.declare(1, text)
    stream.create(1, .body, text)
    stream.link(2, .then, text, to: 1, on: 1)
    stream.settle(1, .fulfilled, String(repeating: "x", count: 5000))
    stream.post(.note(text))
    stream.post(.errorUnhandled(promise: 1, origin: 2, error: text))
    let report = report(stream.events, title: text)
    #expect(report.split(separator: "\n").allSatisfy { $0.count <= 100 })
    #expect(!report.contains("\u{1B}"))
    #expect(report.split(separator: "\n").filter { $0.hasPrefix("PROMISES") }.count == 1)
  }

  private static let login = """
    login-fetch-submit
    37 events in 206.0 ms, 5 turns
    6 promises, 6 fulfilled

    WARNINGS
    none

    WORTH A LOOK
    none

    PENDING
    none

    EVENTS
    no     ms  queue  thread  promise          event        what
     5    0.0  --     T1      p1 login(user)   created      login(user)
     6    0.0  --     T1      p2 .then fetch   created      .then fetch of p1
     7    0.0  --     T1      p2 .then fetch   attached     to p1 as #1 on net
     8    0.0  --     T1      p3 .map submit   created      .map submit of p2
     9    0.0  --     T1      p3 .map submit   attached     to p2 as #1 on work
    10    0.0  --     T1      p4 .done show    created      .done show of p3
    11    0.0  --     T1      p4 .done show    attached     to p3 as #1 on main
    12    0.0  --     T1      p5 .catch alert  created      .catch alert of p4
    13    0.0  --     T1      p5 .catch alert  attached     to p4 as #1 on main
    14    0.0  --     T1      p1 login(user)   timer set    t1 due 80.0
    15   80.0  --     T1      p1 login(user)   timer fires  t1
    16   80.0  --     T1      p1 login(user)   fulfilled    tok_9
    17   80.0  --     T1      p2 .then fetch   enqueued     on net
    18   80.2  net    T3      p2 .then fetch   job starts   waited 0.2
    19   80.2  net    T3      p6 request       created      request
    20   80.2  net    T3      p6 request       timer set    t2 due 202.0
    21   80.2  net    T3      p2 .then fetch   job ends     returned a promise
    22   80.2  --     T3      p2 .then fetch   adopts       p6
    23  202.0  --     T3      p6 request       timer fires  t2
    24  202.0  --     T3      p6 request       fulfilled    3 items
    25  202.0  --     T3      p2 .then fetch   fulfilled    3 items from p6
    26  202.0  --     T3      p3 .map submit   enqueued     on work
    27  204.0  work   T4      p3 .map submit   job starts   waited 2.0
    28  204.0  work   T4      --               note         submitting
    29  206.0  work   T4      p3 .map submit   job ends     returned after 2.0
    30  206.0  --     T4      p3 .map submit   fulfilled    receipt 17
    31  206.0  --     T4      p4 .done show    enqueued     on main
    32  206.0  main   T1      p4 .done show    job starts   waited 0.0
    33  206.0  main   T1      --               note         shown: receipt 17
    34  206.0  main   T1      p4 .done show    job ends     returned
    35  206.0  --     T1      p4 .done show    fulfilled
    36  206.0  --     T1      p5 .catch alert  skipped      by the value of p4
    37  206.0  --     T1      p5 .catch alert  fulfilled    from p4

    PROMISES
    p1 login(user): fulfilled at 80.0 (event 16)
      value       tok_9
      label       login(user)
      operation   pending
      source      Login.swift:11
      created     at 0.0 (event 5)
      waited on   timer t1 (due 80.0)
      attached  enqueued  ran  promise         queue  outcome
             1         1    1  p2 .then fetch  net    ended at 80.2

    p2 .then fetch: fulfilled at 202.0 (event 25) from p6
      value       3 items
      label       fetch
      operation   .then
      source      Login.swift:12
      created     at 0.0 (event 6)
      queue       net
      ran         from 80.2 to 80.2 on T3, after waiting 0.2
      waited on   p1 login(user), p6 request (adopted)
      attached  enqueued  ran  promise         queue  outcome
             1         2    2  p3 .map submit  work   ended at 206.0

    p3 .map submit: fulfilled at 206.0 (event 30)
      value       receipt 17
      label       submit
      operation   .map
      source      Login.swift:13
      created     at 0.0 (event 8)
      queue       work
      ran         from 204.0 to 206.0 on T4, after waiting 2.0
      waited on   p2 .then fetch
      attached  enqueued  ran  promise        queue  outcome
             1         3    3  p4 .done show  main   ended at 206.0

    p4 .done show: fulfilled at 206.0 (event 35)
      label       show
      operation   .done
      source      Login.swift:14
      created     at 0.0 (event 10)
      queue       main
      ran         from 206.0 to 206.0 on T1
      waited on   p3 .map submit
      attached  enqueued  ran  promise          queue  outcome
             1        --   --  p5 .catch alert  main   skipped: a value skips it

    p5 .catch alert: fulfilled at 206.0 (event 37) from p4
      label       alert
      operation   .catch
      source      Login.swift:15
      created     at 0.0 (event 12)
      queue       main
      skipped     a value skips it
      waited on   p4 .done show

    p6 request: fulfilled at 202.0 (event 24)
      value       3 items
      label       request
      operation   after
      source      Login.swift:16
      created     at 80.2 (event 19)
      waited on   timer t2 (due 202.0)

    PRINTED
    no     ms  queue  text
    28  204.0  work   printed: submitting
    33  206.0  main   printed: shown: receipt 17

    """
}
