// A search index of files: built once, kept up to date by changes, and rebuilt while it is in use.
import Foundation
import PromiseKitLite

struct Unreadable: Error {}

protocol Disk: Sendable {
  func list(_ folder: String) -> Promise<[String]>
  func read(_ path: String) -> Promise<String>
}

final class MemoryDisk: Disk, @unchecked Sendable {
  private let queue = DispatchQueue(label: "disk", attributes: .concurrent)
  private let lock = NSLock()
  private var texts: [String: String]
  private var open: Set<Int> = []
  private var reads = 0
  private var peak = 0

  init(_ texts: [String: String]) { self.texts = texts }

  var mostOpen: Int { lock.withLock { peak } }

  func write(_ text: String, to path: String) { lock.withLock { texts[path] = text } }

  func list(_ folder: String) -> Promise<[String]> {
    after(.milliseconds(3)).map(label: "list \(folder)", on: queue) {
      self.lock.withLock { self.texts.keys.filter { $0.hasPrefix(folder) }.sorted() }
    }
  }

  func read(_ path: String) -> Promise<String> {
    let (number, text) = begin(path)
    let isSlow = path.hasPrefix("photos") || text.hasPrefix("beta")
    return Promise(label: "read \(path)") { seal in
      seal.onCancel { self.end(number) }
      queue.asyncAfter(deadline: .now() + .milliseconds(isSlow ? 12 : 3)) {
        guard self.end(number) else { return }
        text.isEmpty ? seal.reject(Unreadable()) : seal.fulfill(text)
      }
    }
  }

  private func begin(_ path: String) -> (number: Int, text: String) {
    lock.withLock {
      reads += 1
      open.insert(reads)
      peak = max(peak, open.count)
      return (reads, texts[path, default: ""])
    }
  }

  @discardableResult
  private func end(_ number: Int) -> Bool { lock.withLock { open.remove(number) != nil } }
}

final class Indexer: @unchecked Sendable {
  typealias Entry = (path: String, words: Set<String>)

  private let queue = DispatchQueue(label: "index")
  private let parser = DispatchQueue(label: "parser", attributes: .concurrent)
  private let disk: any Disk
  private let folders: [String]
  private var table: [String: Set<String>] = [:]
  private var journal: [Entry] = []
  private var versions: [String: Int] = [:]
  private var changes: [Promise<Void>] = []
  private var opening: Promise<Int>?
  private var crawl = CancelContext()

  init(_ disk: any Disk, folders: [String]) { (self.disk, self.folders) = (disk, folders) }

  func query(_ word: String) -> Promise<[String]> {
    opened().map(label: "find \(word)", on: queue) { _ in
      self.table.filter { $0.value.contains(word) }.keys.sorted()
    }
  }

  func rebuild() -> Promise<Int> {
    Guarantee().then(label: "rebuild", on: queue) { self.build() }
  }

  func fileChanged(_ path: String) {
    queue.async {
      let version = self.versions[path, default: 0] + 1
      self.versions[path] = version
      let change = self.entry(for: path)
        .done(label: "apply \(path)", on: self.queue) { entry in
          guard version == self.versions[path] else { return }
          self.table[path] = entry.words
          self.journal.append(entry)
        }
      self.changes.append(change)
    }
  }

  func upToDate() -> Guarantee<Int> {
    Guarantee().then(label: "up to date", on: queue) {
      when(label: "changes", resolved: self.changes).map(on: nil) { $0.count }
    }
  }

  private func opened() -> Promise<Int> {
    Guarantee().then(label: "opened", on: queue) {
      if let opening = self.opening { return opening }
      let opening = self.build()
      self.opening = opening
      return opening
    }
  }

  private func build() -> Promise<Int> {
    crawl.cancel()
    crawl = CancelContext()
    journal = []
    return crawl.run {
      when(label: "folders", fulfilled: folders.map { disk.list($0) })
        .then(label: "crawl", on: queue) { lists in self.entries(for: lists.flatMap { $0 }) }
        .map(label: "install", on: queue) { entries in
          self.table = [:]
          for entry in entries + self.journal { self.table[entry.path] = entry.words }
          return self.table.count
        }
    }
  }

  private func entries(for paths: [String]) -> Promise<[Entry]> {
    let reads = paths.lazy.map { path in
      self.entry(for: path)
        .recover(label: "skip \(path)", only: Unreadable.self, on: self.parser) { _ in
          Guarantee.value((path, []))
        }
    }
    return when(label: "files", fulfilled: reads.makeIterator(), concurrently: 3)
  }

  private func entry(for path: String) -> Promise<Entry> {
    disk.read(path).map(label: "parse \(path)", on: parser) { text in
      (path, Set(text.split(separator: " ").map(String.init)))
    }
  }
}

final class SearchBox: @unchecked Sendable {
  private let indexer: Indexer
  private let disk: any Disk
  private var typed = 0
  private(set) var preview = ""

  init(_ indexer: Indexer, _ disk: any Disk) { (self.indexer, self.disk) = (indexer, disk) }

  func type(_ word: String) -> Promise<Void> {
    typed += 1
    let current = typed
    return indexer.query(word)
      .firstValue
      .then(label: "preview of \(word)") { path in self.disk.read(path) }
      .done(label: "show \(word)") { text in
        guard current == self.typed else { return }
        self.preview = text
      }
  }
}

let disk = MemoryDisk([
  "mail/1": "milk tomorrow", "mail/2": "sun and rain", "notes/a": "alpha milk",
  "notes/b": "begin", "notes/c": "", "photos/1": "sun beach",
])
let indexer = Indexer(disk, folders: ["mail", "notes", "photos"])
let box = SearchBox(indexer, disk)

func problem(_ first: [[String]], _ last: [[String]], _ count: Int) -> String? {
  if first != [["mail/1", "notes/a"], ["mail/2", "photos/1"]] { return "first: \(first)" }
  if box.preview != "milk tomorrow" { return "the preview is \(box.preview)" }
  if last != [[], ["notes/b"], [], ["notes/a"]] { return "\(last) is found in the end" }
  return count == 3 ? nil : "\(count) changes are applied"
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}

func save(_ text: String, to path: String) {
  disk.write(text, to: path)
  indexer.fileChanged(path)
}

when(label: "first", fulfilled: ["milk", "sun"].map(indexer.query))
  .map(label: "open files") { found -> [[String]] in disk.mostOpen > 3 ? [] : found }
  .then(label: "type") { first in
    when(fulfilled: box.type("beach"), box.type("milk")).map { first }
  }
  .get(label: "edit") { _ in
    save("beta", to: "notes/b")
    save("gamma", to: "notes/b")
  }
  .then(label: "rebuild twice") { first in
    let rebuilds = when(label: "rebuilds", resolved: indexer.rebuild(), indexer.rebuild())
    let note = after(.milliseconds(9)).done { save("delta", to: "notes/a") }
    return when(guarantees: rebuilds.asVoid(), note).map { first }
  }
  .then(label: "final") { first in
    let words = ["begin", "gamma", "alpha", "delta"]
    return indexer.upToDate()
      .then { count in when(fulfilled: words.map(indexer.query)).map { (first, $0, count) } }
  }
  .map(label: "check") { problem($0, $1, $2) }
  .recover(label: "failure") { error in Guarantee.value("\(error)") }
  .done(label: "verdict") { problem in
    print(problem.map { "check: failed: \($0)" } ?? "check: ok")
    exit(problem == nil ? 0 : 1)
  }

RunLoop.main.run()
