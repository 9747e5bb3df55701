import PromiseKitLite
import TestSupport

/// The links that attach a handler and return a promise.
enum Link: CaseIterable {
  /// It has a handler for the value and one for the error.
  case two
  case then, map, get, done, tap, ensure
  /// The second one also handles cancellations, and the third one returns a guarantee.
  case recover, recoverAll, recoverSurely

  /// Those whose handler may throw.
  static let throwing = allCases.filter { ![.ensure, .recoverSurely].contains($0) }

  /// Those without a handler for the promise of the scene.
  static func skipped(in scene: Scene) -> [Link] { allCases.filter { !$0.handles(scene.end) } }

  /// What the handlers say if one of each kind is attached to the promise of the scene.
  static func heard(in scene: Scene) -> [String] {
    allCases.filter { $0.handles(scene.end) }.map { "\($0) hears \(scene.heard)" }
  }

  /// Whether it has a handler for promises that settle this way.
  func handles(_ end: End) -> Bool {
    switch self {
    case .two, .tap, .ensure: true
    case .then, .map, .get, .done: end == .fulfilled
    case .recover, .recoverAll, .recoverSurely: end == .rejected
    }
  }

  /// Attaches it to a promise. Its handler says what it heard, or calls `body`; if it has to return
  /// a value, it returns the scene's.
  func attach(
    to promise: Promise<Thing>, in scene: Scene, _ body: (@Sendable () throws -> Void)? = nil
  ) -> Promise<Thing> {
    let queue = scene.queue
    let hear: @Sendable (Result<Thing, any Error>?) throws -> Thing = { heard in
      if let body { try body() } else { scene.say("\(self) hears \(scene.text(of: heard))") }
      return scene.thing
    }
    let value: @Sendable (Thing) throws -> Thing = { try hear(.success($0)) }
    let error: @Sendable (any Error) throws -> Thing = { try hear(.failure($0)) }
    return switch self {
    case .two: promise.then(on: queue, fulfilled: value, rejected: error)
    case .then: promise.then(on: queue) { Promise.value(try value($0)) }
    case .map: promise.map(on: queue, value)
    case .get: promise.get(on: queue) { _ = try value($0) }
    case .done: promise.done(on: queue) { _ = try value($0) }.map(on: nil) { scene.thing }
    case .tap: promise.tap(on: queue) { _ = try hear($0) }
    case .ensure: promise.ensure(on: queue) { _ = try? hear(promise.result) }
    case .recover: promise.recover(on: queue) { Promise.value(try error($0)) }
    case .recoverAll:
      promise.recover(on: queue, policy: .allErrors) { Promise.value(try error($0)) }
    case .recoverSurely:
      Promise(promise.recover(on: queue) { Guarantee.value((try? error($0)) ?? scene.thing) })
    }
  }
}
