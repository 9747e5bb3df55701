import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Simulated queues")
struct QueueTests {
  /// Enqueues jobs, each of which posts a note when it starts and takes ten milliseconds.
  private func enqueue(_ names: String..., on queue: DispatchQueue) {
    for name in names {
      _ = queue.async(.promise) {
        note(name)
        work(for: .milliseconds(10))
      }
    }
  }

  @Test("A serial queue runs one job after the other, in order")
  func serial() {
    let run = Simulated.run(queues: [.serial("work")]) {
      enqueue("a", "b", "c", on: DispatchQueue(label: "work"))
    }
    #expect(run.notes == ["a 0", "b 10", "c 20"])
  }

  @Test("A concurrent queue runs as many jobs as its width, and starts them in order")
  func concurrent() {
    let run = Simulated.run(queues: [.concurrent("net", width: 2)]) {
      enqueue("a", "b", "c", "d", "e", on: DispatchQueue(label: "net"))
    }
    #expect(run.notes == ["a 0", "b 0", "c 10", "d 10", "e 20"])
  }

  @Test("A concurrent queue without a width runs all its jobs")
  func unbounded() {
    let run = Simulated.run(queues: [.concurrent("net", width: nil)]) {
      enqueue("a", "b", "c", "d", "e", "f", "g", on: DispatchQueue(label: "net"))
    }
    #expect(run.notes.allSatisfy { $0.hasSuffix(" 0") })
    #expect(run.notes.count == 7)
  }

  @Test("A global queue runs four jobs at a time, unless the simulation says otherwise")
  func global() {
    let run = Simulated.run { enqueue("a", "b", "c", "d", "e", on: .global()) }
    #expect(run.notes == ["a 0", "b 0", "c 0", "d 0", "e 10"])
    let recorder = RecordingObserver()
    let narrow = Simulation(observers: [recorder], globalWidth: 1)
    narrow.start { enqueue("a", "b", on: .global(qos: .background)) }
    narrow.run()
    #expect(narrow.now == 20_000_000)
  }

  @Test("Equal labels are one queue, and two queues run side by side")
  func labels() {
    let run = Simulated.run {
      enqueue("a", on: DispatchQueue(label: "one"))
      enqueue("b", on: DispatchQueue(label: "one"))
      enqueue("c", on: DispatchQueue(label: "two"))
    }
    #expect(run.notes == ["a 0", "c 0", "b 10"])
  }

  @Test(
    "A queue is shown as declared by the simulation or by the program, and otherwise as assumed"
  )
  func kinds() {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder], queues: [.concurrent("net", width: 2)])
    simulation.environment.declare(queue: "disk", kind: .concurrent(width: 3))
    simulation.start {
      for label in ["net", "disk", "other"] { enqueue("x", on: DispatchQueue(label: label)) }
      enqueue("x", on: .global())
    }
    let declared = recorder.events.compactMap { event -> String? in
      guard case .queueDeclared(_, let label, let kind, let assumed) = event.kind else {
        return nil
      }
      return switch kind {
      case .serial: "\(label) serial\(assumed ? " assumed" : "")"
      case .concurrent(let width): "\(label) concurrent \(width.map { "\($0)" } ?? "all")"
      case .immediate: "\(label) immediate"
      }
    }
    #expect(
      declared == [
        "main serial", "net concurrent 2", "disk concurrent 3", "other serial assumed",
        "global concurrent 4",
      ])
  }

  @Test("Main runs on T1; every other worker gets a thread when it is first used, and keeps it")
  func threads() {
    let run = Simulated.run(queues: [.concurrent("net", width: 2)]) {
      let net = DispatchQueue(label: "net")
      enqueue("a", "b", "c", on: net)
      _ = Promise.value.done { note("main") }
      _ = after(.milliseconds(1)).done(on: nil) { note("timer") }
    }
    let threads = run.recorder.events.compactMap { event -> String? in
      guard case .note(let text) = event.kind, let thread = event.thread else { return nil }
      return "\(text) \(thread)"
    }
    #expect(threads == ["main T1", "a T2", "b T3", "timer T4", "c T2"])
    let names = run.kinds.compactMap { kind -> String? in
      if case .threadNamed(let thread, let name) = kind { "\(thread) \(name)" } else { nil }
    }
    #expect(names == ["T1 main", "T4 timers"])
  }

  @Test("A dispatcher that runs inline runs inline")
  func inline() {
    struct Inline: Dispatcher {
      func dispatch(_ body: @escaping @Sendable () -> Void) { body() }
      var kind: PromiseEvent.QueueKind? { .immediate }
    }
    let run = Simulated { _ = Promise.value.done(on: Inline()) { note("at once") } }
    #expect(run.notes == ["at once 0"])
    #expect(run.simulation.isFinished)
  }

  @Test("The events of a job carry its queue; those of the main program and of timers carry none")
  func context() {
    let run = Simulated.run {
      note("program")
      _ = after(.milliseconds(1)).done(on: nil) { note("timer") }
      _ = Promise.value.done { note("job") }
    }
    let queues = run.recorder.events.compactMap { event -> String? in
      guard case .note(let text) = event.kind else { return nil }
      return "\(text) \(event.queue.map { "\($0)" } ?? "none")"
    }
    #expect(queues == ["program none", "job q1", "timer none"])
  }
}
