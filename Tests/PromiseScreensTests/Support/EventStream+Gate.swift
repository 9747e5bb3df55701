import PromiseKitLite

@testable import PromiseScreens

extension EventStream {
  /// A program that is stopped before 'submit', while two jobs of one queue and one of another are held, a
  /// timer stands, and a promise waits for code outside the queues.
  static let stopped: EventStream = {
    var stream = EventStream()
    stream.at(0, thread: 1)
    stream.post(.threadNamed(thread: 1, name: "main"))
    stream.queue(1, "main")
    stream.queue(2, "net", .concurrent(width: nil))
    stream.queue(3, "work")
    stream.root(1, "login", line: 11)
    stream.post(.bodyStarted(promise: 1))
    stream.post(.bodyEnded(promise: 1, threw: false))
    stream.link(2, on: 1, .then, "fetch", queue: 2, line: 13)
    stream.link(3, on: 2, .map, "submit", queue: 3, line: 14)
    stream.link(4, on: 2, .done, "audit", queue: 3, line: 20)
    stream.link(5, on: 3, .done, "show", queue: 1, line: 15)
    stream.link(10, on: 3, .map, "receipt", queue: 2, line: 17)
    stream.root(6, "reply", line: 30)
    stream.post(.bodyStarted(promise: 6))
    stream.post(.bodyEnded(promise: 6, threw: false))
    stream.root(7, "timeout", .after, line: 31)
    stream.timer(1, 7, due: 500)
    stream.fanIn(8, .race, of: [5, 7], "first", line: 32)
    stream.at(80, thread: 2)
    stream.fulfill(1, "tok_9")
    stream.enqueue(1, 2, on: 2)
    stream.at(81, thread: 3, queue: 2)
    stream.start(1, 2, on: 2)
    stream.link(9, on: 1, .map, "cache", queue: 2, line: 25)
    stream.enqueue(2, 9, on: 2)
    stream.end(1, 2, on: 2)
    stream.at(202, thread: 3)
    stream.fulfill(2, "3 items")
    stream.enqueue(3, 3, on: 3)
    stream.enqueue(4, 4, on: 3)
    stream.at(204, thread: 4)
    stream.post(.gateChanged(.init(.closed, reason: "breakpoint 1: before 'submit'")))
    stream.post(.gateChanged(.init(.held, job: 3)))
    stream.post(.gateChanged(.init(.held, job: 4)))
    stream.post(.gateChanged(.init(.held, job: 2)))
    return stream
  }()

  /// The same, and then the main thread waits for 'receipt'.
  static let stoppedAndWaiting: EventStream = {
    var stream = stopped
    stream.at(205, thread: 1)
    stream.post(
      .waitBegan(
        promise: 10, queue: nil, job: nil,
        site: SourceSite(file: "Demos/Login.swift", line: 40, column: 8)))
    return stream
  }()
}

extension Driver {
  /// A program with a gate, whose events so far have arrived.
  static func gated(
    _ stream: EventStream = .stopped, upTo count: Int = .max,
    breakpoints: [Breakpoint] = [Breakpoint(.label("submit"))], state: State = .picker()
  ) -> Driver {
    var driver = Driver(state: state)
    driver.send(
      .began(
        LiveProgram(
          entry: RunDescriptor(name: "checkout", teaches: "a program of your own"),
          breakpoints: breakpoints)))
    driver.send(.events(stream.events.filter { $0.sequence <= count }))
    driver.forgetEffects()
    return driver
  }

  /// What was asked of the gate.
  var orders: [Effect.GateOrder] {
    effects.compactMap { if case .gate(let order) = $0 { order } else { nil } }
  }
}
