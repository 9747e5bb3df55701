import Dispatch
import PromiseKitLite
import TestSupport
import Testing

@Suite("Rule 12: wait reports on what and where it blocks, before it blocks")
struct Rule12Tests {
  @Test("it returns the value or throws the error, on real queues")
  func values() throws {
    #expect(try Promise<Int>(label: "p", on: Queues.side) { $0.fulfill(7) }.wait() == 7)
    #expect(throws: Failure("x")) {
      try Promise<Int>(on: Queues.side) { $0.reject(Failure("x")) }.wait()
    }
    #expect(after(.milliseconds(1)).map(on: Queues.side) { 3 }.wait() == 3)
    #expect(throws: PMKError.self) { try Promise<Int>(error: PMKError.cancelled).wait() }
  }

  @Test("on a settled promise it does not block, and nothing is posted")
  func settled() throws {
    let run = Run {
      #expect((try? Promise.value(1).wait()) == 1)
      #expect(throws: Failure("x")) { try Promise<Int>(error: Failure("x")).wait() }
      #expect(Guarantee.value(2).wait() == 2)
    }
    #expect(run.waits.isEmpty && run.unhandled.isEmpty)
  }

  @Test("in a simulation other jobs continue while a job waits, and the waiting queue does not")
  func othersGoOn() {
    let run = Run {
      let slow = after(.milliseconds(10)).map(on: Queues.other) { note("slow") }
      _ = Queues.side.async(.promise) {
        slow.wait()
        note("waited")
      }
      _ = Queues.side.async(.promise) { note("behind it") }
      _ = Queues.other.async(.promise) { note("beside it") }
    }
    #expect(run.notes == ["beside it", "slow", "waited", "behind it"])
  }

  @Test("the main program of a simulation may wait too")
  func mainProgram() {
    let run = Run {
      let number = after(.milliseconds(10)).map(on: Queues.side) { 7 }.wait()
      note("\(number)")
    }
    #expect(run.notes == ["7"] && run.waits.count == 2)
  }

  @Test(
    "a chain that needs the queue that waits for it is a deadlock, and the events show it first"
  )
  func chainNeedsQueue() throws {
    let run = Run {
      _ = Queues.side.async(.promise) {
        let chain = Promise.value(1)
          .map(label: "needs side", on: Queues.side) { $0 }
          .map(label: "then other", on: Queues.other) { $0 }
        do { _ = try chain.wait() } catch { note("\(error)") }
      }
    }
    #expect(run.notes == ["\(PMKError.deadlock)"])
    let began = try #require(run.index { if case .waitBegan = $0 { true } else { false } })
    let before = Array(run.kinds[...began])
    let needs = try #require(run.id(of: "needs side"))
    #expect(Upstream(before).handlersThatNeedTheBlockedQueue == [needs])
  }

  @Test("the same on main, through an adoption and a fan-in, before anything has settled")
  func mainNeeded() throws {
    let run = Run {
      _ = DispatchQueue.main.async(.promise) {
        let inner = Promise<Int>.pending().promise.map(label: "inner", on: .main) { $0 }
        let outer = Promise.value(1).then(label: "outer", on: nil) { _ in inner }
        do { _ = try when(label: "all", fulfilled: [outer, Promise.value(2)]).wait() } catch {
          note("\(error)")
        }
      }
    }
    #expect(run.notes == ["\(PMKError.deadlock)"])
    let began = try #require(run.index { if case .waitBegan = $0 { true } else { false } })
    let needs = try #require(run.id(of: "inner"))
    #expect(Upstream(Array(run.kinds[...began])).handlersThatNeedTheBlockedQueue == [needs])
  }

  @Test("a chain that needs only other queues is not")
  func chainNeedsOthers() throws {
    let run = Run {
      _ = Queues.side.async(.promise) {
        let done = Promise.value(1).map(on: nil) { $0 }
        let chain = done.map(on: Queues.other) { $0 }.map(on: nil) { $0 }
        let number = try chain.wait()
        note("\(number)")
      }
    }
    let began = try #require(run.index { if case .waitBegan = $0 { true } else { false } })
    #expect(Upstream(Array(run.kinds[...began])).handlersThatNeedTheBlockedQueue == [])
    #expect(run.notes == ["1"])
  }

  // MARK: - On main

  @Test("on main it always warns: in a job of the main queue, on whatever thread that runs")
  func onMainQueue() async {
    let warned = Warned()
    let value = await withCheckedContinuation { over in
      DispatchQueue.main.async { over.resume(returning: warned.wait()) }
    }
    #expect(value == 7)
    #expect(warned.sentences == ["wait() blocks the main queue: \"answer\" (\(warned.place))"])
  }

  @Test("and on the main actor")
  @MainActor
  func onMainActor() {
    let warned = Warned()
    #expect(warned.wait() == 7)
    #expect(warned.sentences.count == 1)
  }

  @Test("a wait elsewhere does not warn")
  func noWarning() throws {
    let reports = Reports()
    #expect(try reports.run { Promise<Int>(on: Queues.side) { $0.fulfill(7) } }.wait() == 7)
    #expect(reports.sentences.isEmpty)
  }

  @Test(
    "the event tells an observer that main waits, and the program's own handler is called too")
  @MainActor
  func observedOnMain() throws {
    let (recorder, warned) = (RecordingObserver(), Counter())
    let waking = Waking()
    let environment = PromiseEnvironment(observers: [recorder, waking])
    environment.logHandler = { _ in warned.add() }
    let value = try environment.run {
      let (promise, seal) = Promise<Int>.pending()
      waking.seal.value = seal
      return try promise.wait()
    }
    let kinds = recorder.events.map(\.kind)
    let main = try #require(
      kinds.lazy.compactMap { kind in
        if case .queueDeclared(let queue, "main", _, _) = kind { queue } else { nil }
      }.first)
    #expect(kinds.map(\.withoutSite).contains(.waitBegan(promise: 1, queue: main, job: nil)))
    #expect(value == 7 && warned.count == 1)
  }
}

/// A promise that is fulfilled as soon as there is a warning that a thread waits for it.
private final class Warned: Sendable {
  private let said = Held<[String]>([])
  private let promise: Promise<Int>
  let place = SourceSite(file: "Tests/Main.swift", line: 3, column: 5)

  init() {
    let environment = PromiseEnvironment(observers: [])
    let (promise, seal) = environment.run {
      Promise<Int>.pending(label: "answer", file: "Tests/Main.swift", line: 3, column: 5)
    }
    self.promise = promise
    environment.warningHandler = { [said] event in
      said.value?.append("\(event)")
      Queues.side.async { _ = seal.tryFulfill(7) }
    }
    // Without a warning the test fails instead of hanging.
    after(seconds: 300).done(on: nil) { _ = seal.tryFulfill(0) }
  }

  var sentences: [String] { said.value ?? [] }

  func wait() -> Int? { try? promise.wait() }
}

/// An observer that fulfills a promise as soon as a thread waits.
private final class Waking: PromiseObserver {
  let seal = Held<Resolver<Int>?>(nil)

  func receive(_ event: PromiseEvent) {
    guard case .waitBegan = event.kind, let seal = seal.value ?? nil else { return }
    Queues.side.async { _ = seal.tryFulfill(7) }
  }
}

extension Run {
  /// The waits that were posted.
  fileprivate var waits: [PromiseEvent.Kind] {
    kinds.map(\.withoutSite).filter { kind in
      switch kind {
      case .waitBegan, .waitEnded: true
      default: false
      }
    }
  }
}

/// The information of the events up to a ``PromiseEvent/Kind/waitBegan(promise:queue:)`` about the
/// awaited chain: enough to show that it needs the blocked queue.
private struct Upstream {
  private var parents: [PromiseID: [PromiseID]] = [:]
  private var queues: [PromiseID: QueueID] = [:]
  private var settled: Set<PromiseID> = []
  private var waited: PromiseID?
  private var blocked: QueueID?

  init(_ kinds: [PromiseEvent.Kind]) {
    for kind in kinds {
      switch kind {
      case .created(let creation): parents[creation.promise] = creation.parents
      case .handlerAttached(_, let child, _, let queue): queues[child] = queue
      case .jobEnqueued(_, let child?, let queue, _): queues[child] = queue
      case .adopted(let outer, let inner):
        parents[outer] = [inner]
        queues[outer] = nil
      case .settled(let settlement): settled.insert(settlement.promise)
      case .waitBegan(let promise, let queue, _, _): (waited, blocked) = (promise, queue)
      default: break
      }
    }
  }

  /// Handlers that have not run yet, without which the promise does not settle, and whose queue
  /// waits.
  var handlersThatNeedTheBlockedQueue: [PromiseID] {
    var list = waited.map { [$0] } ?? []
    var found: [PromiseID] = []
    while let promise = list.popLast() {
      guard !settled.contains(promise) else { continue }
      if let queue = queues[promise], queue == blocked { found.append(promise) }
      list.append(contentsOf: parents[promise] ?? [])
    }
    return found
  }
}
