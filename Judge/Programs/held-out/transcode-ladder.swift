// A transcoder: each title becomes a ladder of renditions, which are published when all are uploaded.
import Foundation
import PromiseKitLite

struct Title: Sendable {
  let name: String
  let version: Int
  let segments: Int
  var id: String { "\(name)-\(version)" }
}

struct Manifest: Sendable, Equatable {
  let name: String
  let version: Int
  let heights: [Int]
  let poster: String
}

struct OutOfMemory: Error {}
struct Unreadable: Error {}

final class Farm: @unchecked Sendable {
  private let queue = DispatchQueue(label: "farm")
  private var scratch: [String: Set<String>] = [:]
  private var running: [String: Resolver<Int>] = [:]
  private var probes: [String: Int] = [:]
  private var notes: [String] = []

  var state: (leftovers: [String], probes: [String: Int], notes: [String]) {
    queue.sync { (scratch.keys.sorted(), probes, notes) }
  }

  func probe(_ name: String) -> Promise<Int> {
    after(.milliseconds(5)).map(on: queue) {
      self.probes[name, default: 0] += 1
      if name == "lake", self.probes[name] == 1 { throw Unreadable() }
      return name == "lake" ? 480 : 1080
    }
  }

  func open(_ title: Title) -> Guarantee<Void> {
    queue.async(.guarantee) {
      if self.scratch[title.id] != nil { self.notes.append("\(title.id) is open already") }
      self.scratch[title.id] = []
    }
  }

  func encode(_ segment: Int, of title: Title, at height: Int) -> Promise<Int> {
    let file = "\(title.id)/\(height)/\(segment)"
    return Promise(on: queue) { seal in
      self.running[file] = seal
      if self.running.count > 4 { self.notes.append("too many encoders") }
      seal.onCancel { self.queue.async { self.running[file] = nil } }
      self.queue.asyncAfter(deadline: .now() + .milliseconds(Self.cost(of: title, at: height))) {
        guard let seal = self.running.removeValue(forKey: file) else { return }
        if title.name == "storm", height == 1080 { return seal.reject(OutOfMemory()) }
        let isNew = self.scratch[title.id]?.insert(file).inserted ?? false
        if !isNew { self.notes.append("\(file) is unexpected") }
        seal.fulfill(segment)
      }
    }
  }

  func clean(_ title: Title) -> Guarantee<Void> {
    after(.milliseconds(6)).done(on: queue) { self.scratch[title.id] = nil }
  }

  private static func cost(of title: Title, at height: Int) -> Int {
    height * height / (title.id == "intro-1" ? 50_000 : 83_000)
  }
}

actor Catalog: Dispatcher {
  private var uploads: [String] = []
  private(set) var manifests: [String: Manifest] = [:]
  private(set) var complaints: [String] = []

  func add(_ file: String, _ segment: Int) {
    let count = uploads.filter { $0 == file }.count
    if count != segment - 1 { complaints.append("segment \(segment) of \(file) follows \(count)") }
    uploads.append(file)
  }

  func discard(_ title: Title) { uploads.removeAll { $0.hasPrefix(title.id) } }

  func publish(_ manifest: Manifest) {
    for height in manifest.heights {
      let file = "\(manifest.name)-\(manifest.version)/\(height)"
      if !uploads.contains(file) { complaints.append("\(file) is not uploaded") }
    }
    guard manifest.version > manifests[manifest.name]?.version ?? 0 else { return }
    manifests[manifest.name] = manifest
  }
}

func each<Item: Sendable, Value: Sendable>(
  _ items: [Item], atOnce limit: Int, _ body: @escaping @Sendable (Item) -> Promise<Value>
) -> Promise<[Value]> {
  var rest = items.makeIterator()
  return when(fulfilled: AnyIterator { rest.next().map(body) }, concurrently: limit)
}

final class Transcoder: @unchecked Sendable {
  private let work = DispatchQueue(label: "work")
  private let farm: Farm
  private let catalog: Catalog
  private var probes: [String: Promise<Int>] = [:]

  init(_ farm: Farm, _ catalog: Catalog) {
    self.farm = farm
    self.catalog = catalog
  }

  func publish(_ title: Title) -> Promise<Void> {
    retrying(times: 2, delay: 0.002, on: work) { _ in self.probe(title.name) }
      .then(on: work) { height in self.transcode(title, [1080, 720, 480].filter { $0 <= height }) }
      .recover(only: OutOfMemory.self, on: catalog) { _ in
        self.catalog.assumeIsolated { $0.discard(title) }
        return self.transcode(title, [720, 480])
      }
      .done(on: catalog) { manifest in self.catalog.assumeIsolated { $0.publish(manifest) } }
  }

  private func probe(_ name: String) -> Promise<Int> {
    if let known = probes[name] { return known }
    let probe = farm.probe(name)
      .recover(on: work) { error -> Promise<Int> in
        self.probes[name] = nil
        throw error
      }
    probes[name] = probe
    return probe
  }

  private func transcode(_ title: Title, _ heights: [Int]) -> Promise<Manifest> {
    let context = CancelContext()
    return farm.open(title)
      .then(on: work) {
        context.run {
          when(
            fulfilled: each(heights, atOnce: 2) { self.render(title, at: $0) },
            self.poster(of: title))
        }
      }
      .ensure(on: work) { context.cancel() }
      .ensureThen(on: work) { self.farm.clean(title) }
      .map(on: work) { _, poster in
        Manifest(name: title.name, version: title.version, heights: heights, poster: poster)
      }
  }

  private func render(_ title: Title, at height: Int) -> Promise<Int> {
    Promise.value(0)
      .reduce(1...title.segments, on: work) { _, segment in
        self.farm.encode(segment, of: title, at: height)
          .then(on: self.work) { segment in self.upload(segment, of: "\(title.id)/\(height)") }
      }
  }

  private func upload(_ segment: Int, of file: String) -> Promise<Int> {
    after(.milliseconds(3)).map(on: catalog) {
      self.catalog.assumeIsolated { $0.add(file, segment) }
      return segment
    }
  }

  private func poster(of title: Title) -> Promise<String> {
    after(.milliseconds(4))
      .map(on: work) {
        guard title.name != "lake" else { throw Unreadable() }
        return "\(title.id).png"
      }
      .recover(only: Unreadable.self, on: work) { _ in Guarantee.value("blank.png") }
  }
}

let farm = Farm()
let catalog = Catalog()
let transcoder = Transcoder(farm, catalog)
let titles = [
  Title(name: "intro", version: 1, segments: 1),
  Title(name: "intro", version: 2, segments: 1),
  Title(name: "storm", version: 1, segments: 2),
  Title(name: "lake", version: 1, segments: 1),
]

func problem(_ catalog: isolated Catalog) -> String? {
  let (leftovers, probes, notes) = farm.state
  if let line = (notes + catalog.complaints).first { return line }
  let expected = [
    Manifest(name: "intro", version: 2, heights: [1080, 720, 480], poster: "intro-2.png"),
    Manifest(name: "lake", version: 1, heights: [480], poster: "blank.png"),
    Manifest(name: "storm", version: 1, heights: [720, 480], poster: "storm-1.png"),
  ]
  let manifests = catalog.manifests.values.sorted { $0.name < $1.name }
  if manifests != expected { return "viewers get \(manifests)" }
  if !leftovers.isEmpty { return "scratch directories are left: \(leftovers)" }
  return probes == ["intro": 1, "storm": 1, "lake": 2] ? nil : "titles are probed: \(probes)"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

let verdict = each(titles, atOnce: 2) { transcoder.publish($0) }
  .map(on: catalog) { _ in catalog.assumeIsolated { problem($0) } }
  .recover(on: .global()) { error in .value("\(error)") }
  .wait()

print(verdict.map { "check: failed: \($0)" } ?? "check: ok")
exit(verdict == nil ? 0 : 1)
