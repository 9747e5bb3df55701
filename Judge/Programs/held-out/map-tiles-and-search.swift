// A map screen: tiles for the visible region, a search field, and a card for the chosen place.
import Foundation
import PromiseKitLite

enum MapError: Error {
  case tileUnavailable(Int)
}

final class MapServer: @unchecked Sendable {
  var onFind: @Sendable (String) -> Void = { _ in }
  private let queue = DispatchQueue(label: "map.server")
  private var tileRequests: [Int: Int] = [:]
  private var queries: [String] = []
  private var held: [() -> Void] = []
  private var waiting: [String: Resolver<[String]>] = [:]

  var tilesAsked: [Int: Int] { queue.sync { tileRequests } }
  var queriesAsked: [String] { queue.sync { queries } }
  var openConnections: Int { queue.sync { waiting.count } }

  func tile(_ id: Int) -> Promise<String> {
    Promise { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(4 + id % 4 * 3)) { [self] in
        tileRequests[id, default: 0] += 1
        let isDown = id % 7 == 0 && tileRequests[id] == 1
        isDown ? seal.reject(MapError.tileUnavailable(id)) : seal.fulfill("picture \(id)")
      }
    }
  }

  func find(_ text: String) -> Promise<[String]> {
    Promise { seal in
      queue.async { [self] in
        queries.append(text)
        onFind(text)
        guard text != "ber" else { return held.append { seal.fulfill(["Bern", "Bergen"]) } }
        queue.asyncAfter(deadline: .now() + .milliseconds(8)) { [self] in
          seal.fulfill(["\(text)n", "\(text)n Mitte"])
          queue.asyncAfter(deadline: .now() + .milliseconds(6)) { [self] in
            held.forEach { $0() }
          }
        }
      }
    }
  }

  func address(of place: String) -> Promise<String> {
    after(.milliseconds(5)).map(on: queue) { "1 Main Street, \(place)" }
  }

  func ferries(from place: String) -> Promise<[String]> {
    Promise { seal in
      queue.sync { waiting[place] = seal }
      seal.onCancel { [self] in queue.sync { waiting[place] = nil } }
    }
  }
}

final class TileRepository: @unchecked Sendable {
  private let server: MapServer
  private let queue = DispatchQueue(label: "map.tiles")
  private let start = Guarantee()
  private var tiles: [Int: Promise<String>] = [:]

  init(server: MapServer) { self.server = server }

  func tile(_ id: Int) -> Promise<String> {
    start
      .then(on: queue) { [self] in cached(id) }
      .recover(on: queue) { [self] error -> Promise<String> in
        guard case MapError.tileUnavailable = error else { throw error }
        return cached(id)
      }
  }

  private func cached(_ id: Int) -> Promise<String> {
    if let known = tiles[id] { return known }
    let load = server.tile(id)
      .tap(on: queue) { [self] result in
        if case .failure = result { tiles[id] = nil }
      }
    tiles[id] = load
    return load
  }
}

final class MapViewModel: @unchecked Sendable {
  private(set) var visible: [Int: String] = [:]
  private let repository: TileRepository
  private var region = CancelContext()

  init(repository: TileRepository) { self.repository = repository }

  func show(_ ids: ClosedRange<Int>) -> Promise<Void> {
    region.cancel()
    let context = CancelContext()
    region = context
    visible = [:]
    var next = ids.makeIterator()
    let loads = AnyIterator { [self] in
      next.next().map { id in
        repository.tile(id)
          .until(context)
          .done { [self] picture in visible[id] = picture }
      }
    }
    return when(fulfilled: loads, concurrently: 4)
      .asVoid()
      .detached()
      .recover(policy: .allErrors) { error -> Promise<Void> in
        guard error.isCancelled else { throw error }
        return .value
      }
  }

  func prefetch(_ ids: ClosedRange<Int>) -> Promise<Void> {
    when(fulfilled: ids.map { repository.tile($0) }).asVoid()
  }
}

final class SearchViewModel: @unchecked Sendable {
  private(set) var shown: [[String]] = []
  private(set) var isSearching = false
  private let server: MapServer
  private var generation = 0

  init(server: MapServer) { self.server = server }

  func type(_ text: String) -> Promise<Void> {
    generation += 1
    let current = generation
    isSearching = true
    return after(.milliseconds(12))
      .then { [self] () -> Promise<[String]> in
        guard current == generation else { throw PMKError.cancelled }
        return server.find(text)
      }
      .done { [self] places in
        guard current == generation else { return }
        shown.append(places)
      }
      .ensure { [self] in
        guard current == generation else { return }
        isSearching = false
      }
  }

  func card(for place: String) -> Promise<String> {
    let timetable = CancelContext()
    let ferries = timetable.run { server.ferries(from: place) }
      .timeout(.milliseconds(15))
      .map { $0.joined(separator: ", ") }
      .recover { error -> Promise<String> in
        guard case PMKError.timedOut = error else { throw error }
        return .value("no timetable")
      }
      .detached()
      .ensure { timetable.cancel() }
    return when(fulfilled: server.address(of: place), ferries)
      .map { address, ferries in "\(address) (\(ferries))" }
  }
}

final class MapScreen: @unchecked Sendable {
  private let server = MapServer()
  private lazy var map = MapViewModel(repository: TileRepository(server: server))
  private lazy var search = SearchViewModel(server: server)
  private var cards: [String] = []

  func open() {
    let (typedOn, typing) = Promise<[Result<Void, any Error>]>.pending()
    server.onFind = { [self] text in
      guard text == "ber" else { return }
      typing.resolve(
        Guarantee().then { [self] in when(resolved: ["berl", "berli"].map(search.type)) })
    }
    let typed = ["b", "be", "ber"].map(search.type) + [typedOn.asVoid()]
    let panned = when(fulfilled: map.show(1...8), map.show(7...14))
      .then { [self] _ in map.prefetch(15...16) }
      .then { [self] in map.show(12...16) }
    when(resolved: typed)
      .then { [self] _ in when(fulfilled: ["Berlin", "Bergen"].map(search.card)) }
      .get { [self] in cards = $0 }
      .then { _ in panned }
      .done { [self] in compare() }
      .catch { error in
        print("check: failed: the screen gave up: \(error)")
        exit(1)
      }
  }

  private func compare() {
    let asked = server.tilesAsked
    let expected = [5: 0, 6: 0, 7: 2, 14: 2]
    let wrong = (5...16).filter { asked[$0, default: 0] != expected[$0, default: 1] }
    let problems = [
      map.visible.keys.sorted() == Array(12...16)
        ? nil : "visible tiles \(map.visible.keys.sorted())",
      wrong.isEmpty ? nil : "tiles were asked for \(asked)",
      search.shown == [["berlin", "berlin Mitte"]] ? nil : "the search showed \(search.shown)",
      server.queriesAsked == ["ber", "berli"] ? nil : "queries \(server.queriesAsked)",
      search.isSearching ? "the spinner still turns" : nil,
      cards == ["Berlin", "Bergen"].map { "1 Main Street, \($0) (no timetable)" }
        ? nil : "cards \(cards)",
      server.openConnections == 0 ? nil : "connections stay open",
    ]
    let problem = problems.compactMap { $0 }.first
    print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
    exit(problem == nil ? 0 : 1)
  }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
MapScreen().open()
RunLoop.main.run()
