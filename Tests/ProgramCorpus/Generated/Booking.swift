import Dispatch
import PromiseKitLite

extension Part {
  /// Bookings with a time limit; right if the limit stops the work, or if nothing is late.
  static let booking = Part(.workAfterTimeout, size: 66) { scene, isWrong in
    let desk = Desk(scene, isWrong)
    for guest in 0..<desk.guests { scene.at(guest * 17) { desk.serve(guest) } }
    return desk
  }
}

private final class Desk: Sendable {
  let guests: Int
  private let scene: Scene
  private let isWrong, usesRace, isTight: Bool
  private let late, limit: Int
  private let booked = Shared<[Int]>([])

  init(_ scene: Scene, _ isWrong: Bool) {
    (self.scene, self.isWrong) = (scene, isWrong)
    guests = scene.number(3...5)
    late = scene.number(0...guests - 1)
    limit = scene.number(70...120)
    usesRace = scene.chance(40)
    isTight = isWrong || scene.chance(70)
  }

  func serve(_ guest: Int) {
    let context = CancelContext()
    let work = isWrong ? book(guest) : context.run { book(guest) }.detached(label: scene(3))
    limited(work)
      .tap(label: scene(4)) { _ in if !self.isWrong { context.cancel() } }
      .done(label: scene(5)) { note("guest \($0) has a place") }
      .catch(label: scene(6)) { note("guest \(guest) has none: \($0)") }
  }

  private func limited(_ work: Promise<Int>) -> Promise<Int> {
    guard usesRace else {
      return work.timeout(label: scene(7), .milliseconds(limit))  // culprit
    }
    let limit = after(label: scene(8), .milliseconds(limit)).map(label: scene(9)) { () -> Int in
      throw PartError.late
    }
    return race(label: scene(10), work, limit)  // culprit
  }

  private func book(_ guest: Int) -> Promise<Int> {
    scene.ask(11, isTight && guest == late ? limit - 10 : 15, guest)
      .then(label: scene(12)) { guest in self.scene.ask(13, 35, guest) }
      .get(label: scene(14), on: scene.own) { guest in  // culprit
        self.booked.update { $0.append(guest) }
        note("guest \(guest) is in the book")
      }
  }
}
