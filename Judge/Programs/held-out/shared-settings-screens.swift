// Settings that several screens show and change, kept on the device and in the cloud.
import Foundation
import PromiseKitLite

enum SettingsError: Error { case unreachable, readOnly(String) }

final class CloudClient: @unchecked Sendable {
  private let queue = DispatchQueue(label: "settings.cloud")
  private var values = ["volume": 3, "theme": 1, "region": 49]
  private var (reads, writes) = (0, 0)
  private var history: [String] = []

  var stored: [String: Int] { queue.sync { values } }
  var log: [String] { queue.sync { history } }
  var readCount: Int { queue.sync { reads } }

  func read() -> Promise<[String: Int]> {
    Promise { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(8)) { [self] in
        reads += 1
        guard reads > 1 else { return seal.reject(SettingsError.unreachable) }
        seal.fulfill(values)
      }
    }
  }

  func write(_ value: Int, _ key: String) -> Promise<Void> {
    Promise { seal in
      queue.async { [self] in
        writes += 1
        let isDown = writes == 3
        queue.asyncAfter(deadline: .now() + .milliseconds(max(14 - writes * 2, 2))) { [self] in
          guard key != "region" else { return seal.reject(SettingsError.readOnly(key)) }
          guard !isDown else { return seal.reject(SettingsError.unreachable) }
          values[key] = value
          history.append("\(key) \(value)")
          seal.fulfill()
        }
      }
    }
  }

  func preview(_ theme: Int) -> Promise<String> {
    Promise { seal in
      let delay = theme == 2 ? 40 : 5
      queue.asyncAfter(deadline: .now() + .milliseconds(delay)) { seal.fulfill("picture \(theme)") }
    }
  }
}

protocol SettingsObserver: AnyObject {
  func settingsDidChange(_ key: String, to value: Int)
}

final class SettingsRepository: @unchecked Sendable {
  private let cloud: CloudClient
  private let queue = DispatchQueue(label: "settings.repository")
  private var cache: [String: Int] = [:]
  private var opening: Promise<Void>?
  private var tail: Promise<Void> = .value
  private var observers: [any SettingsObserver] = []

  init(cloud: CloudClient) { self.cloud = cloud }

  func attach(_ observer: any SettingsObserver) { observers.append(observer) }

  func value(of key: String) -> Promise<Int> {
    open().map(on: queue) { [self] in cache[key, default: 0] }
  }

  func update(_ key: String, _ change: @escaping @Sendable (Int) -> Int) -> Promise<Int> {
    open().then(on: queue) { [self] () -> Promise<Int> in
      let update = tail.then(on: queue) { [self] in write(change(cache[key, default: 0]), key) }
      tail = update.asVoid()
        .recover(on: queue) { _ in Promise<Void>.value }
      return update
    }
    .get { [self] value in observers.forEach { $0.settingsDidChange(key, to: value) } }
  }

  func open() -> Promise<Void> {
    Guarantee().then(on: queue) { [self] () -> Promise<Void> in
      if let opening { return opening }
      let load = cloud.read()
        .done(on: queue) { [self] values in cache = values }
        .recover(on: queue) { [self] error -> Promise<Void> in
          opening = nil
          throw error
        }
      opening = load
      return load
    }
  }

  private func write(_ value: Int, _ key: String) -> Promise<Int> {
    let old = cache[key]
    cache[key] = value
    return send(value, key, attempts: 2)
      .map(on: queue) { value }
      .recover(on: queue) { [self] error -> Promise<Int> in
        cache[key] = old
        throw error
      }
  }

  private func send(_ value: Int, _ key: String, attempts: Int) -> Promise<Void> {
    cloud.write(value, key)
      .recover(on: queue) { [self] error -> Promise<Void> in
        guard attempts > 1, case SettingsError.unreachable = error else { throw error }
        return after(.milliseconds(4))
          .then(on: queue) { [self] in send(value, key, attempts: attempts - 1) }
      }
  }
}

final class SettingsScreen: SettingsObserver, @unchecked Sendable {
  private(set) var shown: [String: Int] = [:]
  private(set) var alerts: [String] = []
  private(set) var picture = ""
  private(set) var isBusy = false
  private let repository: SettingsRepository
  private let cloud: CloudClient
  private var newest = 0

  init(repository: SettingsRepository, cloud: CloudClient) {
    (self.repository, self.cloud) = (repository, cloud)
    repository.attach(self)
  }

  func settingsDidChange(_ key: String, to value: Int) { shown[key] = value }

  func appear() -> Promise<Void> {
    isBusy = true
    return repository.open()
      .then { [self] in when(fulfilled: ["volume", "theme"].map(show)) }
      .ensure { [self] in isBusy = false }
      .recover(only: SettingsError.self) { [self] error in alerts.append("\(error)") }
  }

  private func show(_ key: String) -> Promise<Void> {
    repository.value(of: key).done { [self] value in shown[key] = value }
  }

  func turnUp() -> Promise<Void> {
    repository.update("volume") { $0 + 1 }.asVoid()
  }

  func choose(_ key: String, _ value: Int) -> Promise<Void> {
    repository.update(key) { _ in value }
      .asVoid()
      .recover(only: SettingsError.self) { [self] error in alerts.append("\(error)") }
  }

  func preview(_ theme: Int) -> Promise<Void> {
    newest += 1
    let current = newest
    return cloud.preview(theme).done { [self] picture in
      guard current == newest else { return }
      self.picture = picture
    }
  }
}

let cloud = CloudClient()
let repository = SettingsRepository(cloud: cloud)
let screens = (1...3).map { _ in SettingsScreen(repository: repository, cloud: cloud) }

func compare() -> String? {
  let values = ["volume": 6, "theme": 4, "region": 49]
  guard cloud.stored == values else { return "the cloud has \(cloud.stored)" }
  for screen in screens {
    let isRight = screen.shown == ["volume": 6, "theme": 4] && !screen.isBusy
    guard isRight else { return "a screen shows \(screen.shown)" }
  }
  guard screens.map(\.alerts.count) == [1, 0, 1] else { return "alerts \(screens.map(\.alerts))" }
  guard screens[0].picture == "picture 4" else { return "the preview is \(screens[0].picture)" }
  guard cloud.readCount == 2 else { return "the cloud was read \(cloud.readCount) times" }
  let log = ["volume 4", "volume 5", "theme 2", "theme 4", "volume 6"]
  return cloud.log == log ? nil : "the cloud was told \(cloud.log)"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
screens[0].appear()
  .then { when(fulfilled: screens.map { $0.appear() }) }
  .then {
    when(fulfilled: [
      screens[0].turnUp(), screens[1].turnUp(), screens[0].choose("theme", 2),
      screens[2].choose("region", 1), screens[1].choose("theme", 4), screens[2].turnUp(),
      screens[0].preview(2), screens[0].preview(4),
    ])
  }
  .then { repository.value(of: "region") }
  .done { region in
    let problem = region == 49 ? compare() : "the region is \(region)"
    print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
    exit(problem == nil ? 0 : 1)
  }
  .catch { error in
    print("check: failed: the settings closed: \(error)")
    exit(1)
  }
RunLoop.main.run()
