import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The events jobEnqueued, jobStarted and jobEnded: work on a queue")
struct JobEventTests {
  @Test("a handler is enqueued, starts, and returns; its promise settles right after")
  func handler() throws {
    let run = Run { _ = Promise.value(1).map(label: "it", on: Queues.side) { $0 + 1 } }
    #expect(
      run.names(of: "it") == [
        .created, .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded, .settled, .deallocated,
      ])
    let (it, side) = (try #require(run.id(of: "it")), try #require(run.queue(named: "side")))
    #expect(run.kinds.contains(.jobEnqueued(job: 1, child: it, queue: side, label: nil)))
    #expect(run.kinds.contains(.jobStarted(job: 1, child: it, queue: side)))
    let end = run.number { $0 == .jobEnded(job: 1, child: it, queue: side, ending: .returned) }
    #expect(end > 0 && run.events[end].kind.name == .settled)
  }

  @Test("the job's events and all inside it carry its queue and one thread; enqueuing does not")
  func queueAndThread() {
    let run = Run {
      _ = Promise.value(1).done(on: Queues.side) { _ in note("inside") }
    }
    let side = run.queue(named: "side")
    let inside = run.events.filter {
      $0.kind.name == .jobStarted || $0.kind.name == .jobEnded || $0.kind == .note("inside")
    }
    #expect(inside.count == 3 && inside.allSatisfy { $0.queue == side })
    #expect(Set(inside.map(\.thread)).count == 1 && inside[0].thread != 1)
    #expect(run.events(.jobEnqueued).allSatisfy { $0.queue == nil && $0.thread == 1 })
  }

  // Only a program in another language suspends a job.
  @Test(
    "say how the job ended", arguments: PromiseEvent.JobEnding.allCases.filter { $0 != .suspended })
  func endings(_ ending: PromiseEvent.JobEnding) {
    let run = Run {
      let one = Promise.value(1)
      switch ending {
      case .returned: _ = one.map { $0 }
      case .returnedPromise: _ = one.then { Promise.value($0) }
      case .threw: _ = one.map { _ -> Int in throw Failure("x") }
      case .skipped:
        let context = CancelContext()
        _ = one.until(context).map { $0 }
        one.done(on: nil) { _ in context.cancel() }.cauterize()
      case .suspended: break
      }
    }
    let endings = run.all { kind in
      if case .jobEnded(_, _, let queue, let ending) = kind, queue == run.queue(named: "main") {
        ending
      } else {
        nil
      }
    }
    #expect(endings == [ending])
  }

  @Test("a handler that passes an error on has returned; one that throws its own has thrown")
  func errorsInHandlers() {
    let run = Run {
      let error = Promise<Int>(error: Failure("x"))
      _ = error.ensure {}
      _ = error.recover { error -> Promise<Int> in throw error }
    }
    let endings = run.all { if case .jobEnded(_, _, _, let ending) = $0 { ending } else { nil } }
    #expect(endings == [.returned, .threw])
  }

  @Test(
    "an inline handler's job starts immediately, on the immediate queue, in the surrounding turn"
  )
  func inline() {
    let run = Run { _ = Promise.value(1).map(label: "it", on: nil) { $0 } }
    let names = run.names(of: "it")
    #expect(
      names[1...] == [
        .handlerAttached, .jobEnqueued, .jobStarted, .jobEnded, .settled, .deallocated,
      ])
    let enqueued = run.number { if case .jobEnqueued = $0 { true } else { false } }
    #expect(run.events[enqueued].kind.name == .jobStarted)
    let queues = run.all { if case .jobStarted(_, _, let queue) = $0 { queue } else { nil } }
    #expect(queues == [run.queue(named: "inline")])
    #expect(run.events(.jobStarted).allSatisfy { $0.queue == nil })
  }

  @Test("async on a queue is a job with its label, which ends when its work has ended")
  func async() {
    let run = Run {
      Queues.side.async(.promise, label: "it") {
        work(for: .milliseconds(80))
        return "token"
      }
      .cauterize()
    }
    #expect(
      run.names(of: "it").prefix(5) == [.created, .jobEnqueued, .jobStarted, .jobEnded, .settled])
    #expect(
      run.kinds.contains { if case .jobEnqueued(_, 1, _, "it") = $0 { true } else { false } })
    #expect(run.events(.jobEnded).first?.time == 80_000_000)
  }

  @Test("jobs of one serial queue never overlap; those of a concurrent one may")
  func overlap() {
    let run = Run {
      for queue in [Queues.side, Queues.wide] {
        for _ in 0..<2 {
          _ = queue.async(.promise) { work(for: .milliseconds(1)) }
        }
      }
    }
    func jobs(_ label: String) -> [PromiseEvent.Kind.Name] {
      run.kinds.filter { kind in
        switch kind {
        case .jobStarted(_, _, let queue), .jobEnded(_, _, let queue, _):
          queue == run.queue(named: label)
        default: false
        }
      }.map(\.name)
    }
    #expect(jobs("side") == [.jobStarted, .jobEnded, .jobStarted, .jobEnded])
    #expect(jobs("wide") == [.jobStarted, .jobStarted, .jobEnded, .jobEnded])
  }

  @Test("jobs of one serial queue start in the order in which they were enqueued")
  func order() {
    let run = Run {
      for _ in 0..<3 { _ = Promise.value(1).done(on: Queues.side) { _ in } }
      Queues.side.async(.promise) { _ = Promise.value(1).done(on: Queues.side) { _ in } }
        .cauterize()
    }
    let enqueued = run.all { if case .jobEnqueued(let job, _, _, _) = $0 { job } else { nil } }
    let started = run.all { if case .jobStarted(let job, _, _) = $0 { job } else { nil } }
    #expect(enqueued == started && enqueued == enqueued.sorted() && enqueued.first == 1)
  }
}
