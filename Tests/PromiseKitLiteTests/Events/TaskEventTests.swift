import Dispatch
import PromiseKitLite
import Synchronization
import Testing

@Suite("Tasks that await promises, in the events")
struct TaskEventTests {
  @Test("a task is one node, with its name, however often it awaits")
  func oneNode() async throws {
    let run = Observed()
    let (first, second) = run.environment.run { (Promise.value(1), Promise.value(2)) }
    let task = Observed.task(named: "refresh") {
      try await first.async() + second.async()
    }
    #expect(try await task.value == 3)
    let node = try #require(run.tasks.first)
    #expect(run.tasks.count == 1 && run.awaits.map(\.by) == [node.promise, node.promise])
    #expect(run.awaits.map(\.promise) == [1, 2])
    #expect(node.label == Observed.nameIfKnown("refresh") && node.parents.isEmpty)
  }

  @Test("two tasks are two nodes, also one after another at the same address")
  func twoNodes() async throws {
    let run = Observed()
    let promise = run.environment.run { Promise.value(1) }
    for _ in 0..<20 { _ = try await Task.detached { try await promise.async() }.value }
    #expect(run.tasks.count == 20 && Set(run.awaits.map(\.by)).count == 20)
  }

  @Test("an await names its place, and as its queue the actor on which the task awaits")
  func places() async throws {
    let run = Observed()
    let promise = run.environment.run { Promise.value(1) }
    let shop = Shop()
    _ = try await shop.read(promise)
    _ = try await Task { @MainActor in try await promise.async() }.value
    _ = try await Task.detached { try await promise.async() }.value
    #expect(run.awaits.map(\.queue) == ["Shop", "main", nil])
    #expect(run.awaits[0].site?.line == Shop.line)
    #expect(run.awaits[0].site?.file.hasSuffix("TaskEventTests.swift") == true)
    #expect(run.queues == ["Shop", "main"])
  }

  @Test("Promise(async:) awaits in its own name, and its body runs on its actor")
  func promiseOfTask() async throws {
    let run = Observed()
    let (inner, seal) = run.environment.run { Promise<Int>.pending() }
    let outer = run.environment.run {
      Promise(label: "outer", async: { @MainActor in try await inner.async() + 1 })
    }
    seal.fulfill(1)
    #expect(try await outer.async() == 2)
    let id = try #require(run.id(of: "outer"))
    let own = run.awaits.first { $0.promise == 1 }
    #expect(own?.by == id && own?.queue == "main")
    let body = run.recorder.events.first { $0.kind == .bodyStarted(promise: id) }
    #expect(body.flatMap { run.label(of: $0.queue) } == "main")
  }

  @Test("a task that the body of Promise(async:) starts is a node of its own, below the promise")
  func innerTasks() async throws {
    let run = Observed()
    let inner = run.environment.run { Promise.value(1) }
    let outer = run.environment.run {
      Promise(
        label: "outer",
        async: {
          async let one = inner.async()
          let other = Task { try await inner.async() }
          return try await one + other.value
        })
    }
    #expect(try await outer.async() == 2)
    let id = try #require(run.id(of: "outer"))
    let below = run.tasks.filter { $0.parents == [id] }
    #expect(below.count == 2)
    #expect(
      Set(run.awaits.filter { $0.promise == 1 }.map(\.by)) == Set(below.map { $0.promise }))
  }

  @Test("a task that is cancelled while it waits is posted as such, with its node")
  func cancelled() async throws {
    let run = Observed()
    let (promise, seal) = run.environment.run { Promise<Int>.pending() }
    let task = Task { try await promise.async() }
    await run.began.next()
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    let node = try #require(run.tasks.first)
    #expect(
      run.recorder.events.contains {
        $0.kind == .awaitEnded(promise: 1, ending: .cancelled, by: node.promise)
      })
    seal.fulfill(1)
  }

  @Test("a context that is cancelled while Promise(async:) awaits cancels its task")
  func cancelledContext() async throws {
    let run = Observed()
    let context = CancelContext()
    let (inner, seal) = run.environment.run { Promise<Int>.pending() }
    let outer = run.environment.run {
      context.run { Promise(label: "outer", async: { try await inner.async() }) }
    }
    await run.began.next()
    context.cancel()
    #expect(outer.error?.isCancelled == true && inner.isPending)
    let id = try #require(run.id(of: "outer"))
    #expect(
      run.recorder.events.contains {
        $0.kind == .awaitEnded(promise: 1, ending: .cancelled, by: id)
      })
    seal.fulfill(1)
  }

  @Test("with very many tasks, those that await nothing are freed; none that waits is")
  func forgotten() async throws {
    let run = Observed()
    let settled = run.environment.run { Promise.value(1) }
    let (pending, seal) = run.environment.run { Promise<Int>.pending() }
    let waiting = Task { try await pending.async() }
    await run.began.next()
    let first = try #require(run.tasks.first).promise
    for _ in 0..<2_000 { _ = try await Task.detached { try await settled.async() }.value }
    let freed = run.recorder.events.compactMap { event -> PromiseID? in
      if case .deallocated(let promise, .settled, _) = event.kind { promise } else { nil }
    }
    #expect(freed.count >= 512 && !freed.contains(first))
    #expect(Set(freed).isSubset(of: run.tasks.map { $0.promise }))
    seal.fulfill(1)
    #expect(try await waiting.value == 1)
  }

  @Test("a tag covers the promises of a task, of its child tasks, and of tasks of its handlers")
  func tags() async throws {
    let run = Observed()
    let environment = run.environment
    let tally = Shop()
    try await PromiseTrace.tag("request") {
      let root = environment.run { Promise.value(label: "root", 1) }
      async let child = environment.run { Promise.value(label: "child", 2) }.async()
      let chain = root.map(label: "on an actor", on: .actor(tally)) { number in
        Promise.value(label: "in a handler", number)
      }.then(label: "then", on: nil) { inner in
        inner.then(label: "inner", on: nil) { number in
          Promise(
            label: "in a task", async: { try await Promise.value(label: "deep", number).async() })
        }
      }
      _ = try await (child, chain.async())
    }
    let untagged = environment.run { Promise<Int>.pending() }
    let chain = untagged.promise.map(label: "plain", on: nil) { number in
      Promise.value(label: "of plain", number)
    }
    PromiseTrace.tag("other") { untagged.resolver.fulfill(1) }
    _ = try await chain.async()
    for label in [
      "root", "child", "on an actor", "in a handler", "then", "inner", "in a task", "deep",
    ] {
      #expect(run.creation(of: label)?.tag == "request", "\(label)")
    }
    for label in ["plain", "of plain"] { #expect(run.creation(of: label)?.tag == nil, "\(label)") }
    #expect(run.tasks.contains { $0.tag == "request" })
  }
}

private actor Shop {
  static let line = #line + 1
  func read(_ promise: Promise<Int>) async throws -> Int { try await promise.async() }
}

/// An environment with a recorder, and what it has recorded of tasks.
private final class Observed: Sendable {
  let recorder = RecordingObserver()
  let environment: PromiseEnvironment
  let began: Beginnings

  init() {
    began = Beginnings()
    environment = PromiseEnvironment(observers: [recorder, began])
  }

  /// Starts a task with a name, if tasks have names.
  static func task<T: Sendable>(
    named name: String, _ body: @escaping @Sendable () async throws -> T
  ) -> Task<T, any Error> {
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
        return Task(name: name) { try await body() }
      }
    #endif
    return Task { try await body() }
  }

  static func nameIfKnown(_ name: String) -> String? {
    #if compiler(>=6.2)
      if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) { return name }
    #endif
    return nil
  }

  var tasks: [PromiseEvent.Creation] { creations.filter { $0.operation == .task } }

  private var creations: [PromiseEvent.Creation] {
    recorder.events.compactMap {
      if case .created(let creation) = $0.kind { creation } else { nil }
    }
  }

  func creation(of label: String) -> PromiseEvent.Creation? {
    creations.first { $0.label == label }
  }

  func id(of label: String) -> PromiseID? { creation(of: label)?.promise }

  func label(of queue: PromiseEvent.QueueID?) -> String? {
    for case .queueDeclared(queue, let label, _, _) in recorder.events.map(\.kind) { return label }
    return nil
  }

  var queues: [String] {
    recorder.events.compactMap {
      if case .queueDeclared(_, let label, _, _) = $0.kind { label } else { nil }
    }
  }

  /// The awaits in order.
  var awaits:
    [(
      promise: PromiseID, by: PromiseID?, site: PromiseEvent.SourceSite?,
      queue: String?
    )]
  {
    recorder.events.compactMap { event in
      guard case .awaitBegan(let promise, let by, let site) = event.kind else { return nil }
      return (promise, by, site, label(of: event.queue))
    }
  }
}

/// Says when a task begins to await a promise.
private final class Beginnings: PromiseObserver {
  private let continuation: AsyncStream<Void>.Continuation
  private let iterator: Mutex<AsyncStream<Void>.Iterator>

  init() {
    let (stream, continuation) = AsyncStream<Void>.makeStream()
    self.continuation = continuation
    iterator = Mutex(stream.makeAsyncIterator())
  }

  func receive(_ event: PromiseEvent) {
    if case .awaitBegan = event.kind { continuation.yield() }
  }

  func next() async {
    var iterator = iterator.withLock { $0 }
    _ = await iterator.next()
  }
}
