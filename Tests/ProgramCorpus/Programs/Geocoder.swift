import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Addresses become places on a map; one service stands in for the other.
  package static let geocoder = CorpusProgram(
    "geocoder", .recoverTakesAll, isLabelled: false, concurrent: ["net"]
  ) { isRepaired in
    let map = DeliveryMap(isRepaired: isRepaired)
    for stop in 0..<10 {
      after(.milliseconds(12 * stop)).done { map.add(stop) }
    }
    return map
  }
}

private enum GeocodingError: Error {
  case busy
  case noSuchAddress(Int)
}

private struct Place: Sendable { var x: Int, y: Int }

private final class DeliveryMap: Sendable {
  private let isRepaired: Bool
  private let places = Shared<[Int: Place]>([:])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func add(_ stop: Int) {
    place(of: stop)
      .get { self.places.value[stop] = $0 }
      .then { place in self.routeFromDepot(to: place) }
      .done { minutes in note("stop \(stop) is \(minutes) minutes away") }
      .catch { error in note("stop \(stop) is left out: \(error)") }
  }

  private func place(of stop: Int) -> Promise<Place> {
    let exact = checked(stop).then { address in self.ask(address) }
    if isRepaired {
      return exact.recover { error -> Promise<Place> in
        guard case GeocodingError.busy = error else { throw error }
        return self.estimate(stop)
      }
    }
    return exact.recover { _ in self.estimate(stop) }  // culprit
  }

  private func checked(_ stop: Int) -> Promise<Int> {
    net.async(.promise) {
      work(6)
      if stop == 7 { throw GeocodingError.noSuchAddress(stop) }
      return stop
    }
  }

  private func ask(_ address: Int) -> Promise<Place> {
    net.async(.promise) {
      work(20 + address)
      if address % 4 == 1 { throw GeocodingError.busy }
      return Place(x: address, y: 10 - address)
    }
  }

  /// The middle of the town.
  private func estimate(_ stop: Int) -> Promise<Place> {
    net.async(.promise) {
      work(9)
      return Place(x: 5, y: 5)
    }
  }

  private func routeFromDepot(to place: Place) -> Promise<Int> {
    net.async(.promise) { () -> Int in
      work(15)
      return place.x + place.y
    }
    .map { $0 * 2 }
  }
}
