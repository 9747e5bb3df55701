import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct OriginTests {
  /// Returns the explanation of a promise as text.
  private func text(_ promise: PromiseID, _ stream: EventStream) -> String {
    var history = History()
    history.append(contentsOf: stream.events)
    return stream.graph.explanation(of: promise, in: history).text
  }

  @Test("The login run: where the receipt comes from, and where the time went")
  func login() {
    #expect(
      text(3, .login) == """
        Where does the value of p3 'submit', receipt 17, come from?
          the handler of p3 'submit' returned receipt 17 on work at 206.0, given 3 items by p2 'fetch'
            p2 'fetch' got it from p6 'request', which its handler returned
              the timer of p6 'request' fired at 202.0
                the handler of p2 'fetch' created p6 'request' at 80.2, given tok_9 by p1 'login(user)'
                  the timer of p1 'login(user)' fired at 80.0
        Why so late? p3 'submit' took 206.0 ms to settle
          202.0 ms   98%  waiting for p2 'fetch'
            2.0 ms    1%  waiting in queue work
            2.0 ms    1%  running on work
        At the bottom of it:
           80.0 ms   39%  the timer of p1 'login(user)'
            0.2 ms   <1%  p2 'fetch', waiting in queue net
          121.8 ms   59%  the timer of p6 'request'
            2.0 ms    1%  p3 'submit', waiting in queue work
            2.0 ms    1%  running on work: the handler of p3 'submit'
        """)
    #expect(
      text(5, .login).hasPrefix(
        """
        Why is p5 'alert' fulfilled?
          p5 'alert' got it from p4 'show': a value skips an error handler, so its handler did not run
            the handler of p4 'show' returned on main at 206.0, given receipt 17 by p3 'submit'
        """))
  }

  @Test("A race names the winner, and what happened to the losers")
  func race() {
    var stream = EventStream()
    for (number, name) in ["slow", "quick", "never"].enumerated() {
      stream.create(PromiseID(number + 1), .pending, name)
    }
    stream.create(4, .race, "first", parents: [1, 2, 3])
    stream.settle(2, .fulfilled, "page")
    stream.post(.inputSettled(fanIn: 4, index: 1, input: 2, outcome: .fulfilled))
    stream.settle(4, .fulfilled, "page", from: 2)
    stream.time = 5
    stream.settle(1, .rejected, "late")
    stream.post(.inputIgnored(fanIn: 4, index: 0, input: 1, outcome: .rejected))
    #expect(
      text(4, stream).hasPrefix(
        """
        Where does the value of p4 'first', page, come from?
          p4 'first' got it from p2 'quick' at 0.0, the first of its 3 inputs to settle
            p2 'quick' was resolved at 0.0 by code outside any queue
          p1 'slow' was rejected at 5.0, too late, and ignored
          p3 'never' is pending: its outcome will be ignored
        """))
  }

  @Test("An error is followed through the links that it skipped to where it was thrown")
  func error() {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.create(1, .async, "login")
    let job = stream.enqueue(1, on: 1)
    stream.start(job, 1, on: 1)
    stream.time = 80
    stream.end(job, 1, on: 1, .threw)
    stream.link(2, .then, "fetch", to: 1, on: 1)
    stream.link(3, .catch, "alert", to: 2, on: 1)
    stream.settle(1, .rejected, "WrongPassword()")
    stream.post(.handlerSkipped(parent: 1, child: 2, reason: .errorPassesValueHandler))
    stream.settle(2, .rejected, "WrongPassword()", from: 1)
    stream.post(.errorHandled(promise: 2, by: 3))
    #expect(
      text(2, stream) == """
        Where does the error of p2 'fetch', WrongPassword(), come from?
          p2 'fetch' got it from p1 'login': an error skips a value handler, so its handler did not run
            the body of p1 'login' threw WrongPassword() on net at 80.0 at Login.swift:11
          p3 'alert' handled it
        Why so late? p2 'fetch' took 0.0 ms to settle
          no time has passed since it was created
        """)
  }

  @Test("A wait in a queue names the job that was ahead, although it has ended")
  func behind() {
    var stream = EventStream()
    stream.declare(1, "work")
    stream.create(1, .value)
    stream.settle(1)
    stream.link(2, .done, "flush", to: 1, on: 1)
    stream.link(3, .done, "write", to: 1, on: 1)
    let flush = stream.enqueue(2, on: 1)
    stream.start(flush, 2, on: 1)
    let write = stream.enqueue(3, on: 1)
    stream.time = 30
    stream.end(flush, 2, on: 1)
    stream.settle(2)
    stream.start(write, 3, on: 1)
    stream.time = 40
    stream.end(write, 3, on: 1)
    stream.settle(3)
    #expect(
      text(3, stream).hasSuffix(
        """
        Why so late? p3 'write' took 40.0 ms to settle
          30.0 ms   75%  waiting in queue work, behind the handler of p2 'flush'
          10.0 ms   25%  running on work
        """))
  }

  @Test(
    "The parts of the time add up to the whole, whatever happened",
    arguments: 1...5 as ClosedRange<UInt64>)
  func shares(_ seed: UInt64) {
    var random = RandomEvents(seed: seed)
    let graph = Graph(folding: random.stream(2000, gaps: false))
    for node in graph.promises {
      let timing = Timing(node, graph)
      #expect(timing.shares.reduce(0) { $0 + $1.length } == timing.whole)
      guard timing.whole > 0 else { continue }
      let parts = Timing.percentages(timing.shares.map(\.length), of: timing.whole)
      #expect(parts.reduce(0, +) == 100)
      #expect(CriticalPath(timing).length == timing.whole)
    }
  }
}
