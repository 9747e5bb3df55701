import Dispatch
import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("Breakpoints close the gate")
struct GateBreakpointTests {
  private struct Offline: Error, CustomStringConvertible {
    let description = "Offline(503)"
  }

  /// A run in which `a` and then `b` run on the queue `q`, and `b` reads 7.
  private func chain(_ run: Gated, on queue: DispatchQueue) -> Promise<Int> {
    run.environment.run {
      queue.job("a") {
        run.log.add("a")
        return 7
      }
      .map(label: "b", on: queue) { value in
        run.log.add("b")
        return value + 1
      }
    }
  }

  @Test(
    "before a job: by label, queue, and value",
    arguments: [
      ("label b", "breakpoint 1: before 'b'"),
      ("queue q count 2", "breakpoint 1: before 'b' on 'q'"),
      (#"queue q if value = "7""#, "breakpoint 1: before 'b' on 'q'"),
      (#"label b if value contains "7""#, "breakpoint 1: before 'b'"),
      (#"label b if value != "8""#, "breakpoint 1: before 'b'"),
      ("state fulfilled of a", "breakpoint 1: 'a' is fulfilled"),
      ("state fulfilled", "breakpoint 1: 'a' is fulfilled"),
    ])
  func before(text: String, reason: String) throws {
    let run = Gated(isClosed: false)
    run.gate.set([try Breakpoint(text)])
    let end = chain(run, on: DispatchQueue(label: "q"))
    run.until("closed") { $0.isClosed && $0.jobs.count == 1 && !$0.isBusy }
    #expect(run.log.all == ["a"] && run.held == ["b!"])
    #expect(run.gate.view.reason == reason)
    run.gate.open(because: "by hand")
    #expect(try end.wait() == 8)
    #expect(run.changesOfGate.prefix(2) == ["closed \(reason)", "opened by hand"])
  }

  @Test(
    "that do not match stop nothing",
    arguments: [
      "label c", "off label b", "queue q count 3", #"label b if value = "8""#, "tag x",
      "state rejected", "error 503", "state cancelled of a", "line Other.swift:1",
      "warning long-queue-wait", #"label a if value contains "7""#,
    ])
  func noMatch(text: String) throws {
    let run = Gated(isClosed: false)
    run.gate.set([try Breakpoint(text)])
    #expect(try chain(run, on: DispatchQueue(label: "q")).wait() == 8)
    #expect(run.changesOfGate.isEmpty)
  }

  @Test("by line and by tag")
  func places() throws {
    for text in ["line GateBreakpointTests.swift:\(#line + 6)", "tag order"] {
      let run = Gated(isClosed: false)
      run.gate.set([try Breakpoint(text)])
      let end = run.environment.run {
        PromiseTrace.tag("order") {
          Promise.value(1)
            .map(on: DispatchQueue(label: "q")) { $0 + 1 }
        }
      }
      run.until("closed") { $0.isClosed }
      #expect(run.gate.view.jobs.count == 1)
      run.gate.open(because: "")
      #expect(try end.wait() == 2)
    }
  }

  @Test("when anything is rejected, with the text of the error")
  func errors() throws {
    for (text, reason) in [
      ("state rejected", "'fails' is rejected"),
      ("error 503", #"'fails' is rejected with "503""#),
    ] {
      let run = Gated(isClosed: false)
      run.gate.set([try Breakpoint("label other"), try Breakpoint(text)])
      let end = run.environment.run {
        DispatchQueue(label: "q").job("fails") { throw Offline() }
          .recover(label: "recover", on: DispatchQueue(label: "q")) { _ in }
      }
      run.until("closed") { $0.isClosed && $0.jobs.count == 1 }
      #expect(run.gate.view.reason == "breakpoint 2: \(reason)" && run.held == ["recover!"])
      run.gate.open(because: "")
      end.wait()
    }
  }

  @Test("A breakpoint stops before each job that matches, also before those that were held")
  func again() throws {
    let run = Gated(isClosed: true)
    run.gate.set([try Breakpoint("label x")])
    let jobs = run.enqueue(["x", "y", "x", "x"], on: DispatchQueue(label: "q"))
    run.untilHeld(4)
    run.gate.open(because: "1")
    run.until("first x") { $0.isClosed && $0.jobs.count == 4 && !$0.isBusy }
    #expect(run.log.all.isEmpty && run.held == ["x!", "y", "x", "x"])
    run.gate.open(because: "2")
    run.until("second x") { $0.isClosed && $0.jobs.count == 2 && !$0.isBusy }
    #expect(run.log.all == ["x", "y"])
    // What is let go by hand does not stop again.
    run.gate.step()
    run.untilHeld(1)
    run.gate.open(because: "3")
    run.until("third x") { $0.isClosed && $0.reason != nil && !$0.isBusy }
    #expect(run.log.all == ["x", "y", "x"])
    run.gate.open(because: "4")
    try jobs.waitForAll()
  }

  @Test("A count includes what was let go by hand, and stays while other breakpoints change")
  func counts() throws {
    let run = Gated(isClosed: true)
    let third = try Breakpoint("label x count 3")
    run.gate.set([third])
    let jobs = run.enqueue(["x", "x", "x", "x"], on: DispatchQueue(label: "q"))
    run.untilHeld(4)
    run.gate.step()
    run.untilHeld(3)
    run.gate.set([try Breakpoint("label other"), third])
    run.gate.open(because: "")
    run.until("third") { $0.isClosed && !$0.isBusy }
    #expect(run.log.all == ["x", "x"])
    #expect(run.gate.view.reason == "breakpoint 2: before 'x'")
    run.gate.set([])
    run.gate.open(because: "")
    try jobs.waitForAll()
  }

  @Test("Without a condition, no code of the program runs to describe a value")
  func descriptions() throws {
    struct Loud: Sendable, CustomStringConvertible {
      let counter: Counter
      var description: String {
        counter.add()
        return "loud"
      }
    }
    let counter = Counter()
    let run = Gated(isClosed: false)
    run.gate.set([try Breakpoint("label none")])
    let before = run.environment.run {
      Promise.value(Loud(counter: counter)).map(label: "quiet", on: DispatchQueue(label: "q")) {
        _ in 1
      }
    }
    _ = try before.wait()
    let described = counter.count
    run.gate.set([try Breakpoint(#"label quiet if value = "loud""#)])
    let other = run.environment.run {
      Promise.value(Loud(counter: counter)).map(label: "quiet", on: DispatchQueue(label: "q")) {
        _ in 1
      }
    }
    run.until("closed") { $0.isClosed }
    #expect(counter.count > 2 * described)
    run.gate.open(because: "")
    _ = try other.wait()
  }
}
