import CoreMetrics
import Dispatch
import MetricsTestKit
import PromiseKitLite
import PromiseKitLiteMetrics
import PromiseSimulation
import TestSupport
import Testing

@Suite("Promises as metrics")
struct MetricsObserverTests {
  private let metrics = TestMetrics()

  /// Runs a program that is observed, and returns the observer after the program has ended.
  @discardableResult
  private func run(_ program: () -> Void) -> MetricsObserver {
    let observer = MetricsObserver(factory: metrics)
    let environment = PromiseEnvironment(observers: [])
    environment.add(observer, values: .off)
    environment.run(program)
    return observer
  }

  private func settled(_ label: String, _ outcome: String) -> Int64 {
    metrics.counterTotal(
      label: "promises.settled", dimensions: [("label", label), ("outcome", outcome)])
  }

  private var pending: Double? { metrics.meters(label: "promises.pending").first?.lastValue }

  @Test("Outcomes are counted by label")
  func outcomes() {
    let observer = run {
      for number in 0..<3 {
        Promise.value(label: "login", number).done(on: nil) { _ in }.cauterize()
      }
      Promise<Int>(label: "login", error: Failure("x")).catch(on: nil) { _ in }
      Promise<Int>(label: "login", error: PMKError.cancelled)
        .catch(on: nil, policy: .allErrors) { _ in }
      _ = Promise<Int>.pending(label: "lost")
    }
    #expect(settled("login", "fulfilled") == 3)
    #expect(settled("login", "rejected") == 1)
    #expect(settled("login", "cancelled") == 1)
    #expect(settled("lost", "freed") == 1)
    #expect(settled("unlabeled", "fulfilled") >= 3)
    #expect(pending == 0)
    #expect(observer.followed == 0)
  }

  @Test("Pending promises are counted until they settle or are freed")
  func pendingPromises() {
    run {
      let (first, seal) = Promise<Int>.pending()
      let second = first.map(on: nil) { $0 }
      #expect(pending == 2)
      seal.fulfill(1)
      #expect(pending == 0)
      do {
        let lost = Promise<Int>.pending()
        withExtendedLifetime(lost) { #expect(pending == 1) }
      }
      #expect(pending == 0)
      // An adopted promise whose place is passed on.
      let outer = Promise<Int>.pending()
      let inner = Promise<Int>.pending()
      outer.resolver.resolve(inner.promise)
      inner.resolver.fulfill(3)
      withExtendedLifetime((second, outer, inner)) {}
    }
    #expect(pending == 0)
  }

  @Test("Waits are timed by queue and handlers by label, in virtual time in a simulation")
  func times() throws {
    let queue = DispatchQueue(label: "busy")
    let simulation = Simulation(
      observers: [MetricsObserver(factory: metrics)], queues: [.serial("busy")])
    simulation.start {
      queue.async(.promise, label: "long") { PromiseEnvironment.work(for: .milliseconds(30)) }
        .cauterize()
      queue.async(.promise, label: "short") {}.cauterize()
    }
    #expect(simulation.run() == .finished)
    let waits = try metrics.expectTimer("promises.queue.wait", [("queue", "busy")])
    #expect(waits.values.sorted() == [0, 30_000_000])
    let long = try metrics.expectTimer("promises.handler.time", [("label", "long")])
    #expect(long.values == [30_000_000])
    // A handler that runs inline does not wait.
    #expect(metrics.timers(label: "promises.queue.wait", dimensions: [("queue", "inline")]).isEmpty)
  }

  @Test("Unhandled errors and lost events are counted")
  func errors() {
    let observer = run { for _ in 0..<4 { _ = Promise<Int>(error: Failure("x")) } }
    observer.receive(.sample(99, .dropped(count: 7)))
    #expect(metrics.counterTotal(label: "promises.errors.unhandled") == 4)
    #expect(metrics.counterTotal(label: "promises.events.lost") == 7)
  }

  @Test("Of a thousand labels, the first hundred have metrics, and the rest are counted together")
  func labels() {
    run {
      for number in 0..<1000 {
        Promise.value(label: "label \(number)", number).cauterize()
      }
    }
    let labels = metrics.counters(label: "promises.settled").map { $0.dimensions[0].1 }
    #expect(Set(labels).count == 102)
    #expect(settled("label 99", "fulfilled") == 1 && settled("label 100", "fulfilled") == 0)
    #expect(settled("other", "fulfilled") == 900)
  }

  @Test("Of a thousand queues, the first hundred have metrics")
  func queues() {
    let observer = MetricsObserver(factory: metrics)
    for number in 1...1000 {
      let queue = PromiseEvent.QueueID(number)
      observer.receive(
        .sample(
          number, .queueDeclared(queue: queue, label: "q \(number)", kind: .serial, assumed: true)))
      let job = PromiseEvent.JobID(number)
      observer.receive(.sample(1, .jobEnqueued(job: job, child: nil, queue: queue, label: nil)))
      observer.receive(.sample(2, .jobStarted(job: job, child: nil, queue: queue)))
    }
    let timers = metrics.timers(label: "promises.queue.wait")
    #expect(timers.count == 101)
    #expect(timers.first { $0.dimensions[0].1 == "other" }?.values.count == 900)
  }

  @Test("A label with control characters, or a very long one, is one line, and short")
  func strangeLabels() {
    run {
      Promise.value(label: "a\nb\u{1b}[2J", 1).cauterize()
      Promise.value(label: String(repeating: "long ", count: 100_000), 1).cauterize()
    }
    let labels = Set(metrics.counters(label: "promises.settled").map { $0.dimensions[0].1 })
    #expect(labels == ["other", "unlabeled", #"a\nb\u{1b}[2J"#])
  }

  @Test("A hundred thousand events leave nothing behind")
  func manyEvents() {
    let observer = MetricsObserver(factory: NOOPMetricsHandler.instance)
    let environment = PromiseEnvironment(observers: [])
    environment.add(observer, values: .off)
    environment.run {
      for _ in 0..<2 {
        let (root, seal) = Promise<Int>.pending()
        var last = root
        for _ in 0..<14_000 { last = last.map(on: nil) { $0 } }
        seal.fulfill(0)
        last.cauterize()
      }
    }
    #expect(observer.received > 100_000 && observer.followed == 0)
  }

  @Test("More pending promises than the limit are counted as forgotten, not as pending")
  func limit() {
    let observer = MetricsObserver(factory: metrics, limit: 1000)
    for number in 1...20_000 {
      let creation = PromiseEvent.Creation(promise: PromiseID(number), operation: .pending)
      observer.receive(.sample(number, .created(creation)))
    }
    let forgotten = metrics.counterTotal(label: "promises.forgotten")
    #expect((1000...2048).contains(observer.followed))
    #expect(forgotten == 20_000 - observer.followed)
    #expect(pending == Double(observer.followed))
  }

  @Test("Events that arrive out of order change no total, and leave little behind")
  func outOfOrder() {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run {
      for number in 0..<100 {
        Promise.value(label: "x", number).map(on: nil) { $0 }.done(on: nil) { _ in }.cauterize()
      }
    }
    // In groups, as threads that overtake each other deliver them.
    var random = SeededGenerator(seed: 3)
    let observer = MetricsObserver(factory: metrics)
    let events = recorder.events
    for start in stride(from: 0, to: events.count, by: 8) {
      for event in events[start..<min(start + 8, events.count)].shuffled(using: &random) {
        observer.receive(event)
      }
    }
    let total = metrics.counters(label: "promises.settled").reduce(0) { $0 + $1.totalValue }
    #expect(total == Int64(events.count { if case .settled = $0.kind { true } else { false } }))
    #expect(pending.map { $0 >= 0 && $0 <= Double(observer.followed) } == true)
    #expect(observer.followed < events.count / 4)
    for timer in metrics.timers { #expect(timer.values.allSatisfy { $0 >= 0 }) }
  }

  @Test("A promise from before the observer is not pending, but its outcome is counted")
  func late() {
    let environment = PromiseEnvironment(observers: [])
    environment.run {
      let (old, seal) = Promise<Int>.pending(label: "old")
      environment.add(MetricsObserver(factory: metrics))
      let new = old.map(label: "new", on: nil) { $0 }
      #expect(pending == 1)
      seal.fulfill(1)
      withExtendedLifetime(new) { #expect(pending == 0) }
    }
    #expect(settled("new", "fulfilled") == 1)
  }
}
