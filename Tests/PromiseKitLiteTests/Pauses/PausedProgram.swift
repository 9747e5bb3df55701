#if DEBUG
  import Dispatch
  import Foundation
  import PromiseKitLite
  import PromiseSimulation
  import Synchronization

  /// Where the handlers of a program run.
  enum Place: String, CaseIterable, Sendable {
    case main, serial, concurrent, inline, actor
    /// A dispatcher of the program's own.
    case own
  }

  /// A small program about one rule, which runs on real queues and in a simulation.
  struct PausedProgram: Sendable, CustomStringConvertible {
    let rule: Int
    let title: String
    /// How often it calls ``Stage/end()``.
    var ends = 1
    /// Whether the order of its notes is part of the outcome.
    var isOrdered = true
    /// Whether the simulation has every outcome that real queues have. It has not if several threads do something
    /// that no rule orders, because a simulated job runs as a whole.
    var isExact = true
    /// Whether some of its handlers run on another queue than those at the place.
    var mixesQueues = false
    /// Creates the promises, and says what the threads do.
    let body: @Sendable (Stage) -> Void
    /// Returns what is wrong with an outcome; `nil` if nothing is.
    var fault: @Sendable (PausedOutcome, Place) -> String? = { _, _ in nil }

    var description: String { "rule \(rule): \(title)" }
  }

  /// What a run of a program did.
  struct PausedOutcome: Hashable, Sendable, CustomStringConvertible {
    var notes: [String] = []
    var counts: [String: Int] = [:]

    var description: String { notes.joined(separator: " ") }

    func index(_ note: String) -> Int { notes.firstIndex(of: note) ?? .max }

    /// Whether the notes are there, in this order, perhaps with others between them.
    func has(_ wanted: String...) -> Bool {
      let places = wanted.map(index)
      return places.last != .max && zip(places, places.dropFirst()).allSatisfy(<)
    }
  }

  /// What a program uses: the place of its handlers, its threads, and its log.
  final class Stage: Sendable {
    let place: (any Dispatcher)?
    /// Another serial queue.
    let other = DispatchQueue(label: "other")
    private let threads: [DispatchQueue]
    private let outcome = Mutex(PausedOutcome())
    private let endings: Atomic<Int>
    private let finished = DispatchSemaphore(value: 0)
    private let callers = Mutex<[UInt: Int]>([:])

    init(_ place: (any Dispatcher)?, threads: Int, ends: Int) {
      self.place = place
      self.threads = (0..<threads).map { DispatchQueue(label: "t\($0)") }
      endings = Atomic(ends)
    }

    /// Runs `body` on a thread; each thread runs what it is given in order.
    func on(_ thread: Int, _ body: @escaping @Sendable () -> Void) {
      threads[thread % threads.count].async(.promise) { body() }.cauterize()
    }

    /// Runs `body` on every thread.
    func onEach(_ body: @escaping @Sendable (Int) -> Void) {
      for thread in threads.indices { on(thread) { body(thread) } }
    }

    func note(_ text: String) { outcome.withLock { $0.notes.append(text) } }
    func count(_ name: String) { outcome.withLock { $0.counts[name, default: 0] += 1 } }

    /// Says that a chain has ended.
    func end() {
      if endings.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { finished.signal() }
    }

    /// Runs `body`, in which ``isInside`` is `true` on this thread.
    func inside(_ body: () -> Void) {
      let thread = UInt(bitPattern: Thread.current.hash)
      callers.withLock { $0[thread, default: 0] += 1 }
      body()
      callers.withLock { $0[thread, default: 0] -= 1 }
    }

    var isInside: Bool {
      callers.withLock { $0[UInt(bitPattern: Thread.current.hash)] ?? 0 > 0 }
    }

    /// Runs the program on real queues, whose threads start in the order that `number` determines.
    func run(_ program: PausedProgram, number: Int) -> PausedOutcome? {
      for thread in threads { thread.suspend() }
      program.body(self)
      let first = number % threads.count
      for index in threads.indices { threads[(first + index) % threads.count].resume() }
      guard finished.wait(timeout: .now() + .seconds(600)) == .success else { return nil }
      // Nothing may follow the end.
      for thread in threads { thread.sync {} }
      other.sync {}
      return result(program)
    }

    func result(_ program: PausedProgram) -> PausedOutcome {
      var result = outcome.withLock { $0 }
      if !program.isOrdered { result.notes.sort() }
      return result
    }
  }

  extension PausedProgram {
    private static let serial = DispatchQueue(label: "place")
    private static let wide = DispatchQueue(label: "place", attributes: .concurrent)
    private actor Desk {}
    private struct OwnQueue: Dispatcher {
      let queue: DispatchQueue
      func dispatch(_ body: @escaping @Sendable () -> Void) { queue.async(execute: body) }
    }
    private static let desk = Desk()

    /// Runs the program on real queues; `nil` if it does not end.
    func run(at place: Place, threads: Int, number: Int) -> PausedOutcome? {
      let dispatcher: (any Dispatcher)? =
        switch place {
        case .main: DispatchQueue.main
        case .serial: Self.serial
        case .concurrent: Self.wide
        case .inline: nil
        case .actor: ActorDispatcher(Self.desk, label: "place")
        case .own: OwnQueue(queue: Self.serial)
        }
      let stage = Stage(dispatcher, threads: threads, ends: ends)
      // Promises with and without an observer take different ways through the library.
      let environment =
        number % 2 == 0
        ? PromiseEnvironment.shared : PromiseEnvironment(observers: [RecordingObserver()])
      return environment.run { stage.run(self, number: number / 2) }
    }

    /// Returns the outcomes of every simulated schedule.
    func simulatedOutcomes(at place: Place, threads: Int) -> Set<PausedOutcome> {
      var outcomes: Set<PausedOutcome> = []
      var open: [[Int]] = [[]]
      while let path = open.popLast() {
        let choices = Mutex<(taken: [Int], widths: [Int])>(([], []))
        let simulation = Simulation(
          queues: [.serial("place"), .serial("other")]
            + (0..<threads).map { .serial("t\($0)") },
          chooser: { options in
            choices.withLock { choices in
              let index = choices.taken.count < path.count ? path[choices.taken.count] : 0
              choices.taken.append(index)
              choices.widths.append(options.count)
              return index
            }
          })
        let dispatcher: (any Dispatcher)? =
          place == .inline ? nil : DispatchQueue(label: "place")
        let stage = Stage(dispatcher, threads: threads, ends: ends)
        simulation.start { body(stage) }
        simulation.run()
        outcomes.insert(stage.result(self))
        let (taken, widths) = choices.withLock { $0 }
        for position in path.count..<max(path.count, taken.count) {
          for other in 1..<max(1, widths[position]) {
            open.append(Array(taken[..<position]) + [other])
          }
        }
      }
      return outcomes
    }
  }
#endif
