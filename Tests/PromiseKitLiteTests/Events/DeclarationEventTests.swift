import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The events queueDeclared and threadNamed: the first use of a queue or a thread")
struct DeclarationEventTests {
  /// What is posted about queues, in order.
  private func queues(_ events: [PromiseEvent]) -> [String] {
    events.compactMap { event in
      guard case .queueDeclared(_, let label, let kind, let assumed) = event.kind else {
        return nil
      }
      return "\(label) \(kind)\(assumed ? ", assumed" : "")"
    }
  }

  @Test("a queue is declared once, before it is named; an unknown kind is assumed")
  func simulated() {
    let run = Run(queues: [.concurrent("wide", width: 4)]) {
      for _ in 0..<2 {
        _ = Promise.value(1).done { _ in }
        _ = Promise.value(1).done(on: Queues.wide) { _ in }
        _ = Promise.value(1).done(on: Queues.other) { _ in }
        _ = Promise.value(1).done(on: nil) { _ in }
        _ = Promise.value(1).done(on: .global()) { _ in }
      }
    }
    #expect(
      queues(run.events) == [
        "main serial", "wide concurrent(width: Optional(4))", "other serial, assumed",
        "inline immediate", "global concurrent(width: Optional(4))",
      ])
    var known: Set<QueueID> = []
    for event in run.events {
      switch event.kind {
      case .queueDeclared(let queue, _, _, _): #expect(known.insert(queue).inserted)
      case .handlerAttached(_, _, _, let queue), .jobEnqueued(_, _, let queue, _),
        .jobStarted(_, _, let queue), .jobEnded(_, _, let queue, _):
        #expect(known.contains(queue))
      default: break
      }
      #expect(event.queue.map(known.contains) ?? true)
    }
  }

  @Test(
    "on real queues the kind is known if Dispatch or the program declares it, and otherwise assumed"
  )
  func real() {
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder])
    environment.declare(queue: "wide", kind: .concurrent(width: 2))
    environment.run {
      let one = Promise.value(1)
      for queue: any Dispatcher in [.main, .global(), .global(qos: .utility)] as [DispatchQueue] {
        _ = one.done(on: queue) { _ in }
      }
      _ = one.done(on: Queues.wide) { _ in }
      _ = one.done(on: Queues.other) { _ in }
      _ = one.done(on: nil) { _ in }
    }
    #expect(
      queues(recorder.events) == [
        "main serial", "global concurrent(width: nil)", "global.utility concurrent(width: nil)",
        "wide concurrent(width: Optional(2))", "other serial, assumed", "inline immediate",
      ])
  }

  @Test("a simulated thread is named before anything else happens on it")
  func threads() {
    let run = Run {
      Promise.value(1).done(on: Queues.side) { _ in }.cauterize()
      _ = after(.milliseconds(1))
    }
    let named = run.all { kind -> String? in
      if case .threadNamed(let thread, let name) = kind { "\(thread) \(name)" } else { nil }
    }
    #expect(named == ["T1 main", "T3 timers"])
    #expect(run.events.first?.kind == .threadNamed(thread: 1, name: "main"))
  }
}
