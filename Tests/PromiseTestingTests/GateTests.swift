import Dispatch
import PromiseKitLite
import PromiseTesting
import Synchronization
import Testing

@Suite("Gate")
struct GateTests {
  private final class Log: Sendable {
    private let lines = Mutex<[String]>([])
    func add(_ line: String) { lines.withLock { $0.append(line) } }
    var all: [String] { lines.withLock { $0 } }
  }

  /// A login, after which `submit` and `cancel` run on two queues.
  private func checkout(_ log: Log) {
    let login = DispatchQueue(label: "login").async(.promise, label: "login") { log.add("login") }
    for name in ["submit", "cancel"] {
      login.done(label: name, on: DispatchQueue(label: name)) { log.add(name) }
        .done(label: "after \(name)", on: DispatchQueue(label: name)) { log.add("after \(name)") }
        .cauterize()
    }
  }

  /// Longer than a test that runs beside others may wait for the main thread.
  private static let longest = Duration.seconds(600)

  @Test("decides a race both ways, with what follows from each", arguments: [true, false])
  func twoWays(cancelWins: Bool) async throws {
    for _ in 0..<20 {
      let log = Log()
      let gate = Gate(holding: "submit", "cancel", limit: Self.longest)
      try await gate.run {
        checkout(log)
        try await gate.until("submit", "cancel")
        #expect(log.all == ["login"])
        #expect(Set(gate.held.map(\.description)) == ["'submit' on submit", "'cancel' on cancel"])
        let (first, second) = cancelWins ? ("cancel", "submit") : ("submit", "cancel")
        try await gate.release(.label(first))
        #expect(log.all == ["login", first, "after \(first)"])
        try await gate.release(.label(second, on: second))
        #expect(log.all == ["login", first, "after \(first)", second, "after \(second)"])
      }
    }
  }

  @Test("holds any number of jobs of a queue, and none of them keeps another one back")
  func many() async throws {
    let log = Log()
    let gate = Gate(holding: "held", limit: Self.longest)
    try await gate.run {
      for _ in 0..<200 { DispatchQueue.global().async(.promise, label: "held") {}.cauterize() }
      for number in 0..<200 {
        DispatchQueue.global().async(.promise) { log.add("\(number)") }.cauterize()
      }
      try await gate.until("held")
      #expect(log.all.count == 200 && gate.held.count == 200)
    }
  }

  @Test("has a limit of any length", arguments: [Duration.seconds(Int64.max), .seconds(1_000_000)])
  func longLimit(limit: Duration) async throws {
    let gate = Gate(holding: "show", limit: limit)
    try await gate.run {
      DispatchQueue.global().async(.promise, label: "show") {}.cauterize()
      try await gate.until("show")
    }
  }

  @Test("lets everything go at the end")
  func end() async throws {
    let log = Log()
    let gate = Gate(holding: "show", limit: Self.longest)
    let end = try await gate.run { () -> Promise<Void> in
      let start = Promise<Void>.pending()
      let end = start.promise.map(label: "show", on: DispatchQueue(label: "q")) { log.add("show") }
      start.resolver.fulfill(())
      try await gate.until("show")
      #expect(log.all.isEmpty && gate.held.map(\.canStart) == [true])
      return end
    }
    try await end.async()
    #expect(log.all == ["show"] && gate.held.isEmpty)
  }

  @Test("holds all jobs of a queue, and keeps their order")
  func queues() async throws {
    let log = Log()
    let gate = Gate(holding: .queue("net"), limit: Self.longest)
    try await gate.run {
      let net = DispatchQueue(label: "net")
      for name in ["a", "b"] { net.async(.promise, label: name) { log.add(name) }.cauterize() }
      DispatchQueue(label: "other").async(.promise) { log.add("other") }.cauterize()
      try await gate.until(.queue("net"))
      #expect(log.all == ["other"] && gate.held.map(\.canStart) == [true, false])
      try await gate.release(.queue("net"))
      #expect(log.all == ["other", "a"])
      try await gate.open()
      #expect(log.all == ["other", "a", "b"])
    }
  }

  @Test("fires a timer that is due in an hour, before or after a job", arguments: [true, false])
  func timers(timeoutWins: Bool) async throws {
    let log = Log()
    let gate = Gate(holding: "answer", .timer("timeout"), limit: Self.longest)
    try await gate.run {
      let timeout = after(label: "timeout", seconds: 3600).map(on: nil) { "timeout" }
      let answer = DispatchQueue(label: "net").async(.promise, label: "answer") { "answer" }
      race(timeout, answer).done(on: nil) { log.add($0) }.cauterize()
      try await gate.until("answer", .timer("timeout"))
      try await gate.release(timeoutWins ? .timer("timeout") : "answer")
      #expect(log.all == [timeoutWins ? "timeout" : "answer"])
    }
  }

  @MainActor
  @Test("runs handlers on main while the test, which runs there, waits")
  func main() async throws {
    let log = Log()
    let gate = Gate(holding: "show", limit: Self.longest)
    try await gate.run {
      DispatchQueue(label: "q").async(.promise) { 1 }
        .map(label: "add", on: .main) { $0 + 1 }.done(label: "show", on: .main) { log.add("\($0)") }
        .cauterize()
      try await gate.release("show")
      MainActor.assertIsolated()
    }
    #expect(log.all == ["2"])
  }

  @Test("lets a job go that waits for one that is held")
  func waits() async throws {
    let gate = Gate(holding: "outer", "inner", limit: Self.longest)
    try await gate.run {
      let inner = DispatchQueue(label: "inner").async(.promise, label: "inner") { 1 }
      let outer = DispatchQueue(label: "outer").async(.promise, label: "outer") {
        inner.wait()
      }
      try await gate.until("outer", "inner")
      try await gate.release("outer")
      #expect(outer.isPending)
      try await gate.release("inner")
      #expect(outer.value == 1)
    }
  }

  @Test(
    "explains after its limit who waits for whom, and lets everything go")
  func limit() async throws {
    let log = Log()
    let (innerRuns, inner) = AsyncStream.makeStream(of: Void.self)
    let gate = Gate(holding: "inner", .timer("tick"), limit: .milliseconds(50))
    let error = await #expect(throws: Gate.LimitError.self) {
      try await gate.run {
        let first = DispatchQueue(label: "i").async(.promise, label: "inner") { inner.finish() }
        DispatchQueue(label: "o").async(.promise, label: "outer") { first.wait() }
          .done(label: "save", on: DispatchQueue(label: "s")) { log.add("save") }.cauterize()
        after(label: "tick", seconds: 3600).done { log.add("tick") }
        try await gate.until("save")
      }
    }
    let text = try #require(error).description
    #expect(text.hasPrefix("not within 0.05 seconds: 'save' is held\n"))
    for line in [
      "held: 'inner' on i (can start)", "running: the body of p2 'outer' on o",
      "timer: 'tick' (due in ",
      "waiting: the body of p2 'outer' waits for p1 'inner'",
      "pending: p3 'save': it waits for p2 'outer', which is running",
    ] {
      #expect(text.contains("\n  \(line)"), "\(line) is missing in \(text)")
    }
    await #expect(throws: Gate.LimitError.self) { try await gate.release("save") }
    for await _ in innerRuns {}
    #expect(gate.held.isEmpty)
  }

  @Test("explains that a queue does not come to its job")
  func suspended() async throws {
    let gate = Gate(limit: .milliseconds(50))
    let queue = DispatchQueue(label: "q")
    queue.suspend()
    let error = await #expect(throws: Gate.LimitError.self) {
      try await gate.run {
        queue.async(.promise, label: "never") {}.cauterize()
        try await gate.open()
      }
    }
    queue.resume()
    #expect(
      try #require(error).description.contains(
        "queued, but not started: a job whose queue is busy or suspended"))
  }

  @Test("ends with the test's task, and passes on what the test throws")
  func cancellation() async throws {
    struct Own: Error {}
    let gate = Gate(limit: .seconds(3600))
    await #expect(throws: Own.self) { try await gate.run { throw Own() } }
    let task = Task { try await gate.run { try await gate.until("never") } }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test("has the events of its environment, also for an observer of the test's own")
  func events() async throws {
    let recorder = RecordingObserver()
    let gate = Gate(holding: "a", limit: Self.longest, observers: [recorder])
    try await gate.run {
      DispatchQueue(label: "q").async(.promise, label: "a") {}.cauterize()
      try await gate.release("a")
    }
    #expect(gate.events.count == recorder.events.count && gate.events.count > 4)
    #expect(gate.environment !== PromiseEnvironment.shared)
  }
}
