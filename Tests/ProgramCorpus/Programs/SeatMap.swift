import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let drawing = DispatchQueue(label: "drawing")

extension CorpusProgram {
  /// A map of the free seats that is read again after each change.
  package static let seatMap = CorpusProgram(
    "seat-map", .olderAnswer, isLabelled: false, concurrent: ["net"]
  ) { isRepaired in
    let map = SeatMap(isRepaired: isRepaired)
    for change in 0..<8 {
      after(.milliseconds(45 * change)).done { map.changed(change) }
    }
    for tile in 0..<6 { map.drawTile(tile) }
    return map
  }
}

private final class SeatMap: Sendable {
  private let isRepaired: Bool
  private let newest = Shared(-1)
  private let seats = Shared<[Int]>([])
  private let tiles = Shared<[Int: String]>([:])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  /// Reads the seats again, and draws them when they are there.
  func changed(_ change: Int) {
    newest.value = change
    firstly { readSeats(change) }
      .map { seats -> [Int] in
        // Only the answer to the newest change counts.
        if self.isRepaired, change != self.newest.value { throw PMKError.cancelled }
        return seats
      }
      .get(on: drawing) { seats in  // culprit
        work(4)
        self.seats.value = seats
      }
      .done { seats in note("\(seats.count) seats are free") }  // culprit
      .catch { error in note("seats: \(error)") }
    countVisit(change)
  }

  func drawTile(_ tile: Int) {
    net.async(.promise) { () -> String in
      work(60 - 9 * tile)
      return "tile \(tile)"
    }
    .map(on: drawing) { $0 + " drawn" }
    .done { self.tiles.value[tile] = $0 }
    .catch { _ in note("no tile \(tile)") }
  }

  private func readSeats(_ change: Int) -> Promise<[Int]> {
    net.async(.promise) {
      work(change == 3 ? 150 : 25 + change % 3)
      return Array(change..<20)
    }
  }

  private func countVisit(_ change: Int) {
    net.async(.guarantee) { work(10 + change) }.done {}
  }
}
