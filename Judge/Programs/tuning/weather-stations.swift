// Weather stations polled by radio: calibrated readings, running sums, a live board and storm alerts.
import Foundation
import PromiseKitLite

struct Reading: Sendable {
  let station: String
  let tick: Int
  let value: Int
}

enum StationError: Error, Equatable {
  case silent(String)
  case implausible(String)
  case mastDown
}

let radio = DispatchQueue(label: "weather.radio", attributes: .concurrent)
let archive = DispatchQueue(label: "weather.archive")
let display = DispatchQueue(label: "weather.display")

enum Mast {
  static let lock = NSLock()
  nonisolated(unsafe) static var listeners: [String: Resolver<Int>] = [:]
  nonisolated(unsafe) static var calibrations = 0
  nonisolated(unsafe) static var channels = 0
  nonisolated(unsafe) static var mostChannels = 0

  static let offsets = loadOffsets()

  private static func loadOffsets() -> Promise<[String: Int]> {
    retrying(label: "offsets", times: 3, delay: .milliseconds(3), on: archive) { attempt in
      after(label: "offsets travel", .milliseconds(6))
        .map(label: "read offsets", on: archive) {
          calibrations += 1
          if attempt == 1 { throw StationError.mastDown }
          return ["hill": 2, "town": 0, "cave": -1]
        }
    }
  }

  static func tune(_ change: Int) {
    lock.withLock {
      channels += change
      mostChannels = max(mostChannels, channels)
    }
  }

  static func listen(to station: String, tick: Int) -> Promise<Int> {
    let raw = ["hill": 100, "town": 300][station, default: 0] + tick
    let delay = station == "hill" ? 34 - tick * 9 : 5
    return Promise(label: "listen to \(station)") { seal in
      lock.withLock { listeners["\(station) \(tick)"] = seal }
      seal.onCancel { stop("\(station) \(tick)") }
      guard station != "cave" else { return }
      radio.asyncAfter(deadline: .now() + .milliseconds(delay)) {
        let value = station == "town" && tick == 2 ? 9_999 : raw
        stop("\(station) \(tick)")?.fulfill(value)
      }
    }
  }

  @discardableResult
  static func stop(_ key: String) -> Resolver<Int>? {
    lock.withLock { listeners.removeValue(forKey: key) }
  }
}

enum Archive {
  nonisolated(unsafe) static var sums: [String: Int] = [:]
  nonisolated(unsafe) static var last = Promise<Void>()

  static func sum(of station: String) -> Promise<Int> {
    after(label: "archive reads", .milliseconds(1))
      .map(label: "sum of \(station)", on: archive) { sums[station] ?? 0 }
  }

  static func store(_ sum: Int, of station: String) -> Promise<Void> {
    after(label: "archive writes", .milliseconds(2))
      .done(label: "store \(station)", on: archive) { sums[station] = sum }
  }

  static func add(_ reading: Reading) -> Promise<Void> {
    archive.async(.promise, label: "line up") { () -> Promise<Void> in
      let stored =
        last
        .then(label: "add \(reading.station)", on: archive) { sum(of: reading.station) }
        .then(label: "new sum", on: archive) { store($0 + reading.value, of: reading.station) }
      last = stored
      return stored
    }
    .then(label: "added", on: archive) { $0 }
  }
}

enum Board {
  nonisolated(unsafe) static var newest: [String: Reading] = [:]
  nonisolated(unsafe) static var alerts: [String] = []
  nonisolated(unsafe) static var alerted: Set<String> = []

  static func show(_ reading: Reading) -> Promise<Void> {
    display.async(.promise, label: "show \(reading.station)") {
      guard newest[reading.station].map({ $0.tick < reading.tick }) ?? true else { return }
      newest[reading.station] = reading
    }
  }

  static func alertIfNeeded(_ reading: Reading) -> Promise<Void> {
    display.async(.promise, label: "first alert?") {
      reading.value > 290 && alerted.insert(reading.station).inserted
    }
    .then(label: "send alert", on: display) { isFirst -> Promise<Void> in
      guard isFirst else { return Promise() }
      return after(label: "siren", .milliseconds(4))
        .done(label: "sounded", on: display) { alerts.append(reading.station) }
    }
  }
}

func read(_ station: String, tick: Int) -> Promise<Reading> {
  let listening = CancelContext()
  let limit = station == "cave" ? DispatchTimeInterval.milliseconds(15) : .seconds(2)
  return Mast.offsets
    .then(label: "read \(station)", on: radio) { offsets in
      Mast.tune(1)
      return listening.run { Mast.listen(to: station, tick: tick) }
        .timeout(label: "limit of \(station)", limit)
        .detached(label: "heard or not")
        .ensure(label: "channel is free", on: radio) {
          listening.cancel()
          Mast.tune(-1)
        }
        .map(label: "calibrate", on: radio) { raw in raw + (offsets[station] ?? 0) }
    }
    .recover(label: "silence", on: radio) { _ -> Promise<Int> in
      throw StationError.silent(station)
    }
    .map(label: "plausible", on: radio) { value in
      guard value < 1_000 else { throw StationError.implausible(station) }
      return Reading(station: station, tick: tick, value: value)
    }
}

func process(_ station: String, tick: Int) -> Promise<Void> {
  read(station, tick: tick)
    .then(label: "use reading", on: display) { reading in
      when(
        label: "used", fulfilled: Archive.add(reading), Board.show(reading),
        Board.alertIfNeeded(reading))
    }
}

func poll(tick: Int) -> Promise<[String]> {
  let stations = ["hill", "cave", "town"]
  return after(label: "tick \(tick)", .milliseconds(tick * 4))
    .then(label: "poll \(tick)", on: radio) {
      when(
        label: "stations", resolved: stations.lazy.map { process($0, tick: tick) }.makeIterator(),
        concurrently: 2)
    }
    .map(label: "errors of \(tick)", on: radio) { results in
      results.compactMap { result in
        guard case .failure(let error) = result else { return nil }
        return "\(error)"
      }
    }
}

func problem(errors: [[String]]) -> String? {
  let silent = "silent(\"cave\")"
  if errors != [[silent], [silent, "implausible(\"town\")"], [silent]] {
    return "errors \(errors)"
  }
  let sums = archive.sync { (Archive.sums, Mast.calibrations) }
  if sums.0 != ["hill": 312, "town": 604] { return "the sums are \(sums.0)" }
  if sums.1 != 2 { return "offsets were loaded \(sums.1) times" }
  let (newest, alerts) = display.sync { (Board.newest, Board.alerts) }
  for station in ["hill", "town"] where newest[station]?.tick != 3 {
    return "the board shows an old reading of \(station)"
  }
  if alerts != ["town"] { return "alerts were \(alerts)" }
  let open = Mast.lock.withLock { (Mast.listeners.keys.sorted(), Mast.channels, Mast.mostChannels) }
  if !open.0.isEmpty || open.1 != 0 { return "still listening to \(open.0)" }
  if open.2 > 6 { return "\(open.2) channels at once" }
  return nil
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let ticks = when(label: "three ticks", fulfilled: (1...3).map { poll(tick: $0) })
let found = problem(errors: (try? ticks.wait()) ?? [])
print(found.map { "check: failed: \($0)" } ?? "check: ok")
exit(found == nil ? 0 : 1)
