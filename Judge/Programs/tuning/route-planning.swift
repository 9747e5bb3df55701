// Plans a route over several legs with live traffic, map tiles and rerouting on the way.
import Foundation
import PromiseKitLite

struct Place: Sendable, Equatable {
  let name: String
  let km: Int
}

struct Leg: Sendable {
  let from: Place
  let to: Place
  var isTunnel: Bool { to.name == "Tunnel" }
  var name: String { "\(from.name)-\(to.name)" }
}

enum RouteError: Error, Equatable {
  case unknownPlace(String)
  case lookupOffline
}

final class Journal: @unchecked Sendable {
  private let lock = NSLock()
  private var entries: [String: [String]] = [:]
  private var tilesInFlight = 0
  private var mostTiles = 0

  func note(_ entry: String, in topic: String) {
    lock.withLock { entries[topic, default: []].append(entry) }
  }

  func tile(_ change: Int) {
    lock.withLock {
      tilesInFlight += change
      mostTiles = max(mostTiles, tilesInFlight)
    }
  }

  func entries(in topic: String) -> [String] { lock.withLock { entries[topic] ?? [] } }
  func peak() -> Int { lock.withLock { mostTiles } }
}

actor Guidance {
  private var newest = 0
  private(set) var text = ""

  func show(_ instruction: String, of request: Int) {
    guard request > newest else { return }
    newest = request
    text = instruction
  }
}

let journal = Journal()
let guidance = Guidance()

enum Geocoder {
  static let queue = DispatchQueue(label: "geocoder")
  static let known = ["Home": 0, "Bridge": 4, "Tunnel": 9, "Harbour": 15, "Airport": 22]
  nonisolated(unsafe) static var cache: [String: Promise<Place>] = [:]
  nonisolated(unsafe) static var lookups: [String: Int] = [:]

  static func place(_ name: String) -> Promise<Place> {
    queue.async(.promise, label: "look into cache") { cache[name] }
      .then(label: "place", on: queue) { (found: Promise<Place>?) -> Promise<Place> in
        if let place = found ?? cache[name] { return place }
        let search = lookUp(name)
          .recover(label: "forget failure", on: queue) { error -> Promise<Place> in
            cache[name] = nil
            throw error
          }
        cache[name] = search
        return search
      }
  }

  private static func lookUp(_ name: String) -> Promise<Place> {
    lookups[name, default: 0] += 1
    let attempt = lookups[name, default: 0]
    return after(label: "lookup travels", .milliseconds(7))
      .map(label: "lookup", on: queue) {
        if name == "Harbour", attempt == 1 { throw RouteError.lookupOffline }
        guard let km = known[name] else { throw RouteError.unknownPlace(name) }
        return Place(name: name, km: km)
      }
  }
}

func places(_ names: [String]) -> Promise<[Place]> {
  when(
    label: "all places",
    fulfilled: names.map { name in
      retrying(label: "place or retry", times: 3, delay: .milliseconds(4)) { _ in
        Geocoder.place(name)
      }
    })
}

enum Traffic {
  static let queue = DispatchQueue(label: "traffic")
  nonisolated(unsafe) static var feeds: [String: Resolver<Int>] = [:]

  static func feed(_ leg: Leg) -> Promise<Int> {
    Promise(label: "traffic of \(leg.name)", on: queue) { seal in
      feeds[leg.name] = seal
      seal.onCancel { queue.async { feeds[leg.name] = nil } }
      guard !leg.isTunnel else { return }
      queue.asyncAfter(deadline: .now() + .milliseconds(9)) {
        feeds.removeValue(forKey: leg.name)?.fulfill((leg.to.km - leg.from.km) * 2)
      }
    }
  }
}

func minutes(_ leg: Leg) -> Promise<Int> {
  let context = CancelContext()
  return context.run { Traffic.feed(leg) }
    .timeout(label: "traffic limit", leg.isTunnel ? .milliseconds(25) : .seconds(2))
    .detached(label: "answer or limit")
    .ensure(label: "stop feed") { context.cancel() }
    .recover(label: "usual time") { _ -> Promise<Int> in
      .value((leg.to.km - leg.from.km) * 3)
    }
}

func tile(_ number: Int) -> Promise<String> {
  journal.tile(1)
  return after(label: "tile travels", .milliseconds(12 - number))
    .map(label: "tile \(number)") { "tile \(number)" }
    .get(label: "tile is here") { _ in journal.tile(-1) }
}

func drawMap(_ legs: [Leg]) -> Promise<Void> {
  let numbers = (0..<legs.count * 2).map { $0 }
  return when(
    label: "tiles", fulfilled: numbers.lazy.map { tile($0) }.makeIterator(), concurrently: 3
  )
  .done(label: "draw") { tiles in
    for tile in tiles { journal.note(tile, in: "map") }
  }
}

func reroute(to exit: String, request: Int, delay: Int) -> Promise<Void> {
  after(label: "compute", .milliseconds(delay))
    .then(label: "tell driver") {
      Promise(label: "show", async: { await guidance.show("take \(exit)", of: request) })
    }
}

func drive() -> Promise<Void> {
  let exits = [("exit 1", 30), ("exit 2", 16), ("exit 3", 3)]
  return when(
    label: "reroutes",
    fulfilled: exits.enumerated().map { number, exit in
      reroute(to: exit.0, request: number + 1, delay: exit.1)
    })
}

func plan(_ names: [String]) -> Promise<Int> {
  places(names)
    .map(label: "legs") { (places: [Place]) -> [Leg] in
      zip(places, places.dropFirst()).map { Leg(from: $0, to: $1) }
    }
    .then(label: "times and map") { (legs: [Leg]) -> Promise<([Int], Void)> in
      let times = when(label: "all times", fulfilled: legs.map { leg in minutes(leg) })
      return when(label: "both", fulfilled: times, drawMap(legs))
    }
    .map(label: "sum") { times, _ in times.reduce(0, +) }
}

func problem(total: Int, alternative: Int, instruction: String, error: (any Error)?) -> String? {
  if total != 4 * 2 + 5 * 3 + 6 * 2 + 7 * 2 { return "the trip takes \(total) minutes" }
  if alternative != 15 * 2 + 7 * 2 { return "the other trip takes \(alternative) minutes" }
  if instruction != "take exit 3" { return "the driver sees '\(instruction)'" }
  if Traffic.queue.sync(execute: { !Traffic.feeds.isEmpty }) { return "a feed is still open" }
  if journal.entries(in: "map") != (0..<8).map({ "tile \($0)" }) + (0..<4).map({ "tile \($0)" }) {
    return "the map is drawn \(journal.entries(in: "map"))"
  }
  if journal.peak() > 3 { return "\(journal.peak()) tiles at once" }
  if Geocoder.lookups["Home"] != 1 { return "Home was looked up again" }
  if Geocoder.lookups["Harbour"] != 2 { return "Harbour was not looked up again" }
  if error as? RouteError != .unknownPlace("Atlantis") { return "Atlantis was found" }
  return nil
}

func finish(_ problem: String?) -> Never {
  if let problem { print("check: failed:", problem) } else { print("check: ok") }
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

plan(["Home", "Bridge", "Tunnel", "Harbour", "Airport"])
  .then(label: "alternative") { total in
    plan(["Home", "Harbour", "Airport"]).map(label: "two totals") { (total, $0) }
  }
  .then(label: "on the way") { totals in
    drive().map(label: "driven") { totals }
  }
  .then(label: "lost city") { totals in
    when(label: "lookup of Atlantis", resolved: places(["Home", "Atlantis"]))
      .map(label: "its error") { results -> (any Error)? in
        guard case .failure(let error)? = results.first else { return nil }
        return error
      }
      .then(label: "read instruction") { error in
        Promise(label: "instruction", async: { await guidance.text }).map(label: "all") {
          ($0, error, totals)
        }
      }
  }
  .done(label: "check") { text, error, totals in
    finish(problem(total: totals.0, alternative: totals.1, instruction: text, error: error))
  }
  .catch(label: "no trip") { error in finish("\(error)") }

dispatchMain()
