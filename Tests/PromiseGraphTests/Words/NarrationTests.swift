import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct NarrationTests {
  /// Returns each event as a sentence, with the graph at the event.
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
        "thread T1 is named 'main'",
        "'main' is a serial queue: one job at a time",
        "'net' is a concurrent queue: up to 2 jobs at a time",
        "'work' is a serial queue: one job at a time",
        "p1 'login(user)' is created pending; its resolver settles it",
        "p2 'fetch' is created by .then on 'login(user)'",
        "p2 'fetch' attaches its handler to 'login(user)' (1st), to run on net",
        "p3 'submit' is created by .map on 'fetch'",
        "p3 'submit' attaches its handler to 'fetch' (1st), to run on work",
        "p4 'show' is created by .done on 'submit'",
        "p4 'show' attaches its handler to 'submit' (1st), to run on main",
        "p5 'alert' is created by .catch on 'show'",
        "p5 'alert' attaches its handler to 'show' (1st), to run on main",
        "the timer of p1 'login(user)' is set: due in 80.0 ms, at 80.0",
        "the timer of p1 'login(user)' fires",
        "p1 'login(user)' is fulfilled with tok_9; 'fetch' is next",
        "the handler of p2 'fetch' is enqueued on net, which is idle",
        "the handler of p2 'fetch' runs on net with tok_9 from p1, after 0.2 ms in the queue",
        "p6 'request' is created; a timer settles it",
        "the timer of p6 'request' is set: due in 121.8 ms, at 202.0",
        "the handler of p2 'fetch' returns a promise",
        "p2 'fetch' adopts 'request' and settles when it does",
        "the timer of p6 'request' fires",
        "p6 'request' is fulfilled with 3 items",
        "p2 'fetch' is fulfilled with 3 items from 'request'; 'submit' is next",
        "the handler of p3 'submit' is enqueued on work, which is idle",
        "the handler of p3 'submit' runs on work with 3 items from p2, after 2.0 ms in the queue",
        "the program notes: submitting",
        "the handler of p3 'submit' returns after 2.0 ms; p3 settles next",
        "p3 'submit' is fulfilled with receipt 17; 'show' is next",
        "the handler of p4 'show' is enqueued on main, which is idle",
        "the handler of p4 'show' runs on main with receipt 17 from p3",
        "the program notes: shown: receipt 17",
        "the handler of p4 'show' returns; p4 settles next",
        "p4 'show' is fulfilled; 'alert' is skipped next",
        "p5 'alert' is skipped: the value of 'show' is passed on",
        "p5 'alert' is fulfilled, as was 'show'",
      ])
  }

  @Test(
    "The rule behind each kind of step is given with its number",
    arguments: [
      (
        "only the first resolution counts (rule 1)",
        "p1 (Promise) is resolved; rejecting it at A.swift:3 is ignored"
      ),
      (
        "'on: nil' requests that (rule 2)",
        "the handler of p10 'too late' runs inline, on the settling thread"
      ),
      (
        "handlers of one promise are queued in the order of attachment (rule 3)",
        "p1 (Promise) is rejected with Unavailable(); 'too late', p11 and p12 are next"
      ),
      (
        "handlers run on main unless another queue is named (rule 5)",
        "job j1 'metrics' runs on main"
      ),
      (
        "an outcome skips links that do not handle it, without a queue hop (rule 6)",
        "p11 (.done) is skipped: the error of p1 is passed on"
      ),
      (
        "a promise that adopted another settles the same way (rule 7)",
        "p14 (pending) adopts p1, which is already rejected"
      ),
      (
        "race takes the first input that settles (rule 8)",
        "p1's value reaches 'first': it is first and wins"
      ),
      (
        "the losers keep running; their outcomes are ignored (rule 8)",
        "p3 'GET /ads' is cancelled too late: 'first' has settled"
      ),
      (
        "it fails with the first input that fails (rule 8)",
        "the value of 'GET /ads' reaches p7: 1 of 2 still pending"
      ),
      (
        "it fails with the first input that fails (rule 8)",
        "p1's value reaches p7: the last of 2"
      ),
      ("a thrown error rejects the promise (rule 9)", "the body of p1 (Promise) throws"),
      (
        "catch and recover ignore cancellations by default (rule 10)",
        "p11 (.done) is skipped: the cancellation of p1 is passed on"
      ),
      (
        "reported when the last promise with this error is freed (rule 11)",
        "no handler for the error of p3 'GET /ads', from p1: no network"
      ),
      (
        "waiting on a queue that the promise needs never ends (rule 12)",
        "the wait for p1 (Promise) would never end: a deadlock"
      ),
      (
        "no rule decides this; another schedule may choose differently",
        "choice 2 of 4: too late on net"
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

  @Test("A queue with jobs says what is ahead of a job")
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
        "job j1 is enqueued on work, which is idle",
        "job j1 runs on work",
        "job j2 'flush' is enqueued on work, behind the running job",
        "job j3 is enqueued on work, behind 1 job",
        "job j4 is enqueued on work, behind 2 jobs",
      ])
  }

  @Test("Impossible events have sentences too: never empty, never long, whatever the graph is")
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

  @Test("Text from outside is sanitized and cut, whatever its characters consist of")
  func foreign() {
    var stream = EventStream()
    stream.create(1, .after, "\u{1B}[31mred\n")
    stream.create(2, .after, String(repeating: "long ", count: 2000))
    stream.create(3, .after, "e" + String(repeating: "\u{301}", count: 10_000))
    stream.settle(1, .rejected, String(repeating: "\u{7}", count: 500))
    stream.post(.note("\u{202E}turned"))
    let sentences = narrations(stream).map(\.sentence)
    #expect(sentences[0] == "p1 '\\u{1b}[31mred\\n' is created; a timer settles it")
    #expect(sentences[1].hasPrefix("p2 'long long long long l...'"))
    #expect(sentences[2].utf8.count < 400)
    #expect(sentences[3].hasSuffix("..."))
    #expect(sentences[4] == "the program notes: \\u{202e}turned")
  }

  @Test("Nothing is said to be passed on to a link that has been cancelled")
  func skippedLate() {
    var stream = EventStream()
    stream.create(1, .pending, "page")
    stream.create(2, .map, "parse", parents: [1])
    stream.settle(2, .cancelled, "cancelled")
    stream.settle(1, .rejected, "Offline()")
    stream.post(.handlerSkipped(parent: 1, child: 2, reason: .errorPassesValueHandler))
    #expect(narrations(stream).last?.sentence == "p2 'parse' is skipped: it has settled already")
    #expect(narrations(stream).last?.rule == "a promise settles only once (rule 1)")
  }
}
