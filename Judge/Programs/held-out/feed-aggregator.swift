// A feed reader: refreshes all feeds at once, shows what arrived, and keeps what it had of the rest.
import Foundation
import PromiseKitLite

struct Subscription: Sendable {
  let name: String
  let host: String
  var patience = DispatchTimeInterval.seconds(30)
}

enum FeedError: Error, Equatable {
  case notModified, gone, malformed, noIcon
}

enum Health: Sendable {
  case fresh, unchanged, stale
}

struct Feed: Sendable, Equatable {
  var entries: [Int] = []
  var health = Health.stale
}

protocol FeedSource: Sendable {
  func fetch(_ name: String) -> Promise<String>
  func icon(of host: String) -> Promise<String>
}

final class Hosts: FeedSource, @unchecked Sendable {
  private let queue = DispatchQueue(label: "hosts")
  private let lock = NSLock()
  private var visits: [String: Int] = [:]
  private var silent: [Resolver<String>] = []
  private var drawing = 0
  private var notes: [String] = []

  var log: [String] { lock.withLock { notes } }

  func fetch(_ name: String) -> Promise<String> {
    let visit = lock.withLock { count(name) }
    return Promise(label: "fetch \(name)") { seal in
      if name == "video" {
        lock.withLock { silent.append(seal) }
        return seal.onCancel { self.note("closed \(name)") }
      }
      queue.asyncAfter(deadline: .now() + .milliseconds(visit == 2 ? 25 : 4)) {
        seal.resolve(Result { try Self.text(of: name, visit) })
      }
    }
  }

  func icon(of host: String) -> Promise<String> {
    let visit = lock.withLock {
      drawing += 1
      if drawing > 2 { notes.append("crowded by \(host)") }
      return count(host)
    }
    return after(.milliseconds(6)).map(label: "icon \(host)", on: queue) {
      self.lock.withLock { self.drawing -= 1 }
      self.note("icon \(host)")
      guard host != "pods.example" || visit > 1 else { throw FeedError.noIcon }
      return "\(host).png"
    }
  }

  private func count(_ name: String) -> Int {
    visits[name, default: 0] += 1
    return visits[name, default: 0]
  }

  private static func text(of name: String, _ visit: Int) throws -> String {
    switch name {
    case "jobs" where visit > 1: throw FeedError.notModified
    case "pods" where visit > 1: throw FeedError.gone
    case "blog" where visit > 1: return "1 2 <html>"
    default: return (1...visit * 2).map(String.init).joined(separator: " ")
    }
  }

  private func note(_ line: String) { lock.withLock { notes.append(line) } }
}

struct Parser {
  private static let queue = DispatchQueue(label: "parser", attributes: .concurrent)

  static func entries(of text: Promise<String>, in name: String) -> Promise<[Int]> {
    text.map(label: "parse \(name)", on: queue) { text in
      try text.split(separator: " ").map {
        guard let number = Int($0) else { throw FeedError.malformed }
        return number
      }
    }
  }
}

final class Reader: @unchecked Sendable {
  private let library = DispatchQueue(label: "library")
  private let source: any FeedSource
  private var subscriptions: [Subscription]
  private var feeds: [String: Feed] = [:]
  private var icons: [String: Promise<String>] = [:]
  private var generation = 0
  private var shown: [Int] = []

  init(_ source: any FeedSource, _ subscriptions: [Subscription]) {
    self.source = source
    self.subscriptions = subscriptions
  }

  var screen: (rows: [(String, Feed)], shown: [Int]) {
    library.sync { (subscriptions.map { ($0.name, feeds[$0.name, default: Feed()]) }, shown) }
  }

  func refresh() -> Guarantee<Void> {
    Guarantee().then(label: "refresh", on: library) {
      self.generation += 1
      let generation = self.generation
      let names = self.subscriptions.map(\.name)
      return when(label: "feeds", resolved: self.subscriptions.map { self.load($0) })
        .done(label: "show", on: self.library) { results in
          guard generation == self.generation else { return }
          self.shown.append(generation)
          for (name, result) in zip(names, results) { self.update(name, with: result) }
        }
    }
  }

  func loadIcons() -> Guarantee<[String?]> {
    var hosts = library.sync { subscriptions.map(\.host) }.makeIterator()
    return when(
      label: "icons", resolved: AnyIterator { hosts.next().map(self.icon) }, concurrently: 2
    )
    .map(label: "icon names", on: library) { results in results.map { try? $0.get() } }
  }

  private func load(_ subscription: Subscription) -> Promise<Feed> {
    let name = subscription.name
    let connection = CancelContext()
    let text = connection.run { source.fetch(name) }
      .timeout(label: "patience \(name)", subscription.patience)
      .ensure(label: "close \(name)", on: library) { connection.cancel() }
      .detached()
    return Parser.entries(of: text, in: name)
      .map(label: "feed \(name)", on: library) { entries in Feed(entries: entries, health: .fresh) }
      .recover(label: "known \(name)", only: FeedError.notModified, on: library) { _ in
        let known = self.feeds[name, default: Feed()].entries
        return Guarantee.value(Feed(entries: known, health: .unchanged))
      }
  }

  private func icon(of host: String) -> Promise<String> {
    Guarantee().then(label: "icon of \(host)", on: library) {
      if let known = self.icons[host] { return known }
      let icon = self.source.icon(of: host)
        .recover(label: "forget \(host)", on: self.library) { error -> Promise<String> in
          self.icons[host] = nil
          throw error
        }
      self.icons[host] = icon
      return icon
    }
  }

  private func update(_ name: String, with result: Result<Feed, any Error>) {
    switch result {
    case .success(let feed): feeds[name] = feed
    case .failure(FeedError.gone): subscriptions.removeAll { $0.name == name }
    case .failure: feeds[name, default: Feed()].health = .stale
    }
  }
}

func problem(_ icons: [[String?]]) -> String? {
  let (rows, shown) = reader.screen
  let expected = [
    ("news", Feed(entries: [1, 2, 3, 4, 5, 6], health: .fresh)),
    ("video", Feed()),
    ("jobs", Feed(entries: [1, 2], health: .unchanged)),
    ("blog", Feed(entries: [1, 2], health: .stale)),
  ]
  if !rows.elementsEqual(expected, by: ==) { return "the screen shows \(rows)" }
  if shown.last != 3 || shown != shown.sorted() { return "refreshes are shown as \(shown)" }
  let counts = ["crowded", "closed", "icon"].map { word in
    hosts.log.filter { $0.hasPrefix(word) }.count
  }
  if counts != [0, 3, 4] { return "crowds, closed connections and icons: \(counts)" }
  let press = "press.example.png"
  let first = [press, press, "blog.example.png", press, nil]
  return icons == [first, first.dropLast() + ["pods.example.png"]] ? nil : "icons are \(icons)"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let hosts = Hosts()
let subscriptions = [
  Subscription(name: "news", host: "press.example"),
  Subscription(name: "video", host: "press.example", patience: .milliseconds(15)),
  Subscription(name: "jobs", host: "blog.example"),
  Subscription(name: "blog", host: "press.example"),
  Subscription(name: "pods", host: "pods.example"),
]
let reader = Reader(hosts, subscriptions)

reader.refresh()
  .then(label: "first icons") { reader.loadIcons() }
  .then(label: "icons again") { first in reader.loadIcons().map { again in [first, again] } }
  .then(label: "twice") { icons in
    when(guarantees: reader.refresh(), reader.refresh()).map { icons }
  }
  .done(label: "verdict") { icons in
    let problem = problem(icons)
    print(problem.map { "check: failed: \($0)" } ?? "check: ok")
    exit(problem == nil ? 0 : 1)
  }

dispatchMain()
