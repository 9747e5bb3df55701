// Podcast downloads: a few at a time, pausable, in parts, with room on the device kept free.
import Foundation
import PromiseKitLite

struct Episode: Sendable {
  let id: String
  let parts: Int
}

enum DownloadError: Error, Equatable { case dropped, gone, noSpace }

final class PodcastServer: @unchecked Sendable {
  var onStall: @Sendable (String) -> Void = { _ in }
  private let queue = DispatchQueue(label: "podcast.server")
  private var drops = ["news 1": 2]
  private var feeds = 0
  private var stalled: [String: Resolver<Int>] = [:]
  private var transfers: [String: Int] = [:]

  var usage: [Int] { queue.sync { [feeds, stalled.count] } }
  var served: Int { queue.sync { transfers.values.reduce(0, +) } }

  func feed(_ show: String) -> Promise<[Episode]> {
    after(label: "feed of \(show)", .milliseconds(6))
      .map(label: "episodes of \(show)", on: queue) { [self] in
        feeds += 1
        guard feeds > 1 else { throw DownloadError.dropped }
        let parts = ["live": 1, "news": 2, "chess": 1, "lost": 1, "radio": 2, "opera": 9]
        return parts.map { Episode(id: $0, parts: $1) }.sorted { $0.id < $1.id }
      }
  }

  func part(_ number: Int, of episode: String) -> Promise<Int> {
    let name = "\(episode) \(number)"
    return Promise(label: "part \(name)") { seal in
      queue.async { [self] in
        transfers[name, default: 0] += 1
        guard episode != "live" || transfers[name] != 1 else {
          stalled[name] = seal
          return onStall(episode)
        }
        queue.asyncAfter(deadline: .now() + .milliseconds(number == 1 ? 9 : 4)) { [self] in
          drops[name, default: 0] -= 1
          guard episode != "lost" else { return seal.reject(DownloadError.gone) }
          guard drops[name, default: 0] < 0 else { return seal.reject(DownloadError.dropped) }
          seal.fulfill(episode.count * 10 + number)
        }
      }
      seal.onCancel { [self] in queue.sync { stalled[name] = nil } }
    }
  }
}

final class DownloadSlots: @unchecked Sendable {
  private let queue = DispatchQueue(label: "podcast.slots")
  private var waiting: [Resolver<Void>] = []
  private var (active, most) = (0, 0)

  var areKept: Bool { queue.sync { most <= 2 && active == 0 } }

  func run<T: Sendable>(_ work: @escaping @Sendable () -> Promise<T>) -> Promise<T> {
    let turn = Promise<Void>(label: "slot", on: queue) { [self] seal in
      waiting.append(seal)
      serve()
    }
    return turn.then(label: "in a slot", on: .global(), work)
      .ensure(label: "free slot", on: queue) { [self] in
        guard turn.isFulfilled else { return }
        active -= 1
        serve()
      }
  }

  private func serve() {
    while active < 2, !waiting.isEmpty {
      guard waiting.removeFirst().tryFulfill(()) else { continue }
      active += 1
      most = max(most, active)
    }
  }
}

final class DownloadManager: @unchecked Sendable {
  let slots = DownloadSlots()
  private let server: PodcastServer
  private let queue = DispatchQueue(label: "podcast.manager")
  private var running: [String: Promise<[Int]>] = [:]
  private var contexts: [String: CancelContext] = [:]
  private var free = 8

  init(server: PodcastServer) { self.server = server }

  func download(_ episode: Episode) -> Promise<[Int]> {
    Guarantee().then(label: "download \(episode.id)", on: queue) { [self] in start(episode) }
  }

  func pause(_ id: String) { queue.async { [self] in contexts[id]?.cancel() } }

  func freeSpace() -> Guarantee<Int> {
    Guarantee().map(label: "free space", on: queue) { [self] in free }
  }

  private func start(_ episode: Episode) -> Promise<[Int]> {
    let id = episode.id
    if let known = running[id] { return known }
    let context = CancelContext()
    contexts[id] = context
    let transfer = context.run { slots.run { [self] in store(episode) } }
      .tap(label: "\(id) ended", on: queue) { [self] result in
        if case .failure = result { running[id] = nil }
      }
    running[id] = transfer
    return transfer
  }

  private func store(_ episode: Episode) -> Promise<[Int]> {
    Guarantee().then(label: "reserve", on: queue) { [self] () -> Promise<[Int]> in
      guard episode.parts <= free else { throw DownloadError.noSpace }
      free -= episode.parts
      return parts(of: episode)
        .tap(label: "give space back", on: queue) { [self] result in
          if case .failure = result { free += episode.parts }
        }
    }
  }

  private func parts(of episode: Episode) -> Promise<[Int]> {
    (1...episode.parts).reduce(Promise<[Int]>.value([])) { earlier, number in
      earlier.then(label: "next part", on: queue) { [self] done in
        part(number, of: episode.id, attempts: 3).map(on: nil) { done + [$0] }
      }
    }
  }

  private func part(_ number: Int, of id: String, attempts: Int) -> Promise<Int> {
    server.part(number, of: id)
      .recover(label: "resume \(id)", only: DownloadError.dropped, on: queue) { [self] error in
        guard attempts > 1 else { throw error }
        return after(label: "back off", .milliseconds(3))
          .then(label: "again", on: queue) { [self] in part(number, of: id, attempts: attempts - 1)
          }
      }
  }
}

final class LibraryViewModel: @unchecked Sendable {
  private(set) var rows: [String: String] = [:]
  private let (server, manager): (PodcastServer, DownloadManager)
  private var episodes: Promise<[Episode]>?

  init(server: PodcastServer, manager: DownloadManager) {
    (self.server, self.manager) = (server, manager)
  }

  func load() -> Promise<[Episode]> {
    if let episodes { return episodes }
    let feed = server.feed("daily")
      .tap(label: "feed ended") { [self] result in
        if case .failure = result { episodes = nil }
      }
    episodes = feed
    return feed
  }

  func download(_ episode: Episode) -> Promise<Void> {
    rows[episode.id] = "loading"
    return manager.download(episode)
      .done(label: "\(episode.id) is ready") { [self] parts in rows[episode.id] = "ready \(parts)" }
      .recover(label: "\(episode.id) is not ready", policy: .allErrors) { [self] error in
        rows[episode.id] = error.isCancelled ? "paused" : "\(error)"
        return Promise<Void>.value
      }
  }
}

let server = PodcastServer()
let manager = DownloadManager(server: server)
let library = LibraryViewModel(server: server, manager: manager)

func compare(_ firstRows: [String: String], free: Int) -> String? {
  var rows = [
    "news": "ready [41, 42]", "chess": "ready [51]", "radio": "ready [51, 52]", "lost": "gone",
    "opera": "noSpace", "live": "paused",
  ]
  guard firstRows == rows else { return "the list showed \(firstRows)" }
  rows["live"] = "ready [41]"
  guard library.rows == rows, free == 2 else { return "\(library.rows), \(free) parts are free" }
  guard manager.slots.areKept, server.usage == [2, 0] else {
    return "slots are not kept, or feeds and stalled parts are \(server.usage)"
  }
  return server.served == 10 ? nil : "parts were served \(server.served) times"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
server.onStall = { manager.pause($0) }
when(label: "two screens", resolved: [library.load(), library.load()])
  .then(label: "pull to refresh") { _ in library.load() }
  .then(label: "download all") { episodes -> Promise<Void> in
    let wanted: [Episode] = episodes + episodes.filter { $0.parts == 2 }
    return when(label: "all", fulfilled: wanted.map(library.download))
  }
  .map(label: "look at the list") { library.rows }
  .then(label: "resume live") { rows in
    library.download(Episode(id: "live", parts: 1)).map(on: nil) { rows }
  }
  .then(label: "free space") { rows in
    manager.freeSpace().map(label: "compare") { free in compare(rows, free: free) }
  }
  .done(label: "report") { problem in
    print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
    exit(problem == nil ? 0 : 1)
  }
  .catch(label: "give up") { error in
    print("check: failed: the library closed: \(error)")
    exit(1)
  }
RunLoop.main.run()
