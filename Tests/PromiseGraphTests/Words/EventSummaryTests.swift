import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct EventSummaryTests {
  /// Returns the rows of the events pane for a stream.
  private func lines(_ stream: EventStream) -> [String] {
    var graph = Graph()
    return stream.events.map { event in
      graph.apply(event)
      let summary = EventSummary(event, in: graph)
      return "\(summary.subject)|\(summary.verb)|\(summary.detail)"
    }
  }

  @Test("The login run as rows")
  func login() {
    #expect(
      lines(.login) == [
        "--|thread|T1 is main",
        "--|queue|main serial",
        "--|queue|net concurrent 2",
        "--|queue|work serial",
        "p1|created|login(user)",
        "p2|created|.then fetch of p1",
        "p2|attached|to p1 as #1 on net",
        "p3|created|.map submit of p2",
        "p3|attached|to p2 as #1 on work",
        "p4|created|.done show of p3",
        "p4|attached|to p3 as #1 on main",
        "p5|created|.catch alert of p4",
        "p5|attached|to p4 as #1 on main",
        "p1|timer set|t1 due 80.0",
        "p1|timer fires|t1",
        "p1|fulfilled|tok_9",
        "p2|enqueued|on net",
        "p2|job starts|waited 0.2",
        "p6|created|request",
        "p6|timer set|t2 due 202.0",
        "p2|job ends|returned a promise",
        "p2|adopts|p6",
        "p6|timer fires|t2",
        "p6|fulfilled|3 items",
        "p2|fulfilled|3 items from p6",
        "p3|enqueued|on work",
        "p3|job starts|waited 2.0",
        "--|note|submitting",
        "p3|job ends|returned after 2.0",
        "p3|fulfilled|receipt 17",
        "p4|enqueued|on main",
        "p4|job starts|waited 0.0",
        "--|note|shown: receipt 17",
        "p4|job ends|returned",
        "p4|fulfilled|",
        "p5|skipped|by the value of p4",
        "p5|fulfilled|from p4",
      ])
  }

  @Test("The other kinds of events as rows")
  func others() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "immediate", .immediate)
    stream.create(1, .body)
    stream.post(.bodyStarted(promise: 1))
    stream.post(.bodyEnded(promise: 1, threw: true))
    stream.create(2, .race, "first", parents: [1, 3, 4, 5, 6])
    stream.post(.inputSettled(fanIn: 2, index: 0, input: 1, outcome: .fulfilled))
    stream.post(.inputIgnored(fanIn: 2, index: 1, input: 3, outcome: .cancelled))
    stream.create(7, .all, parents: [1, 3])
    stream.post(.inputSettled(fanIn: 7, index: 1, input: 3, outcome: .fulfilled))
    let site = SourceSite(file: "M/A.swift", line: 3, column: 9)
    stream.post(.resolutionIgnored(promise: 1, site: site, attempt: .rejected))
    let job = stream.enqueue(nil, on: 1, "metrics")
    stream.start(job, nil, on: 1)
    stream.end(job, nil, on: 1, .threw)
    let inline = stream.enqueue(2, on: 2)
    stream.start(inline, 2, on: 2)
    stream.post(.errorHandled(promise: 1, by: 2))
    stream.post(.errorUnhandled(promise: 3, origin: 1, error: "no network"))
    stream.post(.deallocated(promise: 1, state: .settled, waiting: []))
    stream.post(.deallocated(promise: 3, state: .pending, waiting: [4]))
    stream.post(.deallocated(promise: 4, state: .forwarded(to: 5), waiting: []))
    stream.post(.waitBegan(promise: 1, queue: 1, job: nil))
    stream.post(.waitEnded(promise: 1, queue: 1, job: nil, ending: .settled))
    stream.post(.awaitBegan(promise: 1))
    for ending in PromiseEvent.AwaitEnding.allCases {
      stream.post(.awaitEnded(promise: 1, ending: ending))
    }
    stream.post(.cancelRequested(context: 4))
    stream.post(.sourceText(file: "M/A.swift", firstLine: 3, text: ""))
    stream.post(.dropped(count: 5))
    stream.post(.dropped(count: 0))
    stream.create(8, .all)
    stream.post(.inputAdded(fanIn: 8, index: 0, input: 1))
    #expect(
      lines(stream).dropFirst(2) == [
        "p1|created|Promise",
        "p1|body starts|Login.swift:11",
        "p1|body ends|threw",
        "p2|created|race first of p1 p3 p4 p5 ...",
        "p2|input|p1 fulfilled",
        "p2|input lost|p3 cancelled",
        "p7|created|all of p1 p3",
        "p7|input|p3 fulfilled",
        "p1|ignored|rejected at A.swift:3:9",
        "--|enqueued|metrics on main",
        "--|job starts|metrics waited 0.0",
        "--|job ends|metrics threw",
        "p2|enqueued|on immediate",
        "p2|job starts|inline",
        "p1|handled|by p2",
        "p3|unhandled|no network arose in p1",
        "p1|freed|",
        "p3|freed|while pending, awaited by p4",
        "p4|freed|p5 settles in its place",
        "p1|wait|blocks main",
        "p1|wait ends|main no longer blocked",
        "p1|await|by a task",
        "p1|await ends|",
        "p1|await ends|task cancelled",
        "p1|await ends|can never settle",
        "--|cancel|context 4",
        "--|source|M/A.swift from line 3",
        "--|gap|5 events lost",
        "--|unknown|an event from a newer version",
        "p8|created|all",
        "p8|input|p1 as input 1",
      ])
  }

  @Test("A choice shows what was taken and what was not, by name")
  func choices() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .after, "later")
    stream.create(2, .then, "fetch", parents: [1])
    stream.post(.timerScheduled(timer: 1, promise: 1, due: 0))
    let fetch = stream.enqueue(2, on: 1)
    let flush = stream.enqueue(nil, on: 1, "flush")
    let options: [PromiseEvent.Choice] = [
      .resume(job: 9), .start(queue: 1, job: fetch), .end(job: flush), .fire(timer: 1),
      .fire(timer: 7), .start(queue: 4, job: 5),
    ]
    for chosen in options.indices { stream.post(.choiceMade(chosen: chosen, options: options)) }
    stream.post(.choiceMade(chosen: .max, options: [.fire(timer: 1)]))
    stream.post(.choiceMade(chosen: 0, options: []))
    let many = (1...64).map { PromiseEvent.Choice.end(job: JobID($0)) }
    stream.post(.choiceMade(chosen: 64, options: many))
    #expect(
      lines(stream).suffix(9) == [
        "--|choice|1 of 6: j9 resumes; not fetch on main, end of flush, timer of later, timer of t7 ...",
        "--|choice|2 of 6: fetch on main; not j9 resumes, end of flush, timer of later, timer of t7 ...",
        "--|choice|3 of 6: end of flush; not j9 resumes, fetch on main, timer of later, timer of t7 ...",
        "--|choice|4 of 6: timer of later; not j9 resumes, fetch on main, end of flush, timer of t7 ...",
        "--|choice|5 of 6: timer of t7; not j9 resumes, fetch on main, end of flush, timer of later ...",
        "--|choice|6 of 6: j5 on q4; not j9 resumes, fetch on main, end of flush, timer of later ...",
        "--|choice|9223372036854775807 of 1: another; not timer of later",
        "--|choice|1 of 0: another",
        "--|choice|65 of 64 or more: another; not end of fetch, end of flush, end of j3, end of j4 ...",
      ])
  }

  @Test("Every event has a verb that fits its column, in the graph before it and after it")
  func verbs() {
    var random = RandomEvents(seed: 4)
    let events = random.stream(2000)
    let end = Graph(folding: events)
    for event in events {
      for graph in [Graph(), end] {
        let verb = EventSummary(event, in: graph).verb
        #expect((1...11).contains(verb.count))
      }
    }
  }

  @Test("In Chinese the verb fits its column, and no English remains beside names")
  func chinese() {
    var random = RandomEvents(seed: 4)
    let events = random.stream(2000)
    let end = Graph(folding: events)
    for event in events {
      for graph in [Graph(), end] {
        let verb = EventSummary(event, in: graph, language: .chinese).verb
        let width = verb.unicodeScalars.reduce(0) { $0 + ($1.value < 0x2E80 ? 1 : 2) }
        #expect((1...11).contains(width))
        #expect(verb.contains(/\p{Han}|await/), "\(verb)")
      }
    }
    var graph = Graph()
    for event in EventStream.login.events {
      graph.apply(event)
      let summary = EventSummary(event, in: graph, language: .chinese)
      #expect(!summary.detail.contains(/\b(is|of|to|on|by|from)\b/), "\(summary.detail)")
      if case .handlerAttached(let parent, _, 1, _) = event.kind, parent == PromiseID(1) {
        #expect(summary.verb == "添加")
        #expect(summary.detail == "到 p1，第 1 个，在 net 上")
      }
    }
  }

  @Test(
    "Milliseconds have one decimal",
    arguments: [
      (206_000_000, "206.0"), (80_249_999, "80.2"), (0, "0.0"), (99_999, "0.0"),
      (-150_000, "-0.1"), (-1, "0.0"), (Int64.max, "9223372036854.7"),
      (Int64.min, "-9223372036854.7"),
    ] as [(Int64, String)])
  func time(_ nanoseconds: Int64, _ text: String) {
    #expect(milliseconds(nanoseconds) == text)
  }

  @Test("Control characters and direction marks become visible; other text is unchanged")
  func sanitizing() {
    #expect(
      sanitized("a\u{1B}[31mb\n\t\u{7}\u{9B}\u{202E}\u{7F}")
        == "a\\u{1b}[31mb\\n\\t\\u{7}\\u{9b}\\u{202e}\\u{7f}")
    #expect(sanitized("naïve 日本 👩‍👧 e\u{301}") == "naïve 日本 👩‍👧 e\u{301}")
  }
}
