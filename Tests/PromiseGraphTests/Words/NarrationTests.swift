import PromiseKitLite
import Testing

@testable import PromiseGraph

@Suite struct NarrationTests {
  /// Each event as a sentence, with the graph at the event.
  private func narrations(_ stream: EventStream) -> [Narration] {
    var graph = Graph()
    return stream.events.map { event in
      graph.apply(event)
      return Narration(event, in: graph)
    }
  }

  @Test("The login run in sentences")
  func login() {
    #expect(
      narrations(.login).map(\.sentence) == [
        "thread T1 is called 'main'",
        "'main' is a serial queue: one job at a time",
        "'net' is a concurrent queue: up to 2 jobs at once",
        "'work' is a serial queue: one job at a time",
        "p1 'login(user)' is made; who holds its resolver settles it",
        "p2 'fetch' is made by .then on p1 'login(user)'",
        "p2 'fetch' hangs its handler on p1 'login(user)', as number 1, to run on net",
        "p3 'submit' is made by .map on p2 'fetch'",
        "p3 'submit' hangs its handler on p2 'fetch', as number 1, to run on work",
        "p4 'show' is made by .done on p3 'submit'",
        "p4 'show' hangs its handler on p3 'submit', as number 1, to run on main",
        "p5 'alert' is made by .catch on p4 'show'",
        "p5 'alert' hangs its handler on p4 'show', as number 1, to run on main",
        "a timer is set for p1 'login(user)': due in 80.0 ms, at 80.0",
        "the timer of p1 'login(user)' fires",
        "p1 'login(user)' is fulfilled with tok_9; its handler is next",
        "the handler of p2 'fetch' goes to the queue net, which is idle",
        "the handler of p2 'fetch' runs on net with tok_9 of p1, after 0.2 ms in the queue",
        "p6 'request' is made; a timer settles it",
        "a timer is set for p6 'request': due in 121.8 ms, at 202.0",
        "the handler of p2 'fetch' returns a promise",
        "p2 'fetch' adopts p6 'request': it settles when p6 does; no handler runs now",
        "the timer of p6 'request' fires",
        "p6 'request' is fulfilled with 3 items",
        "p2 'fetch' is fulfilled with 3 items, as p6 'request' was; its handler is next",
        "the handler of p3 'submit' goes to the queue work, which is idle",
        "the handler of p3 'submit' runs on work with 3 items of p2, after 2.0 ms in the queue",
        "the program says: submitting",
        "the handler of p3 'submit' returns after 2.0 ms: p3 settles next",
        "p3 'submit' is fulfilled with receipt 17; its handler is next",
        "the handler of p4 'show' goes to the queue main, which is idle",
        "the handler of p4 'show' runs on main with receipt 17 of p3",
        "the program says: shown: receipt 17",
        "the handler of p4 'show' returns: p4 settles next",
        "p4 'show' is fulfilled; its handler is next",
        "the value of p4 'show' passes p5 'alert', whose handler does not run",
        "p5 'alert' is fulfilled, as p4 'show' was",
      ])
  }

  @Test(
    "Each kind of step is shown with the number of its rule",
    arguments: [
      (
        "the first resolution counts (rule 1)",
        "p1 (Promise) is rejected once more at A.swift:3: that changes nothing"
      ),
      (
        "'on: nil' asks for that (rule 2)",
        "the handler of p10 'too late' runs inline, on the thread that settled what it waited for"
      ),
      (
        "handlers of one promise are queued as they were attached (rule 3)",
        "p1 (Promise) is rejected with Unavailable(); its 3 handlers are next, in the order of attachment"
      ),
      (
        "handlers run on main where no other queue is named (rule 5)",
        "job j1 'metrics' runs on main"
      ),
      (
        "an outcome passes the links that are not for it, without a hop (rule 6)",
        "the error of p1 (Promise) passes p11 (.done), whose handler does not run"
      ),
      (
        "a promise that is returned is adopted (rule 7)",
        "p14 (pending) adopts p1 (Promise): p1 is rejected, so p14 will be too"
      ),
      (
        "race takes the first that settles (rule 8)",
        "p2 'first' hears that p1 (Promise) is fulfilled: it is the first, and wins"
      ),
      (
        "nothing stops the losers; what they come to is ignored (rule 8)",
        "p3 'GET /ads' is cancelled too late: p2 'first' has settled"
      ),
      (
        "it waits for all its inputs (rule 8)",
        "p7 (all) hears that p3 'GET /ads' is fulfilled: 1 of 2 is open yet"
      ),
      (
        "it waits for all its inputs (rule 8)",
        "p7 (all) hears that p1 (Promise) is fulfilled: that was the last of 2"
      ),
      ("what is thrown becomes the error (rule 9)", "the body of p1 (Promise) throws"),
      (
        "catch and recover leave cancellations out by default (rule 10)",
        "the cancellation of p1 (Promise) passes p11 (.done), whose handler does not run"
      ),
      (
        "it is told when the last promise that the error reached is gone (rule 11)",
        "nobody handled the error of p3 'GET /ads', no network, which arose in p1 (Promise)"
      ),
      (
        "who waits on a queue that the promise needs waits for ever (rule 12)",
        "the wait for p1 (Promise) would never end: a deadlock"
      ),
      (
        "no rule orders them: another schedule may take another one",
        "4 things could happen next, and this run takes number 2: the handler of p10 'too late' begins on net"
      ),
    ])
  func rules(_ rule: String, _ sentence: String) {
    #expect(narrations(.everything).contains { $0.sentence == sentence && $0.rule == rule })
  }

  @Test("Every kind of event has a sentence")
  func kinds() {
    let told = Set(EventStream.everything.events.map(\.kind.name))
    let login = Set(EventStream.login.events.map(\.kind.name))
    #expect(told.union(login) == Set(PromiseEvent.Kind.Name.allCases))
  }

  @Test("A queue with jobs in it says what is ahead of a job")
  func line() {
    var stream = EventStream()
    stream.declare(1, "work")
    let first = stream.enqueue(nil, on: 1)
    stream.start(first, nil, on: 1)
    _ = stream.enqueue(nil, on: 1, "flush")
    _ = stream.enqueue(nil, on: 1)
    _ = stream.enqueue(nil, on: 1)
    #expect(
      narrations(stream).map(\.sentence) == [
        "'work' is a serial queue: one job at a time",
        "job j1 goes to the queue work, which is idle",
        "job j1 runs on work",
        "job j2 'flush' goes to the queue work, behind the job that runs there",
        "job j3 goes to the queue work, behind 1 job",
        "job j4 goes to the queue work, behind 2 jobs",
      ])
  }

  @Test(
    "Even events that make no sense have a sentence: never empty, never long, whatever the graph"
  )
  func nonsense() {
    var random = RandomEvents(seed: 9)
    let events = random.stream(4000)
    let end = Graph(folding: events)
    var graph = Graph()
    for event in events {
      graph.apply(event)
      for graph in [Graph(), graph, end] {
        let narration = Narration(event, in: graph)
        #expect((1...200).contains(narration.sentence.count))
        #expect(narration.rule != "")
      }
    }
  }

  @Test("Text from the program is sanitized and truncated, whatever its characters")
  func foreign() {
    var stream = EventStream()
    stream.create(1, .after, "\u{1B}[31mred\n")
    stream.create(2, .after, String(repeating: "long ", count: 2000))
    stream.create(3, .after, "e" + String(repeating: "\u{301}", count: 10_000))
    stream.settle(1, .rejected, String(repeating: "\u{7}", count: 500))
    stream.post(.note("\u{202E}turned"))
    let sentences = narrations(stream).map(\.sentence)
    #expect(sentences[0] == "p1 '\\u{1b}[31mred\\n' is made; a timer settles it")
    #expect(sentences[1].hasPrefix("p2 'long long long long l...'"))
    #expect(sentences[2].utf8.count < 400)
    #expect(sentences[3].hasSuffix("..."))
    #expect(sentences[4] == "the program says: \\u{202e}turned")
  }
}
