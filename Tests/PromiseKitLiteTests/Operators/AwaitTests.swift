import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport
import Testing

@Suite("async(): a task awaits a promise")
struct AwaitTests {
  @Test("a settled promise returns immediately; its wait begins and ends at once")
  func settled() async throws {
    let awaits = Awaits()
    let (value, error) = awaits.run { (Promise.value(1), Promise<Int>(error: Failure("x"))) }
    #expect(try await value.async() == 1)
    await #expect(throws: Failure("x")) { try await error.async() }
    #expect(
      awaits.kinds
        == [1, 2].flatMap {
          [.awaitBegan(promise: $0), .awaitEnded(promise: $0, ending: .settled)]
        })
  }

  @Test("the start and the end of the wait are posted, in this order; it blocks no queue")
  func told() async throws {
    let awaits = Awaits()
    let (promise, seal) = awaits.run { Promise<Int>.pending() }
    let task = Task { try await promise.async() }
    await awaits.next()
    #expect(awaits.kinds == [.awaitBegan(promise: 1)])
    seal.fulfill(7)
    #expect(try await task.value == 7)
    #expect(
      awaits.kinds == [.awaitBegan(promise: 1), .awaitEnded(promise: 1, ending: .settled)])
    #expect(!awaits.recorder.events.contains { $0.kind.name == .waitBegan })
  }

  @Test("a cancelled task stops waiting with CancellationError; the promise and its chain continue")
  func cancelledTask() async throws {
    let awaits = Awaits()
    let context = CancelContext()
    let (promise, seal) = awaits.run { context.run { Promise<Int>.pending() } }
    let task = Task { try await promise.async() }
    await awaits.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(
      awaits.kinds == [.awaitBegan(promise: 1), .awaitEnded(promise: 1, ending: .cancelled)])
    #expect(promise.isPending && !context.isCancelled)
    seal.fulfill(1)
    #expect(try await promise.async() == 1)
  }

  @Test("so does a task that was cancelled before it began to wait")
  func cancelledBefore() async {
    let (promise, seal) = Promise<Int>.pending()
    let (begun, begin) = Guarantee<Void>.pending()
    let task = Task {
      await begun.async()
      return try await promise.async()
    }
    task.cancel()
    begin(())
    await #expect(throws: CancellationError.self) { try await task.value }
    seal.fulfill(1)
  }

  @Test("if requested, it also cancels the chain's context; it throws CancellationError")
  func cancelsContext() async throws {
    let awaits = Awaits()
    let context = CancelContext()
    let stopped = Counter()
    let work = awaits.run {
      context.run { Promise<Int> { seal in seal.onCancel { stopped.add() } } }
    }
    let promise = work.map(on: nil) { $0 }
    let task = Task { try await promise.async(cancelsContext: true) }
    await awaits.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(context.isCancelled && promise.error?.isCancelled == true && stopped.count == 1)
    // A promise without a context: only the task is cancelled.
    let (other, seal) = Promise<Int>.pending()
    let second = Task { try await other.async(cancelsContext: true) }
    second.cancel()
    await #expect(throws: CancellationError.self) { try await second.value }
    #expect(seal.tryFulfill(1))
  }

  @Test("an error after the task has stopped is not handled by it, and is reported")
  func laterError() async {
    let reports = Reports()
    do {
      let (promise, seal) = reports.run { Promise<Int>.pending() }
      let task = Task { try await promise.async() }
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      seal.reject(Failure("late"))
    }
    #expect(reports.sentences.count == 1)
    let handled = Reports()
    do {
      let (promise, seal) = handled.run { Promise<Int>.pending() }
      let task = Task { try await promise.async() }
      seal.reject(Failure("in time"))
      await #expect(throws: Failure("in time")) { try await task.value }
    }
    #expect(handled.sentences.isEmpty)
  }

  @Test("a promise that is freed while pending throws instead of hanging")
  func freed() async {
    let awaits = Awaits()
    let seal = Held<Resolver<Int>>()
    let task = awaits.run {
      let (promise, resolver) = Promise<Int>.pending()
      seal.value = resolver
      return Self.wait(for: promise)
    }
    await awaits.next()
    seal.value = nil
    await #expect(throws: PMKError.self) { try await task.value }
    #expect(awaits.kinds.last == .awaitEnded(promise: 1, ending: .abandoned))
    await #expect(throws: PMKError.self) { try await Promise<Int> { _ in }.async() }
  }

  @Test(
    "so does a link at any depth below one, and a promise that adopted it; with and without reports"
  )
  func parentFreed() async {
    for logs in [true, false] {
      let environment = PromiseEnvironment(observers: [])
      if !logs { environment.logHandler = { _ in } }
      let seal = Held<Resolver<Int>>()
      let tasks = environment.run {
        let (root, resolver) = Promise<Int>.pending()
        seal.value = resolver
        let link = root.map(on: nil) { $0 }.then(on: nil) { Promise.value($0) }
        let adopting = Promise<Int> { $0.resolve(link) }
        return [link, adopting, link.map(on: nil) { $0 }].map { promise in
          Task { try await promise.async() }
        }
      }
      seal.value = nil
      for task in tasks {
        do {
          _ = try await task.value
          Issue.record("it cannot have a value")
        } catch PMKError.deadlock {
        } catch {
          Issue.record("\(error)")
        }
      }
    }
  }

  @Test("of several tasks, a cancelled one leaves the others waiting")
  func severalTasks() async throws {
    let awaits = Awaits()
    let (promise, seal) = awaits.run { Promise<Int>.pending() }
    var tasks: [Task<Int, any Error>] = []
    for _ in 0..<4 {
      tasks.append(Task { try await promise.async() })
      await awaits.next()
    }
    tasks[0].cancel()
    tasks[2].cancel()
    for task in [tasks[0], tasks[2]] {
      await #expect(throws: CancellationError.self) { try await task.value }
    }
    seal.fulfill(7)
    #expect(try await tasks[1].value == 7)
    #expect(try await tasks[3].value == 7)
    #expect(awaits.kinds.count == 8)
  }

  @Test("a guarantee is awaited to its end, also by a cancelled task")
  func guarantee() async {
    let awaits = Awaits()
    let (guarantee, fulfill) = awaits.run { Guarantee<Int>.pending() }
    let task = Task { await guarantee.async() }
    await awaits.next()
    task.cancel()
    #expect(awaits.kinds == [.awaitBegan(promise: 1)])
    fulfill(7)
    #expect(await task.value == 7)
    #expect(awaits.kinds.last == .awaitEnded(promise: 1, ending: .settled))
  }

  @Test("tasks that are cancelled while their promises settle or are freed: each ends once")
  func underLoad() async {
    for round in 0..<300 {
      let context = CancelContext()
      let seal = Held<Resolver<Int>>()
      let task = context.run {
        let (promise, resolver) = Promise<Int>.pending()
        seal.value = resolver
        return Self.wait(for: promise.map(on: nil) { $0 })
      }
      let ended = Task { _ = try? await task.value }
      await withTaskGroup(of: Void.self) { group in
        group.addTask { task.cancel() }
        group.addTask {
          switch round % 3 {
          case 0: seal.take()?.fulfill(1)
          case 1: context.cancel()
          default: seal.value = nil
          }
        }
      }
      await ended.value
    }
  }

  /// Awaits a promise that is otherwise referenced only by its resolver.
  private static func wait(for promise: consuming Promise<Int>) -> Task<Int, any Error> {
    let held = Held(promise)
    return Task {
      guard let value = try await held.take()?.async() else { throw Failure("taken") }
      return value
    }
  }
}

/// An environment that reports when a task begins or stops to wait.
private final class Awaits: Sendable {
  let recorder = RecordingObserver()
  private let environment: PromiseEnvironment
  private let beginnings: Mutex<AsyncStream<Void>.Iterator>

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    environment = PromiseEnvironment(observers: [recorder, Announcer(continuation)])
    beginnings = Mutex(stream.makeAsyncIterator())
  }

  func run<R>(_ body: () throws -> R) rethrows -> R { try environment.run(body) }

  /// The events about awaits, without the tasks and the places.
  var kinds: [PromiseEvent.Kind] {
    recorder.events.compactMap { event in
      switch event.kind {
      case .awaitBegan(let promise, _, _): .awaitBegan(promise: promise)
      case .awaitEnded(let promise, let ending, _): .awaitEnded(promise: promise, ending: ending)
      default: nil
      }
    }
  }

  /// Waits until the next task waits.
  func next() async {
    var iterator = beginnings.withLock { $0 }
    _ = await iterator.next()
  }
}

private final class Announcer: PromiseObserver {
  private let continuation: AsyncStream<Void>.Continuation
  init(_ continuation: AsyncStream<Void>.Continuation) { self.continuation = continuation }

  func receive(_ event: PromiseEvent) {
    if case .awaitBegan = event.kind { continuation.yield() }
  }
}
