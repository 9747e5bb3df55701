import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import TestSupport
import Testing

/// The circumstances of a settlement in which every clause must hold: when it happens, relative to
/// the handlers that a test attaches; on which queue; and in which world.
struct Circumstance: Sendable, CustomTestStringConvertible {
  /// When it settles.
  enum Settling: String, CaseIterable {
    /// Before the handlers are attached.
    case already
    /// Right after, in the same job or beside it.
    case now
    /// Long after the job that attached them has ended.
    case later
  }

  /// Where it settles.
  enum Origin: String, CaseIterable {
    /// On the queue on which the handlers are attached and run.
    case sameQueue = "same queue"
    case otherQueue = "another queue"
  }

  /// The kind of the queues.
  enum World: String, CaseIterable {
    /// Simulated queues in virtual time, with an observer.
    case simulated
    /// Dispatch queues, with an observer.
    case observed
    /// Dispatch queues, without observers.
    case real
    /// Custom dispatchers of the program, without observers.
    case own = "own dispatchers"
  }

  var settling: Settling
  var origin: Origin
  var world: World

  /// All of them.
  static let all = World.allCases.flatMap { world in
    Origin.allCases.flatMap { origin in
      Settling.allCases.map { Circumstance(settling: $0, origin: origin, world: world) }
    }
  }

  /// Those in which it settles later.
  static let later = all.filter { $0.settling == .later }

  /// One for each world, for tests that start without promises.
  static let worlds = all.filter { $0.settling == .already && $0.origin == .sameQueue }

  /// The thread that settles it may still be dispatching handlers when the first one runs.
  var isParallel: Bool { settling == .later && origin == .otherQueue && world != .simulated }

  var testDescription: String { "\(settling.rawValue), \(origin.rawValue), \(world.rawValue)" }
}

extension Circumstance {
  /// Runs a scenario as a job of the handlers' queue until nothing more can happen, and returns the
  /// notes. If there is an observer, the events must be consistent too.
  func run(_ scenario: @escaping @Sendable (Scene) -> Void) async -> [String] {
    switch world {
    case .simulated: simulate(scenario)
    case .observed: await runOnDispatch(observed: true, scenario)
    case .real, .own: await runOnDispatch(observed: false, scenario)
    }
  }

  private func simulate(_ scenario: @escaping @Sendable (Scene) -> Void) -> [String] {
    let recorder = RecordingObserver()
    let simulation = Simulation(
      observers: [recorder], queues: [.serial("handlers"), .serial("other")])
    let scene = Scene(self, in: simulation.environment)
    simulation.start { scene.perform(on: scene.queue) { scenario(scene) } }
    simulation.run()
    simulation.start {}
    let violations = Consistency(recorder.events, onOneThread: true).violations
    #expect(violations.isEmpty)
    return scene.lines
  }

  private func runOnDispatch(
    observed: Bool, _ scenario: @escaping @Sendable (Scene) -> Void
  ) async -> [String] {
    let recorder = observed ? RecordingObserver() : nil
    let scene = Scene(self, in: recorder.map { PromiseEnvironment(observers: [$0]) })
    await withCheckedContinuation { continuation in
      scene.perform(on: scene.queue) { scenario(scene) }
      scene.onEnd { continuation.resume() }
    }
    if let recorder {
      // What the last job references may not have been freed yet.
      let violations = Consistency(recorder.events, onOneThread: false).violations
        .filter { !$0.contains("is not freed") }
      #expect(violations.isEmpty)
    }
    return scene.lines
  }
}
