import Dispatch
import Logging
import PromiseKitLite
import PromiseKitLiteLogging
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

@Suite("Promises in the log")
struct LoggingObserverTests {
  private let log = MemoryLog()

  /// Runs a program that is observed, and returns the observer after the program has ended.
  @discardableResult
  private func run(
    _ levels: LoggingObserver.Levels = .init(), errors: LoggingObserver.ErrorText = .described,
    values: PromiseTrace.Values = .full, above level: Logger.Level = .trace,
    _ program: () -> Void
  ) -> LoggingObserver {
    let observer = LoggingObserver(logger: log.logger(level), levels: levels, errors: errors)
    let environment = PromiseEnvironment(observers: [])
    environment.add(observer, values: values)
    environment.run(program)
    return observer
  }

  private var warnings: [MemoryLog.Entry] { log.entries.filter { $0.level >= .notice } }

  @Test("An unhandled error is logged with the promise in which it arose, its tag, and its line")
  func unhandledError() throws {
    let line: UInt = #line + 3
    let observer = run {
      PromiseTrace.tag("request 7") {
        _ = Promise<Int>(label: "login") { $0.reject(Failure("offline")) }
          .map(label: "length", on: nil) { $0 + 1 }.done(on: nil) { _ in }
      }
    }
    let entry = try #require(warnings.first)
    #expect(warnings.count == 1 && entry.level == .error)
    #expect(entry.text == "an error was not handled")
    #expect(entry.metadata["promise"] == "p1" && entry.metadata["label"] == "login")
    #expect(entry.metadata["tag"] == "request 7" && entry.metadata["operation"] == "body")
    #expect(entry.metadata["error"] == "offline")
    #expect(entry.metadata["file"] == #fileID && entry.metadata["line"] == "\(line)")
    #expect(entry.file == #fileID && entry.line == line)
    // Where it arose, once, and that it was not handled.
    #expect(log.texts == ["a promise was rejected", "an error was not handled"])
    #expect(observer.remembered == 0)
  }

  @Test("An error that is handled, and a chain without errors, give no warning")
  func nothingWrong() {
    let observer = run {
      Promise<Int>(error: Failure("x")).done(on: nil) { _ in }.catch(on: nil) { _ in }
      Promise.value(1).map(on: nil) { $0 }.done(on: nil) { _ in }.cauterize()
    }
    #expect(warnings.isEmpty && observer.remembered == 0)
    #expect(observer.unlogged > 10)
  }

  @Test("A promise that is freed while pending is logged once, not those that wait for it")
  func freedWhilePending() {
    run {
      _ = Promise<Int>.pending(label: "lost").promise.map(on: nil) { $0 }.done(on: nil) { _ in }
    }
    #expect(warnings.map(\.text) == ["a promise was freed while pending"])
    #expect(warnings.first?.metadata["label"] == "lost")
    #expect(warnings.first?.metadata["waiting"] == "1")
  }

  @Test("A pending promise without handlers is logged; the loser of a race is not")
  func loser() {
    run { _ = Promise<Int>.pending(label: "alone") }
    #expect(warnings.map { $0.metadata["label"] } == ["alone"])
    run {
      race([Promise.value(1), Promise<Int>.pending().promise]).done(on: nil) { _ in }.cauterize()
    }
    #expect(warnings.count == 1)
  }

  @Test("A second resolution is logged with the line of the second resolution")
  func resolvedAgain() {
    run {
      let (promise, seal) = Promise<Int>.pending(label: "twice")
      seal.fulfill(1)
      seal.reject(Failure("late"))
      promise.cauterize()
    }
    #expect(warnings.map(\.level) == [.notice])
    #expect(warnings.first?.metadata["outcome"] == "rejected")
    #expect(warnings.first?.metadata["label"] == "twice")
    #expect(warnings.first?.metadata["line"] == "\(#line - 6)")
  }

  @Test("Origins of rejections and cancellations, and cauterized errors, are logged for debugging")
  func debugging() {
    run {
      Promise<Int>(error: Failure("x")).map(on: nil) { $0 }.cauterize()
      Promise<Int>(error: PMKError.cancelled).map(on: nil) { $0 }.cauterize()
    }
    #expect(Set(log.entries.map(\.level)) == [.debug])
    #expect(log.texts.count { $0 == "a promise was rejected" } == 1)
    #expect(log.texts.count { $0 == "a promise was cancelled" } == 1)
    #expect(log.texts.contains("an error was cauterized"))
  }

  @Test("The longest threshold that is exceeded decides the level", arguments: [50, 150, 1500])
  func slow(milliseconds: Int64) {
    let observer = LoggingObserver(logger: log.logger())
    give(observer, waiting: milliseconds, running: milliseconds)
    let expected: [Int64: [Logger.Level]] = [50: [], 150: [.notice], 1500: [.warning, .notice]]
    #expect(log.entries.map(\.level) == expected[milliseconds])
    guard milliseconds > 100 else { return }
    #expect(log.entries[0].metadata["wait_ms"] == "\(milliseconds).0")
    #expect(log.entries[0].metadata["queue"] == "network")
    #expect(log.entries[0].metadata["label"] == "fetch")
    #expect(log.entries.last?.metadata[milliseconds > 1000 ? "run_ms" : "wait_ms"] != nil)
  }

  @Test("In a simulation, waits and handlers are measured by virtual time")
  func simulated() {
    let observer = LoggingObserver(logger: log.logger(.info))
    let queue = DispatchQueue(label: "busy")
    let simulation = Simulation(observers: [observer], queues: [.serial("busy")])
    simulation.start {
      queue.async(.promise, label: "long") { PromiseEnvironment.work(for: .seconds(3)) }.cauterize()
      queue.async(.promise, label: "short") {}.cauterize()
    }
    #expect(simulation.run() == .finished)
    let slow = log.entries.map { "\($0.level) \($0.text) \($0.metadata["label"] ?? "")" }
    #expect(
      slow == [
        "notice a job took a long time long", "warning a job waited a long time in its queue short",
      ])
  }

  /// Gives an observer the events of one job.
  private func give(_ observer: LoggingObserver, waiting: Int64, running: Int64) {
    let (start, end) = (waiting * 1_000_000, (waiting + running) * 1_000_000)
    let events: [(Int64, PromiseEvent.Kind)] = [
      (0, .queueDeclared(queue: 1, label: "network", kind: .serial, assumed: false)),
      (0, .created(.init(promise: 1, operation: .map, label: "fetch"))),
      (0, .jobEnqueued(job: 1, child: 1, queue: 1, label: nil)),
      (start, .jobStarted(job: 1, child: 1, queue: 1)),
      (end, .jobEnded(job: 1, child: 1, queue: 1, ending: .returned)),
    ]
    for (index, event) in events.enumerated() {
      observer.receive(.sample(index + 1, event.1, time: event.0))
    }
  }

  @Test("What is off is not logged, and takes no memory")
  func off() {
    let observer = LoggingObserver(logger: log.logger(), levels: .off)
    for number in 1...100 {
      observer.receive(
        .sample(number, .created(.init(promise: PromiseID(number), operation: .pending))))
    }
    #expect(observer.remembered == 0)
    run(.off) { _ = Promise<Int>(error: Failure("x")) }
    #expect(log.entries.isEmpty)
  }

  @Test("Below the level of the logger, no message is created")
  func belowLevel() {
    let isAsked = Atomic<Bool>(false)
    run(
      errors: .redacted { text in
        isAsked.store(true, ordering: .relaxed)
        return text
      }, above: .critical
    ) { _ = Promise<Int>(error: Failure("x")) }
    #expect(log.entries.isEmpty && !isAsked.load(ordering: .relaxed))
  }

  @Test("Secret errors can be redacted, left out, or never described")
  func secrets() {
    func logged(
      _ errors: LoggingObserver.ErrorText, _ values: PromiseTrace.Values = .full
    ) -> String? {
      run(errors: errors, values: values) { _ = Promise<Int>(error: Failure("token 42")) }
      #expect(!log.lines.isEmpty)
      return log.entries.last?.metadata["error"]
    }
    #expect(logged(.described) == "token 42")
    #expect(logged(.redacted { $0.replacing("42", with: "…") }) == "token …")
    #expect(logged(.omitted) == nil)
    #expect(logged(.described, .off) == nil)
  }

  @Test("Neither a label nor a tag nor an error can forge a line of the log")
  func forgery() {
    let forged = "x\nerror promises: forged\r\u{1b}[2J\u{2028}"
    run {
      PromiseTrace.tag(forged) { _ = Promise<Int>(label: forged) { $0.reject(Failure(forged)) } }
    }
    #expect(!log.entries.isEmpty)
    for line in log.lines {
      #expect(!line.unicodeScalars.contains { $0.value < 32 || $0 == "\u{2028}" }, "\(line)")
    }
    #expect(log.entries.last?.metadata["label"]?.hasPrefix(#"x\nerror promises"#) == true)
  }

  @Test("Lost events are logged")
  func lost() {
    LoggingObserver(logger: log.logger()).receive(.sample(9, .dropped(count: 7)))
    #expect(log.entries.map { $0.metadata["count"] } == ["7"])
  }

  @Test("Promises beyond the limit are forgotten, the oldest first, which is logged once")
  func limit() {
    let observer = LoggingObserver(logger: log.logger(.info), limit: 1000)
    for number in 1...100_000 {
      let creation = PromiseEvent.Creation(promise: PromiseID(number), operation: .pending)
      observer.receive(.sample(number, .created(creation)))
    }
    #expect((1000...2048).contains(observer.remembered))
    #expect(observer.forgotten == 100_000 - observer.remembered)
    #expect(log.entries.count == 1)
  }

  @Test("Tens of thousands of links leave nothing behind, and log nothing")
  func manyLinks() {
    // How long they take, and wait, depends on the machine.
    var levels = LoggingObserver.Levels()
    (levels.slowQueueWait, levels.slowHandler, levels.slowHandlerOnMain) = ([:], [:], [:])
    let observer = run(levels, above: .notice) {
      for _ in 0..<2 {
        let (root, seal) = Promise<Int>.pending()
        var last = root
        for _ in 0..<14_000 { last = last.map(on: nil) { $0 } }
        seal.fulfill(0)
        last.cauterize()
      }
    }
    #expect(observer.unlogged > 100_000 && observer.logged == 0)
    #expect(observer.remembered == 0 && observer.forgotten == 0)
  }

  @Test("Events that arrive out of order give the same warnings, without the details that are late")
  func outOfOrder() {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run {
      for _ in 0..<20 {
        _ = Promise<Int>(label: "failed") { $0.reject(Failure("x")) }.map(on: nil) { $0 }
        _ = Promise<Int>.pending(label: "lost").promise.map(on: nil) { $0 }
      }
    }
    var random = SeededGenerator(seed: 3)
    let observer = LoggingObserver(logger: log.logger(.notice))
    for event in recorder.events.shuffled(using: &random) { observer.receive(event) }
    #expect(log.texts.count { $0 == "an error was not handled" } == 20)
    #expect(log.texts.contains("a promise was freed while pending"))
    #expect(observer.remembered <= 200)
  }

  @Test("A log handler that uses promises causes no further messages")
  func handlerWithPromises() {
    let observed = PromiseEnvironment(observers: [])
    let log = MemoryLog { _ in
      // Its own promise, which would be unhandled, and one of the observed environment.
      _ = Promise<Int>(error: Failure("of the handler"))
      observed.run { _ = Promise<Int>(error: Failure("of the handler, in the observed one")) }
    }
    let observer = LoggingObserver(logger: log.logger(.error))
    observed.add(observer)
    observed.run { _ = Promise<Int>(error: Failure("of the program")) }
    #expect(log.texts == ["an error was not handled"])
    #expect(observer.suppressed == 1)
  }

  @Test("An environment ends although it has an observer")
  func ending() {
    weak var environment: PromiseEnvironment?
    do {
      let strong = PromiseEnvironment(observers: [])
      environment = strong
      strong.add(LoggingObserver(logger: log.logger()))
      strong.run { Promise.value(1).done(on: nil) { _ in }.cauterize() }
    }
    #expect(environment == nil)
  }
}
