// Preferences of an app: loaded once, shown at once, saved after a pause, and merged with the cloud.
import Foundation
import PromiseKitLite

enum PreferenceError: Error, Equatable {
  case diskRefuses(String)
  case cloudOffline
}

struct CloudCopy: Sendable {
  let version: Int
  let language: String
}

protocol PreferenceObserver: AnyObject, Sendable {
  func preferences(changed key: String, to value: String)
}

final class PreferenceDisk: @unchecked Sendable {
  private let queue = DispatchQueue(label: "prefs.disk")
  private(set) var contents = ["theme": "light", "launches": "7"]
  private(set) var reads = 0
  private(set) var writes = 0

  func read() -> Promise<[String: String]> {
    Promise(after(.milliseconds(6))).map(on: queue) { [self] in
      reads += 1
      return contents
    }
  }

  func write(_ values: [String: String]) -> Promise<Void> {
    after(.milliseconds(4)).map(on: queue) { [self] in
      if values["theme"] == "neon" { throw PreferenceError.diskRefuses("neon") }
      writes += 1
      contents = values
    }
  }
}

final class PreferenceCloud: @unchecked Sendable {
  private let queue = DispatchQueue(label: "prefs.cloud")
  private var attempts = 0

  func fetch(_ version: Int) -> Promise<CloudCopy> {
    after(.milliseconds(30 / version)).map(on: queue) { [self] in
      attempts += 1
      if attempts == 1 { throw PreferenceError.cloudOffline }
      return CloudCopy(version: version, language: ["en", "de", "fr"][version - 1])
    }
  }
}

final class Preferences: @unchecked Sendable {
  weak var observer: (any PreferenceObserver)?
  private let disk: PreferenceDisk
  private let cloud: PreferenceCloud
  private let queue = DispatchQueue(label: "prefs")
  private var loading: Promise<Void>?
  private var values: [String: String] = [:]
  private var saved: [String: String] = [:]
  private var cloudVersion = 0
  private var pause = CancelContext()
  private var saving = Promise<Void>()

  init(disk: PreferenceDisk, cloud: PreferenceCloud) {
    self.disk = disk
    self.cloud = cloud
  }

  private func load() -> Promise<Void> {
    queue.async(.promise) {}
      .then(on: queue) { [self] in
        if let loading { return loading }
        let first = disk.read()
          .done(on: queue) { [self] contents in
            values = contents
            saved = contents
          }
        loading = first
        return first
      }
  }

  func value(of key: String) -> Promise<String?> {
    load()
      .map(on: queue) { [self] in values[key] }
  }

  func set(_ pairs: [(String, String)]) -> Promise<Void> {
    load()
      .then(on: queue) { [self] () -> Promise<Void> in
        var last = Promise<Void>()
        for (key, value) in pairs {
          values[key] = value
          observer?.preferences(changed: key, to: value)
          last = saveSoon()
        }
        return last
      }
  }

  func countLaunch() -> Promise<Void> {
    load()
      .then(on: queue) { [self] in
        inTurn { [self] in
          disk.read()
            .then(on: queue) { [self] contents -> Promise<Void> in
              let count = (Int(contents["launches"] ?? "") ?? 0) + 1
              values["launches"] = "\(count)"
              return disk.write(contents.merging(["launches": "\(count)"]) { $1 })
            }
        }
      }
  }

  private func saveSoon() -> Promise<Void> {
    pause.cancel()
    let latest = CancelContext()
    pause = latest
    return latest.run { after(.milliseconds(8)) }
      .detached()
      .then(on: queue) { [self] in
        inTurn { [self] in save() }
      }
  }

  private func save() -> Promise<Void> {
    let snapshot = values
    return disk.write(snapshot)
      .done(on: queue) { [self] in saved = snapshot }
      .recover(on: queue) { [self] error -> Promise<Void> in
        for (key, value) in values where saved[key] != value {
          values[key] = saved[key]
          observer?.preferences(changed: key, to: saved[key] ?? "")
        }
        throw error
      }
  }

  private func inTurn(_ work: @escaping @Sendable () -> Promise<Void>) -> Promise<Void> {
    let turn = saving.then(on: queue) { work() }
    saving = turn.recover(on: queue) { _ in }
    return turn
  }

  func refresh(_ version: Int) -> Promise<Void> {
    retrying(times: 2, delay: .milliseconds(2), on: queue) { [cloud] _ in
      cloud.fetch(version)
    }
    .done(on: queue) { [self] copy in
      guard copy.version > cloudVersion else { return }
      cloudVersion = copy.version
      values["language"] = copy.language
      observer?.preferences(changed: "language", to: copy.language)
    }
  }

  func flush() -> Promise<Void> {
    queue.async(.promise) { [self] in inTurn { [self] in save() } }
      .then { $0 }
  }
}

final class SettingsScreen: PreferenceObserver, @unchecked Sendable {
  private let lock = NSLock()
  private var rows: [String: [String]] = [:]

  func preferences(changed key: String, to value: String) {
    lock.withLock { rows[key, default: []].append(value) }
  }

  func shown(_ key: String) -> [String] { lock.withLock { rows[key] ?? [] } }
}

func problem(_ disk: PreferenceDisk, _ screen: SettingsScreen, _ told: String) -> String? {
  let wanted = ["theme": "dark", "launches": "10", "size": "14", "language": "fr"]
  if disk.contents != wanted { return "the file has \(disk.contents)" }
  if disk.reads != 4 { return "the file was read \(disk.reads) times" }
  if disk.writes > 8 { return "the file was written \(disk.writes) times" }
  if screen.shown("size") != ["11", "12", "13", "14"] { return "sizes \(screen.shown("size"))" }
  if screen.shown("theme") != ["dark", "neon", "dark"] { return "themes \(screen.shown("theme"))" }
  if screen.shown("language").last != "fr" { return "the language is old" }
  if told != "diskRefuses(\"neon\")" { return "the user was told \(told)" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let disk = PreferenceDisk()
let preferences = Preferences(disk: disk, cloud: PreferenceCloud())
let screen = SettingsScreen()
preferences.observer = screen

when(fulfilled: ["theme", "launches", "size"].map { preferences.value(of: $0) })
  .then { _ in when(fulfilled: (1...3).map { _ in preferences.countLaunch() }) }
  .then { preferences.set([("size", "11"), ("size", "12"), ("size", "13"), ("theme", "dark")]) }
  .then { preferences.set([("theme", "neon")]) }
  .map { "nothing" }
  .recover { error in Guarantee.value("\(error)") }
  .then { told in
    when(
      fulfilled: preferences.set([("size", "14")]),
      when(fulfilled: (1...3).map { preferences.refresh($0) })
    )
    .then { _ in preferences.flush() }
    .map { told }
  }
  .done { told in finish(problem(disk, screen, told)) }
  .catch { error in finish("\(error)") }

RunLoop.main.run()
