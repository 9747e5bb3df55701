import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("The keys of a program with a gate")
struct GateKeysTests {
  private let stopped = EventStream.stopped
  private var closing: Int {
    stopped.events.first { if case .gateChanged = $0.kind { true } else { false } }?.sequence ?? 0
  }

  @Test("Space closes the open gate and opens the closed one, at the newest event")
  func toggles() {
    var driver = Driver.gated(upTo: closing - 1)
    #expect(driver.screen.contains("gate open") && driver.screen.contains("close gate"))
    driver.type(" ")
    #expect(driver.orders == [.close])
    driver.send(.events(stopped.events.filter { $0.sequence >= closing }))
    #expect(driver.playhead == driver.last)
    #expect(driver.screen.contains("GATE CLOSED") && driver.screen.contains("open gate"))
    driver.type(" ")
    #expect(driver.orders == [.close, .open])

    // In the past, the key follows the newest event again.
    driver.press(.left)
    #expect(driver.screen.contains("PAUSED") && driver.screen.contains("gate closed"))
    driver.type(" ")
    #expect(driver.orders.count == 2 && driver.playhead == driver.last)
  }

  @Test("Without a gate, space pauses the picture, and the keys of the gate say how to get one")
  func withoutGate() {
    var driver = Driver.live(upTo: 20)
    driver.type(" ")
    #expect(driver.orders.isEmpty && driver.screen.contains("PAUSED"))
    for key in ["b", "u", "c"] {
      driver.type(key)
      #expect(driver.state.notice == "no gate: start the program with promise-tui run --gate")
    }
    var demo = Driver()
    demo.type("u")
    #expect(demo.state.notice == "only a program has a gate, not a demo")
    // Another process controls the gate.
    var watched = Driver.live(stopped.events)
    #expect(watched.screen.contains("GATE CLOSED"))
    watched.type("b")
    #expect(watched.state.notice?.contains("open --gate") == true)
  }

  @Test("Right lets the next job start, t each queue; in the past they move the playhead")
  func steps() {
    var driver = Driver.gated()
    driver.press(.right)
    driver.type("t")
    #expect(driver.orders == [.step, .turn] && driver.playhead == driver.last)
    driver.press(.left)
    driver.press(.left)
    driver.press(.right)
    #expect(driver.orders.count == 2 && driver.playhead == driver.last - 1)
    driver.press(.right)
    driver.press(.right)
    #expect(driver.orders == [.step, .turn, .step])
    var open = Driver.gated(upTo: closing - 1)
    open.press(.right)
    #expect(open.orders.isEmpty && open.state.notice?.contains("its own pace") == true)
  }

  @Test("If nothing runs and nothing can start, right and t let the next timer fire")
  func fires() {
    var stream = EventStream()
    stream.at(0, thread: 1)
    stream.queue(1, "main")
    stream.root(1, "pause", .after)
    stream.timer(1, 1, due: 500)
    stream.post(.gateChanged(.init(.closed, reason: "by hand")))
    var driver = Driver.gated(stream)
    driver.press(.right)
    driver.type("t")
    #expect(driver.orders == [.fire(1), .fire(1)] && driver.state.notice == nil)
    driver.send(.events([driver.next(.jobEnqueued(job: 1, child: nil, queue: 1, label: nil))]))
    driver.send(.events([driver.next(.jobStarted(job: 1, child: nil, queue: 1))]))
    driver.press(.right)
    #expect(driver.orders.last == .step)
    #expect(driver.state.notice == "nothing can start now: the next job that arrives will")
    // A job that waits goes on only when the timer has fired.
    driver.send(.events([driver.next(.waitBegan(promise: 1, queue: 1, job: 1))]))
    driver.press(.right)
    #expect(driver.orders.last == .fire(1) && driver.state.notice == nil)
    // A timer that is held because it is due fires by itself.
    driver.send(.events([driver.next(.gateChanged(.init(.held, timer: 1)))]))
    driver.press(.right)
    #expect(driver.orders.last == .step && driver.state.notice == nil)
  }

  @Test("The reason why the gate is closed is shown until it lets something go")
  func reason() {
    var driver = Driver.gated(state: .picker(200, 50))
    #expect(driver.screen.contains("gate closed: breakpoint 1: before 'submit'"))
    driver.send(.events([driver.next(.gateChanged(.init(.released, job: 3)))]))
    #expect(!driver.screen.contains("gate closed: breakpoint 1"))
    #expect(driver.screen.contains("2 jobs held, 1 timer stands"))
  }

  @Test("A program that ends while its gate is closed: what the gate held never ran")
  func endsClosed() {
    var driver = Driver.gated(.stoppedAndWaiting, state: .picker(200, 50))
    driver.send(.programEnded(.exited(0)))
    driver.press(.escape)
    #expect(driver.screen.contains("the program ended while the gate was closed"))
    #expect(driver.screen.contains("3 jobs never ran, 1 timer never fired"))
    #expect(!driver.screen.contains("could start now"))
    driver.press(.left)
    #expect(!driver.screen.contains("never ran"))
    // A program that has only closed its connection may go on.
    var other = Driver.gated(state: .picker(200, 50))
    other.send(.programEnded(.disconnected))
    other.press(.escape)
    #expect(!other.screen.contains("never ran"))
  }

  @Test("A breakpoint has stopped the program once, even if several gates close")
  func hits() {
    var control = GateControl([Breakpoint(.label("submit"))])
    let reason = "breakpoint 1: before 'submit'"
    for count in 1...2 {
      for _ in 1...3 { control.note(.init(.closed, reason: reason)) }
      #expect(control.isClosed && control.entries[0].hits == count)
      control.note(.init(.opened, reason: "by hand"))
    }
  }

  @Test("c lists what could start, and a digit lets it start")
  func chooses() {
    var driver = Driver.gated()
    let options = driver.state.run?.choicePoint?.options
    #expect(
      options == [.start(queue: 3, job: 3), .start(queue: 2, job: 2), .fire(timer: 1)])
    driver.type("c")
    #expect(driver.state.mode == .choosing && driver.screen.contains("CHOOSE 1-3"))
    #expect(driver.screen.contains("1 submit on work"))
    driver.type("2319")
    #expect(driver.orders == [.start(2), .fire(1), .start(3)])
    #expect(driver.state.notice == "choose 1-3")
    driver.press(.right)
    #expect(driver.orders.last == .step)
    // When the gate opens, there is nothing to choose.
    driver.send(.events([driver.next(.gateChanged(.init(.opened, reason: "by hand")))]))
    #expect(driver.state.mode == .demo && driver.state.notice == nil)
    driver.type("c")
    #expect(driver.state.notice == "the gate is open: space closes it")
  }

  @Test("A gate that opens by itself says why, and gets its breakpoints again")
  func opensByItself() {
    var driver = Driver.gated()
    let reason = "promise-tui did not respond for 800 ms"
    driver.send(.events([driver.next(.gateChanged(.init(.opened, reason: reason)))]))
    #expect(driver.state.notice == "the gate has opened: \(reason)")
    #expect(driver.orders == [.breakpoints([Breakpoint(.label("submit"))])])
  }

  @Test("While the gate is closed and nothing runs, the clock of the picture stands")
  func stands() {
    var driver = Driver.gated(state: .picker(200, 50))
    driver.send(.tick(now: 5_000_000_000))
    driver.send(.tick(now: 9_000_000_000))
    #expect(driver.state.run?.clock == 204_000_000)
    #expect(driver.screen.contains("stands, 296 ms left"))
  }

  // MARK: - Waits

  @Test("A wait that the gate holds up is announced once; u lets it go on until it has ended")
  func unblocks() {
    var driver = Driver.gated()
    driver.type("u")
    #expect(driver.state.notice == "no thread and no task waits for what the gate holds")
    let waiting = EventStream.stoppedAndWaiting.events
    driver.send(.events([waiting[waiting.count - 1]]))
    let notice =
      "u lets it start: thread T1 (main) waits for p10 'receipt', and the gate holds the handler of p3 'submit'"
    #expect(driver.state.notice == notice)
    let line = driver.screen.split(separator: "\n").last ?? ""
    #expect(line.hasPrefix("u lets it start: thread T1") && line.hasSuffix("…"))
    driver.press(.right)
    driver.send(.events([driver.next(.note("on"))]))
    #expect(driver.state.notice == nil)

    driver.forgetEffects()
    driver.type("u")
    #expect(driver.orders == [.start(3)])
    driver.send(.events([driver.next(.gateChanged(.init(.released, job: 3)))]))
    driver.send(.events([driver.next(.jobStarted(job: 3, child: 3, queue: 3))]))
    driver.send(.events([driver.next(.jobEnded(job: 3, child: 3, queue: 3, ending: .returned))]))
    // The other job of the queue is not needed.
    #expect(driver.orders == [.start(3)])
    driver.send(
      .events([
        driver.next(.settled(.init(promise: 3, outcome: .fulfilled, description: "receipt")))
      ]))
    driver.send(.events([driver.next(.jobEnqueued(job: 5, child: 10, queue: 2, label: nil))]))
    driver.send(.events([driver.next(.gateChanged(.init(.held, job: 5)))]))
    #expect(driver.orders == [.start(3), .start(5)])
    driver.send(
      .events([
        driver.next(.waitEnded(promise: 10, queue: nil, job: nil, ending: .settled), thread: 1)
      ]))
    #expect(driver.state.notice == "the wait for p10 'receipt' has ended")
    driver.send(.events([driver.next(.note("on"))]))
    #expect(driver.orders.count == 2)
  }
}

@Suite("The list of breakpoints")
struct BreakpointListTests {
  @Test("b opens the list; Enter turns a breakpoint off, d deletes it, each change is sent")
  func changes() {
    let (submit, rejected) = (Breakpoint(.label("submit")), Breakpoint(.state(.rejected, of: nil)))
    var driver = Driver.gated(breakpoints: [submit, rejected])
    driver.type("b")
    #expect(driver.state.mode == .breakpoints)
    #expect(driver.screen.contains("label submit") && driver.screen.contains("stopped once"))
    driver.press(.down, .enter)
    var off = rejected
    off.isOn = false
    #expect(driver.orders == [.breakpoints([submit, off])])
    driver.press(.up)
    driver.type("d")
    #expect(driver.orders.last == .breakpoints([off]))
    driver.type("d")
    #expect(driver.orders.last == .breakpoints([]))
    #expect(driver.screen.contains("no breakpoint: a adds one"))
    driver.type("d")
    #expect(driver.state.notice == "there is no breakpoint yet: a adds one")
    // The gate is controlled beside the list.
    driver.press(.right)
    #expect(driver.orders.last == .step)
    driver.press(.escape)
    #expect(driver.state.mode == .demo)
  }

  @Test("a proposes the selected promise; a name that nothing has so far is said, and kept")
  func adds() {
    var driver = Driver.gated(breakpoints: [])
    driver.type(":p4")
    driver.press(.enter)
    driver.type("Fba")
    #expect(driver.screen.contains("stop at: label audit"))
    driver.press(.control("u"))
    driver.type("state rejected of \"send order\" count 2")
    driver.press(.enter)
    let order = Breakpoint(.state(.rejected, of: "send order"), count: 2)
    #expect(driver.orders == [.breakpoints([order])])
    #expect(driver.state.notice == "no promise is called 'send order' so far")
    driver.press(.left)
    driver.press(.right)
    #expect(driver.screen.contains("no promise is called 'send order' so far"))
    driver.type("F")
    driver.type("e")
    #expect(driver.screen.contains("stop at: \(order.text)"))
    driver.press(.control("u"))
    driver.type("label submit")
    driver.press(.enter)
    #expect(driver.orders.last == .breakpoints([Breakpoint(.label("submit"))]))
    #expect(driver.state.notice == nil && !driver.screen.contains("so far"))
    driver.type("a")
    driver.press(.control("u"))
    driver.type("label submit")
    driver.press(.enter)
    #expect(driver.state.notice == "this is already breakpoint 1" && driver.orders.count == 2)
  }

  @Test("The first character typed replaces the suggestion; other keys keep it")
  func suggestion() {
    var driver = Driver.gated(breakpoints: [], state: .picker(200, 50))
    driver.type(":p4")
    driver.press(.enter)
    driver.type("Fba")
    #expect(driver.screen.contains("stop at: label audit"))
    #expect(driver.screen.contains("error or warning, then a name"))
    driver.type("tag")
    #expect(driver.screen.contains("stop at: tag_"))
    #expect(!driver.screen.contains("error or warning, then a name"))
    driver.press(.escape)
    driver.type("a")
    driver.press(.left)
    driver.type("x")
    #expect(driver.screen.contains("stop at: label audixt"))
    driver.press(.escape)
    driver.type("a")
    driver.press(.enter)
    #expect(driver.orders == [.breakpoints([Breakpoint(.label("audit"))])])
    // The text of a breakpoint that is changed is no suggestion.
    driver.type("e2")
    #expect(driver.screen.contains("stop at: label audit2_"))
  }

  @Test("A line that is no breakpoint says what is wrong, and stays")
  func misread() {
    let wrong = [
      ("submit", "'submit' alone is no breakpoint: write label submit"),
      ("label", "'label' needs a name after it, such as label submit"),
      ("line main.swift", "write the file and the line"),
      ("warning long-wait", "no warning is called 'long-wait': similar ones are long-queue-wait"),
      ("warning nonsense", "no warning is called 'nonsense': promise-tui about lints lists them"),
    ]
    for (line, problem) in wrong {
      var driver = Driver.gated(breakpoints: [], state: .picker(200, 50))
      driver.type("ba")
      driver.press(.control("u"))
      driver.type(line)
      driver.press(.enter)
      #expect(driver.state.mode == .prompt && driver.orders.isEmpty)
      #expect(driver.screen.contains(problem), "\(line)")
      // The next character removes the message.
      driver.type("x")
      #expect(!driver.screen.contains(problem))
    }
  }

  @Test("A new warning of the name stops the program, once")
  func warnings() {
    var driver = Driver.gated(
      upTo: 0, breakpoints: [Breakpoint(.label("x")), Breakpoint(.warning("long-queue-wait"))])
    var stream = EventStream()
    stream.queue(3, "work")
    for promise in 1...3 { stream.root(PromiseID(promise), "job \(promise)") }
    for job in 1...3 { stream.enqueue(JobID(job), PromiseID(job), on: 3) }
    func send(_ driver: inout Driver) {
      driver.send(.events(stream.events.filter { $0.sequence > driver.last }))
    }
    send(&driver)
    #expect(driver.orders.isEmpty)
    stream.at(300, thread: 2, queue: 3)
    stream.start(1, 1, on: 3)
    send(&driver)
    let reason = "breakpoint 2: warning long-queue-wait of p1 'job 1'"
    #expect(driver.orders == [.stop(reason)])
    stream.post(.gateChanged(.init(.closed, reason: reason)))
    send(&driver)
    stream.post(.note("on"))
    send(&driver)
    #expect(driver.orders.count == 1)
    #expect(driver.state.run?.gate?.entries.map(\.hits) == [0, 1])
    // A warning of the same kind stops it again, but not while it is stopped.
    stream.end(1, 1, on: 3)
    stream.post(.gateChanged(.init(.opened, reason: "by hand")))
    stream.at(2000, thread: 2, queue: 3)
    stream.start(2, 2, on: 3)
    send(&driver)
    #expect(
      driver.orders.last == .stop("breakpoint 2: warning long-queue-wait of p2 'job 2'"))
    // Warnings that are there when the breakpoint is added do not count.
    var late = Driver.gated(upTo: 0, breakpoints: [])
    send(&late)
    late.type("ba")
    late.press(.control("u"))
    late.type("warning long-queue-wait")
    late.press(.enter)
    stream.post(.note("on"))
    send(&late)
    #expect(late.orders == [.breakpoints([Breakpoint(.warning("long-queue-wait"))])])
  }
}

extension Driver {
  /// The next event of the program.
  fileprivate func next(_ kind: PromiseEvent.Kind, thread: ThreadID? = 4) -> PromiseEvent {
    PromiseEvent(
      sequence: last + 1, time: state.run?.history.endTime ?? 0, thread: thread, queue: nil,
      kind: kind)
  }
}
