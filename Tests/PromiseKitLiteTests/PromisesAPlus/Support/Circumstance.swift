import PromiseKitLite
import PromiseSimulation
import TestSupport

/// The circumstances of a settlement under which claims must hold: when it happens, relative to
/// the handlers that a scenario attaches; on which queue; and in which world.
struct Circumstance: Sendable, CustomStringConvertible {
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

  /// The thread that settles it may still be dispatching handlers when the first one runs.
  var isParallel: Bool { settling == .later && origin == .otherQueue && world != .simulated }

  var description: String { "\(settling.rawValue), \(origin.rawValue), \(world.rawValue)" }
}

extension [Circumstance] {
  /// All circumstances.
  static let all = Circumstance.World.allCases.flatMap { world in
    Circumstance.Origin.allCases.flatMap { origin in
      Circumstance.Settling.allCases.map {
        Circumstance(settling: $0, origin: origin, world: world)
      }
    }
  }

  /// Those in which it settles later.
  static let later = all.filter { $0.settling == .later }

  /// One for each world, for promises that never settle.
  static let worlds = all.filter { $0.settling == .already && $0.origin == .sameQueue }
}

extension Circumstance {
  /// Plays the scene of a claim for this end, as a job of the handlers' queue, until nothing more
  /// can happen. If there is an observer, the scene also says where the events contradict each other.
  func play(_ claim: Claim, _ end: End) async -> Scene {
    let recorder = RecordingObserver()
    let scene: Scene
    if world == .simulated {
      let simulation = Simulation(
        observers: [recorder], queues: [.serial("handlers"), .serial("other")])
      scene = Scene(self, end, in: simulation.environment)
      simulation.start { scene.perform(on: scene.queue) { scene.play(claim) } }
      simulation.run()
      simulation.start {}
    } else {
      let environment = PromiseEnvironment(observers: [recorder])
      scene = Scene(self, end, in: world == .observed ? environment : nil)
      await withCheckedContinuation { continuation in
        scene.perform(on: scene.queue) { scene.play(claim) }
        scene.onEnd { continuation.resume() }
      }
    }
    for violation in Consistency(recorder.events, onOneThread: world == .simulated).violations {
      // On Dispatch queues, what the last job references may not have been freed yet.
      if world == .simulated || !violation.contains("is not freed") { scene.remark(violation) }
    }
    return scene
  }
}
