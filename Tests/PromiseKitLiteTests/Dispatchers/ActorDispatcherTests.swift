import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

@Suite("Actors and executors as dispatchers")
struct ActorDispatcherTests {
  @Test("a handler on an actor uses the actor's state without await")
  func isolated() async throws {
    let tally = Tally()
    let other = PlainTally()
    let promise = Promise.value(3)
      .map(on: tally) { number in tally.assumeIsolated { $0.add(number) } }
      .map(on: .actor(other)) { number in other.assumeIsolated { $0.add(number) } }
      .map(on: MainActor.shared) { number in MainActor.assumeIsolated { Main.next(number) } }
      .map(on: .mainActor) { number in MainActor.assumeIsolated { Main.next(number) } }
    #expect(try await promise.async() == 5)
    #expect(await tally.sum == 3)
  }

  @Test("handlers run on an actor in the order of attachment, before and after the settlement")
  func order() async {
    let tally = Tally()
    let (promise, seal) = Guarantee<Int>.pending()
    for number in 1...50 {
      _ = promise.done(on: tally) { _ in tally.assumeIsolated { $0.note(number) } }
    }
    seal(0)
    for number in 51...100 {
      _ = promise.done(on: .actor(tally)) { _ in tally.assumeIsolated { $0.note(number) } }
    }
    await promise.map(on: tally) { $0 }.async()
    #expect(await tally.notes == Array(1...100))
  }

  @Test("four threads dispatch to one actor: each thread's handlers run in order, one at a time")
  func underLoad() async {
    let tally = Tally()
    let count = 2_000
    await withCheckedContinuation { continuation in
      let left = Counter()
      DispatchQueue.global().async {
        onThreads(4) { thread in
          for number in 0..<count {
            tally.dispatch {
              tally.assumeIsolated { $0.note(thread * count + number) }
              if left.add() == 4 * count { continuation.resume() }
            }
          }
        }
      }
    }
    let notes = await tally.notes
    for thread in 0..<4 {
      let mine = notes.filter { $0 / count == thread }
      #expect(mine == Array(thread * count..<(thread + 1) * count))
    }
    #expect(await !tally.wasEnteredTwice)
  }

  @Test("an actor does its other work between handlers, however many there are")
  func fairness() async {
    let tally = Tally()
    let isStopped = Counter()
    // Each handler dispatches the next one, until the actor's own method has run.
    @Sendable func next() {
      if isStopped.count == 0 { tally.dispatch { next() } }
    }
    next()
    await tally.run { isStopped.add() }
    #expect(isStopped.count == 1)
  }

  @Test("an actor is freed after its last handler")
  func freed() async {
    weak var freed: PlainTally?
    let (ended, end) = Guarantee<Void>.pending()
    do {
      let tally = PlainTally()
      freed = tally
      Guarantee.value(1).done(on: .actor(tally)) { _ in }.done(on: nil) { end(()) }
    }
    await ended.async()
    // The task that ran the handler ends after it.
    while freed != nil { await Task.yield() }
  }

  @Test("a serial executor runs one handler at a time, in order; a task executor enqueues in order")
  func executors() async {
    let serial = SerialLoop()
    let task = TaskLoop()
    let order = Mutex<[Int]>([])
    let (promise, seal) = Guarantee<Int>.pending()
    for number in 1...100 {
      _ = promise.done(on: .executor(serial)) { _ in order.withLock { $0.append(number) } }
    }
    seal(0)
    await promise.map(on: .executor(serial)) { $0 }.async()
    #expect(order.withLock { $0 } == Array(1...100))
    order.withLock { $0 = [] }
    for number in 1...100 {
      _ = promise.done(on: .executor(task)) { _ in order.withLock { $0.append(number) } }
    }
    await promise.map(on: .executor(task)) { $0 }.async()
    #expect(order.withLock { $0 } == Array(1...100))
    #expect(task.count.count == 101 && serial.count.count > 0)
  }

  @Test("each actor is a queue: the second of a type has a number, a label counts, main is main")
  func queues() async {
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder])
    let (first, second, labeled) = (Tally(), Tally(), PlainTally())
    let loop = SerialLoop()
    let promise = environment.run { Guarantee.value(1) }
    let dispatchers: [any Dispatcher] = [
      first, second, ActorDispatcher(first), .actor(labeled, label: "stock"), .actor(labeled),
      MainActor.shared, .main, .actor(MainActor.shared), .executor(loop), first.accessing("sum"),
    ]
    var chain = promise
    for dispatcher in dispatchers { chain = chain.map(on: dispatcher) { $0 } }
    await chain.async()
    let queues = recorder.events.compactMap { event -> String? in
      guard case .queueDeclared(_, let label, let kind, let assumed) = event.kind else {
        return nil
      }
      return "\(label) \(kind == .serial) \(assumed)"
    }
    #expect(
      queues == [
        "Tally true false", "Tally 2 true false", "stock true false", "main true false",
        "SerialLoop true false",
      ])
    let handlers = recorder.events.compactMap { event -> PromiseEvent.QueueID? in
      if case .handlerAttached(_, _, _, let queue) = event.kind { queue } else { nil }
    }
    #expect(handlers == [1, 2, 1, 3, 3, 4, 4, 4, 5, 1])
  }

  @Test("in a simulation, the handlers run on the simulated queue of that label")
  func simulated() {
    let tally = Tally()
    let run = Run {
      for name in ["a", "b"] {
        _ = after(label: name, .milliseconds(1)).done(on: tally) {
          PromiseEnvironment.work(for: .milliseconds(10))
          note(name)
        }
      }
    }
    #expect(run.notes == ["a", "b"])
    #expect(
      run.kinds.contains { kind in
        if case .queueDeclared(_, "Tally", .serial, false) = kind { true } else { false }
      })
  }
}

/// An actor that is a dispatcher.
private actor Tally: Dispatcher {
  var sum = 0
  var notes: [Int] = []
  private(set) var wasEnteredTwice = false
  private var isInside = false

  func add(_ number: Int) -> Int {
    sum += number
    return sum
  }

  func note(_ number: Int) {
    if isInside { wasEnteredTwice = true }
    isInside = true
    notes.append(number)
    isInside = false
  }

  func run(_ body: @Sendable () -> Void) { body() }
}

/// An actor that does not know dispatchers.
private actor PlainTally {
  private var sum = 0

  func add(_ number: Int) -> Int {
    sum += number
    return sum
  }
}

@MainActor
private enum Main {
  static func next(_ number: Int) -> Int { number + 1 }
}

/// A serial executor over a queue.
private final class SerialLoop: SerialExecutor {
  let count = Counter()
  private let queue = DispatchQueue(label: "serial loop")

  func enqueue(_ job: consuming ExecutorJob) {
    count.add()
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedSerialExecutor()) }
  }
}

/// A task executor over a serial queue, which therefore keeps the order.
private final class TaskLoop: TaskExecutor {
  let count = Counter()
  private let queue = DispatchQueue(label: "task loop")

  func enqueue(_ job: consuming ExecutorJob) {
    count.add()
    let job = UnownedJob(job)
    queue.async { [self] in job.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}
