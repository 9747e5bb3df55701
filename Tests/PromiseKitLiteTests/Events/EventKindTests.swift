import Dispatch
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("Every kind of event, in the situation that it names")
struct EventKindTests {
  @Test("one link: created, attached, enqueued, started, ended, settled, in this order")
  func oneLink() throws {
    let run = Run {
      _ = Promise.value(1).map("link", on: Queues.side) { $0 + 1 }
    }
    let link = try #require(run.id(of: "link"))
    let words = run.kinds.compactMap { kind -> String? in
      switch kind {
      case .created(let creation) where creation.promise == link: "created"
      case .handlerAttached(_, link, 1, _): "attached"
      case .jobEnqueued(_, link, _, _): "enqueued"
      case .jobStarted(_, link, _): "started"
      case .jobEnded(_, link, _, .returned): "ended"
      case .settled(let settlement) where settlement.promise == link: "settled"
      default: nil
      }
    }
    #expect(words == ["created", "attached", "enqueued", "started", "ended", "settled"])
  }

  @Test("created carries operation, label, parent and the place in the source")
  func created() throws {
    let line = #line + 3
    let run = Run {
      _ = Promise.value(1)
        .map("link") { $0 }
    }
    let creation = try #require(
      run.kinds.lazy.compactMap { kind in
        if case .created(let creation) = kind, creation.label == "link" { creation } else { nil }
      }.first)
    #expect(creation.operation == .map && creation.parents == [1] && !creation.late)
    #expect(creation.site?.line == line && creation.site?.fileName == "EventKindTests.swift")
  }

  @Test("every way to begin a promise takes a label first")
  func labels() {
    let run = Run {
      _ = Promise<Int>("body") { $0.fulfill(1) }
      _ = Promise<Int>("error", error: Failure("x"))
      _ = Promise<Int>.value("value", 1)
      _ = Promise<Int>.pending("pending")
      _ = Guarantee<Int>("guarantee") { $0(1) }
      _ = Guarantee<Int>.value("guaranteed", 1)
      _ = Guarantee<Int>.pending("pending guarantee")
      _ = after("interval", .milliseconds(1))
      _ = after("seconds", seconds: 0.001)
      _ = Queues.side.async(.promise, "async") { 1 }
    }
    let labels = run.kinds.compactMap { kind in
      if case .created(let creation) = kind { creation.label } else { nil }
    }
    #expect(
      labels == [
        "body", "error", "value", "pending", "guarantee", "guaranteed", "pending guarantee",
        "interval", "seconds", "async",
      ])
  }

  @Test("how a job ended: with a value, a promise, an error")
  func endings() {
    let run = Run {
      _ = Promise.value(1).map { $0 }
      _ = Promise.value(1).then { Promise.value($0) }
      Promise.value(1).done { _ in throw Failure("x") }.catch { _ in }
    }
    let endings = run.kinds.compactMap { kind -> PromiseEvent.JobEnding? in
      if case .jobEnded(_, _, _, let ending) = kind { ending } else { nil }
    }
    #expect(endings == [.returned, .returnedPromise, .threw, .returned])
  }

  @Test("a body: started and ended around what it does")
  func body() {
    let run = Run {
      _ = Promise<Int> { seal in
        note("inside")
        seal.fulfill(1)
      }
    }
    let start = run.index { if case .bodyStarted(1) = $0 { true } else { false } }
    let inside = run.index { if case .note = $0 { true } else { false } }
    let end = run.index { if case .bodyEnded(1, false) = $0 { true } else { false } }
    #expect([start, inside, end].compactMap { $0 }.count == 3)
    #expect((start ?? 0) < (inside ?? 0) && (inside ?? 0) < (end ?? 0))
  }

  @Test("a timer is scheduled with its due time and fires then")
  func timer() throws {
    let run = Run { _ = after("pause", .milliseconds(7)) }
    #expect(run.kinds.contains(.timerScheduled(timer: 1, promise: 1, due: 7_000_000)))
    let fired = try #require(
      run.events.first { $0.kind == .timerFired(timer: 1, promise: 1) })
    #expect(fired.time == 7_000_000)
  }

  @Test("a queue is declared once, before its first job; kinds that nobody knows are assumed")
  func queues() {
    let run = Run(queues: [.concurrent("wide", width: 4)]) {
      for _ in 0..<2 {
        _ = Promise.value(1).done { _ in }
        _ = Promise.value(1).done(on: Queues.wide) { _ in }
        _ = Promise.value(1).done(on: Queues.other) { _ in }
        _ = Promise.value(1).done(on: nil) { _ in }
      }
    }
    let declared = run.kinds.compactMap { kind -> String? in
      if case .queueDeclared(_, let label, let kind, let assumed) = kind {
        "\(label) \(kind) \(assumed)"
      } else {
        nil
      }
    }
    #expect(
      declared == [
        "main serial false", "wide concurrent(width: Optional(4)) false", "other serial true",
        "inline immediate false",
      ])
  }

  @Test("async on a queue: created as async, a labelled job, and the value when the job is over")
  func async() {
    let run = Run {
      Queues.side.async(.promise, "login") {
        work(for: .milliseconds(80))
        return "token"
      }
      .done { note($0) }
      .catch { _ in }
    }
    #expect(run.settlement(of: "login")?.description == "token")
    let settled = run.events.first {
      if case .settled(let settlement) = $0.kind { settlement.promise == 1 } else { false }
    }
    #expect(settled?.time == 80_000_000)
    #expect(
      run.kinds.contains { if case .jobEnqueued(_, 1, _, "login") = $0 { true } else { false } })
  }

  @Test("an unhandled rejection is told once, when the last promise that it reached is gone")
  func unhandled() {
    let run = Run {
      let root = Promise<Int>("root") { $0.reject(Failure("x")) }
      _ = root.done("a") { _ in }
      _ = root.map("b") { $0 }.map("c") { $0 }
    }
    let told = run.kinds.compactMap { kind -> (PromiseID, String)? in
      if case .errorUnhandled(_, let origin, let error) = kind { (origin, error) } else { nil }
    }
    #expect(told.count == 1)
    #expect(told.first?.0 == run.id(of: "root") && told.first?.1 == "x")
  }

  @Test("a rejection that any branch handles is not told as unhandled")
  func handledByOneBranch() {
    let run = Run {
      let root = Promise<Int> { $0.reject(Failure("x")) }
      _ = root.done { _ in }
      root.catch { _ in note("caught") }
    }
    #expect(run.notes == ["caught"])
    #expect(!run.kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("a rejection is not told as unhandled while a tap that may pass it on is on its way")
  func unhandledWaitsForTap() {
    let recorder = RecordingObserver()
    let (begun, over) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    PromiseEnvironment(observers: [recorder]).run {
      let root = Promise<Int> { $0.reject(Failure("x")) }
      do {
        let branch = root.done { _ in }
        root.tap(on: Queues.side) { _ in begun.wait() }
          .catch(on: Queues.side) { _ in }
          .finally(on: nil) { over.signal() }
        withExtendedLifetime(branch) {}
      }
      begun.signal()
    }
    over.wait()
    let kinds = recorder.events.map(\.kind)
    #expect(kinds.contains { if case .errorHandled = $0 { true } else { false } })
    #expect(!kinds.contains { if case .errorUnhandled = $0 { true } else { false } })
  }

  @Test("but it is when the tap has passed it on to nobody")
  func unhandledAfterTap() {
    let run = Run {
      let root = Promise<Int>("root") { $0.reject(Failure("x")) }
      _ = root.tap(on: Queues.side) { _ in }
      _ = root.ensure(on: nil) {}.map { $0 }
    }
    let told = run.kinds.filter { if case .errorUnhandled = $0 { true } else { false } }
    #expect(told.count == 1)
  }

  @Test("a promise freed while pending is told with those that will now wait for ever")
  func freedPending() throws {
    let run = Run {
      let (promise, _) = Promise<Int>.pending("given up")
      _ = promise.map("waiting") { $0 }
    }
    let waiting = try #require(run.id(of: "waiting"))
    let lost = run.kinds.compactMap { kind -> (PromiseID, [PromiseID])? in
      if case .deallocated(let promise, .pending, let waiting) = kind {
        (promise, waiting)
      } else {
        nil
      }
    }
    #expect(lost.first?.0 == run.id(of: "given up"))
    #expect(lost.first?.1 == [waiting])
    #expect(lost.count == 2)
  }

  @Test("every promise of a finished scenario is told as freed, once")
  func freed() {
    let run = Run {
      Promise.value(1).then { after(.milliseconds($0)) }.done {}.catch { _ in }.finally {}
    }
    let created = run.kinds.compactMap { kind -> PromiseID? in
      if case .created(let creation) = kind { creation.promise } else { nil }
    }
    let freed = run.kinds.compactMap { kind -> PromiseID? in
      if case .deallocated(let promise, .settled, _) = kind { promise } else { nil }
    }
    #expect(created.count == 6 && Set(freed) == Set(created) && freed.count == created.count)
  }

  @Test("a promise whose place passes to its adopter is freed as forwarded")
  func forwarded() throws {
    let run = Run {
      Promise.value(3).then("root") { countdown($0) }.done { note("\($0)") }.catch { _ in }
    }
    let root = try #require(run.id(of: "root"))
    #expect(run.notes == ["0"])
    let forwarded = run.kinds.filter { kind in
      if case .deallocated(_, .forwarded(root), _) = kind { true } else { false }
    }
    #expect(forwarded.count == 3)
    #expect(
      !run.kinds.contains { if case .deallocated(_, .pending, _) = $0 { true } else { false } })
  }

  @Test("the value in an event is bounded, however large it is")
  func bounded() {
    let run = Run { _ = Promise("big") { $0.fulfill(Array(0..<100_000)) } }
    let text = run.settlement(of: "big")?.description ?? ""
    #expect(text.count == 121 && text.hasSuffix("…"))
  }

  @Test("a jobless time: what happens before the first job has no queue, inside a job its queue")
  func queueOfEvents() {
    let run = Run {
      note("main function")
      _ = Promise.value(1).done(on: Queues.side) { _ in
        note("job")
        _ = Promise.value(2).done(on: nil) { _ in note("inline in job") }
      }
    }
    let queues = run.events.compactMap { event -> Bool? in
      if case .note = event.kind { event.queue == nil } else { nil }
    }
    #expect(queues == [true, false, false])
    let jobs = run.events.filter { if case .note = $0.kind { $0.queue != nil } else { false } }
    #expect(Set(jobs.map(\.queue)).count == 1)
  }
}

/// Returns a promise of a step that returns a promise of a step …
@Sendable private func countdown(_ count: Int) -> Promise<Int> {
  guard count > 0 else { return .value(0) }
  return Promise.value(count).then { countdown($0 - 1) }
}
