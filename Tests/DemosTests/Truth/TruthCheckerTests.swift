import Demos
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@Suite("The checker of sentences")
struct TruthCheckerTests {
  /// A sentence that is true at an event of a demo, and words in it that make it false.
  private static let mutations: [(true: String, wrong: String)] = [
    (
      "p9 'render' is fulfilled; 'alert' is skipped next",
      "p9 'render' is rejected; 'alert' is skipped next"
    ),
    (
      "p9 'render' is fulfilled; 'alert' is skipped next",
      "p9 'render' is fulfilled; 'alert' is next and last"
    ),
    (
      "p9 'render' is fulfilled; 'alert' is skipped next",
      "p9 'render' is fulfilled; 'render' is next"
    ),
    ("p9 'render' is fulfilled; 'alert' is skipped next", "p9 'render' is fulfilled"),
    ("p2 'GET /posts' is fulfilled with posts", "p2 'GET /posts' is fulfilled with profile"),
    ("p2 'GET /posts' is fulfilled with posts", "p2 'GET /ads' is fulfilled with posts"),
    ("p2 'GET /posts' is fulfilled with posts", "p1 'GET /profile' is fulfilled with posts"),
    (
      "p4 'fresh' is rejected with Unavailable() from its input 'GET /ads'",
      "p4 'fresh' is rejected with Unavailable() from its input 'GET /posts'"
    ),
    (
      "the value of 'GET /posts' reaches 'fresh': 2 of 3 still pending",
      "the value of 'GET /posts' reaches 'fresh': 1 of 3 still pending"
    ),
    (
      "the value of 'GET /posts' reaches 'fresh': 2 of 3 still pending",
      "the error of 'GET /posts' reaches 'fresh': it fails with that error"
    ),
    (
      "the timer of p6 'timeout' is set: due in 150.0 ms, at 150.0",
      "the timer of p6 'timeout' is set: due in 150.0 ms, at 151.0"
    ),
    (
      "'net' is a concurrent queue: up to 3 jobs at a time",
      "'net' is a serial queue: one job at a time"
    ),
    (
      "'net' is a concurrent queue: up to 3 jobs at a time",
      "'net' is a concurrent queue: up to 3 jobs at a time (assumed)"
    ),
    (
      "p4 'fresh' is rejected too late: 'first' has settled",
      "p4 'fresh' is rejected too late: 'fresh' has settled"
    ),
  ]

  @Test("A true sentence passes, and with a wrong word it does not", arguments: 0..<14)
  func events(_ index: Int) throws {
    let mutation = Self.mutations[index]
    let record = EventRecord(try plannedDemo("dashboard-race").events)
    func isTrue(_ sentence: String) -> Bool {
      (1...record.last).contains {
        SentenceForms.events.finding(sentence, in: EventScene(record, at: $0)) == nil
      }
    }
    #expect(isTrue(mutation.true))
    #expect(!isTrue(mutation.wrong))
  }

  @Test("A form that it does not know is a finding")
  func unknown() throws {
    let scene = EventScene(EventRecord(try plannedDemo("zalgo").events), at: 1)
    let finding = SentenceForms.events.finding("the moon is made of cheese", in: scene)
    #expect(finding?.hasSuffix("unknown form") == true)
  }
}
