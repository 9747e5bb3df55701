import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("What why says of threads that block")
struct BlockedTests {
  /// The handler of 'show' blocks main, waiting for 'count'; 'next' stands behind it.
  private func blocked(ended: Bool) -> EventStream {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "side")
    stream.create(1, .value, "items")
    stream.settle(1)
    stream.create(2, .async, "count")
    let count = stream.enqueue(2, on: 2)
    stream.link(3, .map, "show", to: 1, on: 1)
    stream.link(4, .map, "next", to: 1, on: 1)
    let show = stream.enqueue(3, on: 1)
    stream.time = 1
    stream.start(show, 3, on: 1)
    stream.post(.waitBegan(promise: 2, queue: 1, job: nil))
    stream.queue = nil
    let next = stream.enqueue(4, on: 1)
    stream.thread = 2
    stream.time = 2
    stream.start(count, 2, on: 2)
    guard ended else { return stream }
    stream.time = 41
    stream.end(count, 2, on: 2)
    stream.settle(2, .fulfilled, "2")
    stream.thread = 1
    stream.post(.waitEnded(promise: 2, queue: 1, job: nil, ending: .settled))
    stream.time = 42
    stream.end(show, 3, on: 1)
    stream.settle(3)
    stream.start(next, 4, on: 1)
    stream.end(next, 4, on: 1)
    stream.settle(4)
    return stream
  }

  @Test("While a thread is blocked, the promise says who waits for it, and after that who waited")
  func waits() {
    #expect(
      blocked(ended: false).answer("What is", 2).last
        == "the handler of p3 'show', blocking main, has been waiting for it since 1.0")
    #expect(
      blocked(ended: true).answer("Where does", 2).last
        == "the handler of p3 'show', blocking main, waited for it for 40.0 ms, until 41.0")
  }

  @Test("The time of a handler that blocked is that of the promise it waited for")
  func blockedTime() {
    #expect(
      blocked(ended: true).answer("Why so late", 3) == [
        " 1.0 ms    3%  waiting in queue main",
        "40.0 ms   95%  blocked, waiting for p2 'count'",
        " 1.0 ms    2%  running on main",
      ])
    #expect(
      blocked(ended: true).answer("At the bottom", 3).contains(
        "39.0 ms   93%  running on side: the body of p2 'count'"))
  }

  @Test("A job that stood behind a blocked one says what that waited for")
  func behindBlocked() {
    #expect(
      blocked(ended: true).answer("Why so late", 4).contains {
        $0.hasSuffix(
          "waiting in queue main, behind the handler of p3 'show', which blocked it for 40.0 ms, "
            + "waiting for p2 'count'")
      })
  }

  @Test("A queue says what blocks it and why, and after that what blocked it longest")
  func queue() {
    let now = blocked(ended: false).graph
    #expect(
      now.explanation(of: 1, now: 12_000_000).lines.map(\.text) == [
        "What blocks main?",
        "the handler of p3 'show' has been running there for 11.0 ms, since 1.0",
        "its thread is blocked: it has been waiting for p2 'count' for 11.0 ms",
        "the body of p2 'count' has been running on side for 10.0 ms",
        "What waits in main?",
        "1st: the handler of p4 'next', for 11.0 ms, since 1.0",
      ])
    let end = blocked(ended: true).graph
    #expect(
      end.explanation(of: 1, now: 50_000_000).lines.last?.text
        == "the handler of p3 'show' blocked it for 40.0 ms, from 1.0 to 41.0, waiting for p2 'count'; "
        + "1 job waited behind it")
  }
}
