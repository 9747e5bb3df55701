import Dispatch
import PromiseKitLite

// Parts that are always right, and look like a bug.

extension Part {
  /// Downloads from one line that end in any order, each with its own place.
  static let downloads = Part(nil, size: 54) { scene, _ in
    let cells = Shared<[Int: Int]>([:])
    for cell in 0..<scene.number(5...9) {
      let time = scene.number(10...90)
      scene.at(cell * 4) {
        scene.ask(3, time, cell)
          .map(label: scene(4)) { $0 * 2 }
          .done(label: scene(5)) { cells.value[cell] = $0 }
          .catch(label: scene(6)) { note("cell \(cell): \($0)") }
      }
    }
    return cells
  }

  /// Steps that report what they do, without waiting for it.
  static let statistics = Part(nil, size: 40) { scene, _ in
    let reports = Shared(0)
    let times = (0..<5).map { _ in scene.number(10...80) }
    scene.at(0) {
      times.reduce(Promise(label: scene(3))) { before, time in
        before.then(label: scene(4)) { scene.ask(5, 15, time) }.done(label: scene(6)) { time in
          scene.ask(7, time, 1)
            .done(label: scene(8)) { count in reports.update { $0 += count } }
            .catch(label: scene(9)) { _ in }
        }
      }
      .done(label: scene(10)) { note("five steps") }
      .catch(label: scene(11)) { note("\($0)") }
    }
    return reports
  }

  /// The faster of two servers; the slower request is cancelled.
  static let mirrors = Part(nil, size: 45) { scene, _ in
    for file in 0..<scene.number(3...5) {
      let (one, two) = (scene.number(20...80), scene.number(20...80))
      scene.at(file * 15) {
        let both = CancelContext()
        both.run {
          race(
            label: scene(3),
            after(label: scene(4), .milliseconds(one)).map(label: scene(5)) { one },
            after(label: scene(4), .milliseconds(two)).map(label: scene(5)) { two })
        }
        .ensure(label: scene(6)) { both.cancel() }
        .done(label: scene(7)) { note("file \(file) after \($0)") }
        .catch(label: scene(8)) { note("file \(file): \($0)") }
      }
    }
    return scene
  }

  /// Requests that are repeated when the server is unavailable, each attempt with its own promise.
  static let retries = Part(nil, size: 45) { scene, _ in
    for request in 0..<scene.number(3...5) {
      let failures = scene.number(0...2)
      scene.at(request * 12) {
        retrying(label: scene(3), times: 3, delay: .milliseconds(10), backOff: 2) { attempt in
          scene.ask(4, 14, request, fails: attempt <= failures ? PartError.unavailable : nil)
        }
        .done(label: scene(5)) { note("request \($0)") }
        .catch(label: scene(6)) { note("no answer: \($0)") }
      }
    }
    return scene
  }

  /// Steps one after another, with what is done in any case.
  static let steps = Part(nil, size: 25) { scene, _ in
    let state = Shared(0)
    let fails = scene.number(0...9)
    scene.at(0) {
      (0..<6).reduce(Promise(label: scene(3))) { before, step in
        before
          .then(label: scene(4), on: scene.own) {
            scene.ask(5, 12, step, fails: step == fails ? PartError.broken : nil)
          }
          .done(label: scene(6), on: scene.own) { step in state.value = step }
      }
      .ensure(label: scene(7)) { note("stopped at \(state.value)") }
      .catch(label: scene(8)) { note("\($0)") }
    }
    return state
  }

  /// Something that is asked again and again.
  static let polling = Part(nil, size: 32) { scene, _ in
    let poller = Poller(scene, rounds: scene.number(3...6))
    scene.at(0) { poller.ask(0) }
    return poller
  }

  /// Fields that are checked together, and sent if all are right; some errors have a stand-in.
  static let form = Part(nil, size: 18) { scene, _ in
    let wrong = scene.number(0...9)
    scene.at(0) {
      let checks = (0..<6).map { field in
        scene.ask(3, 10 + field * 7, field, fails: field == wrong ? PartError.wrong : nil)
          .recover(label: scene(4), only: PartError.self) { error -> Promise<Int> in
            guard case .unavailable = error else { throw error }
            return .value(-1)
          }
      }
      when(label: scene(5), resolved: checks)
        .then(label: scene(6)) { results in
          scene.ask(7, 20, results.filter { (try? $0.get()) != nil }.count)
        }
        .done(label: scene(8)) { note("\($0) fields are right") }
        .catch(label: scene(9)) { note("not sent: \($0)") }
    }
    return scene
  }
}

private final class Poller: Sendable {
  private let scene: Scene
  private let rounds: Int

  init(_ scene: Scene, rounds: Int) { (self.scene, self.rounds) = (scene, rounds) }

  func ask(_ round: Int) {
    scene.ask(3, 15, round)
      .done(label: scene(4)) { round in
        guard round + 1 < self.rounds else { return note("polled \(self.rounds) times") }
        after(label: self.scene(5), .milliseconds(30)).done(label: self.scene(6)) {
          self.ask(round + 1)
        }
      }
      .catch(label: scene(7)) { note("polling stops: \($0)") }
  }
}
