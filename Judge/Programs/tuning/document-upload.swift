// Uploads documents in chunks: one document at a time, three chunks at once, all or nothing.
import Foundation
import PromiseKitLite

struct Document: Sendable {
  let name: String
  let chunks: Int
}

enum UploadError: Error, Equatable {
  case lineNoise
  case forbidden(String)
  case incomplete(String)
}

protocol UploadDelegate: AnyObject, Sendable {
  func upload(of name: String, reached part: String)
  func upload(of name: String, endedWith text: String)
}

final class Storage: @unchecked Sendable {
  private let queue = DispatchQueue(label: "upload.storage")
  private var parts: [String: Set<Int>] = [:]
  private var noise = 2
  private var open: [String: Resolver<Void>] = [:]
  private(set) var documents: [String: Int] = [:]
  private(set) var mostOpen = 0
  private(set) var sessions: [String] = []

  func begin(_ name: String) -> Guarantee<Void> {
    after(.milliseconds(2)).done(on: queue) { [self] in sessions.append("+\(name)") }
  }

  func end(_ name: String) -> Guarantee<Void> {
    after(.milliseconds(4)).done(on: queue) { [self] in sessions.append("-\(name)") }
  }

  func put(_ chunk: Int, of name: String) -> Promise<Void> {
    let key = "\(name) \(chunk)"
    return Promise(on: queue) { [self] seal in
      open[key] = seal
      mostOpen = max(mostOpen, open.count)
      seal.onCancel { [self] in close(key) }
      guard key != "video 2" else { return }
      queue.asyncAfter(deadline: .now() + .milliseconds(9 - chunk)) { [self] in
        open[key] = nil
        if key == "report 3", noise > 0 {
          noise -= 1
          seal.reject(UploadError.lineNoise)
        } else if key == "scan 1" {
          seal.reject(UploadError.forbidden(name))
        } else {
          parts[name, default: []].insert(chunk)
          seal.fulfill()
        }
      }
    }
  }

  private func close(_ key: String) {
    queue.async { [self] in open[key] = nil }
  }

  func commit(_ document: Document) -> Promise<Void> {
    after(.milliseconds(3)).map(on: queue) { [self] in
      guard let stored = parts.removeValue(forKey: document.name)?.count, stored == document.chunks
      else { throw UploadError.incomplete(document.name) }
      documents[document.name] = stored
    }
  }

  func discard(_ name: String) -> Guarantee<Void> {
    after(.milliseconds(2)).done(on: queue) { [self] in parts[name] = nil }
  }

  func leftovers() -> (parts: [String], open: [String]) {
    queue.sync { (parts.keys.sorted(), open.keys.sorted()) }
  }
}

final class Uploader: @unchecked Sendable {
  weak var delegate: (any UploadDelegate)?
  private let storage: Storage
  private let queue = DispatchQueue(label: "upload")
  private var turn = Promise<Void>()
  private var contexts: [String: CancelContext] = [:]
  private var sent: [String: Int] = [:]

  init(storage: Storage) {
    self.storage = storage
  }

  func upload(_ document: Document) -> Promise<Void> {
    queue.async(.promise) { [self] () -> Promise<Void> in
      contexts[document.name] = CancelContext()
      let mine = turn.then(on: queue) { [self] in send(document) }
      turn = mine.recover(on: queue, policy: .allErrors) { _ in }
      return mine
    }
    .then { $0 }
  }

  func cancel(_ name: String) {
    queue.async { [self] in contexts[name]?.cancel() }
  }

  private func send(_ document: Document) -> Promise<Void> {
    let name = document.name
    return storage.begin(name)
      .then(on: queue) { [self] in chunks(of: document) }
      .then(on: queue) { [storage] in storage.commit(document) }
      .recover(on: queue, policy: .allErrors) { [storage] error -> Promise<Void> in
        storage.discard(name).done { throw error }
      }
      .ensureThen(on: queue) { [storage] in storage.end(name) }
      .tap(on: queue) { [self] result in
        delegate?.upload(of: name, endedWith: text(of: result))
      }
  }

  private func chunks(of document: Document) -> Promise<Void> {
    let context = contexts[document.name]
    let puts = (0..<document.chunks).lazy.map { [self] chunk in
      context?.run { put(chunk, of: document) } ?? put(chunk, of: document)
    }
    return when(resolved: puts.makeIterator(), concurrently: 3)
      .map(on: queue) { results in
        for result in results { try result.get() }
      }
      .detached()
  }

  private func put(_ chunk: Int, of document: Document) -> Promise<Void> {
    let name = document.name
    return retrying(
      times: 3, delay: .milliseconds(1), on: queue,
      while: { error, _ in error as? UploadError == .lineNoise }
    ) { [storage] _ in
      storage.put(chunk, of: name)
    }
    .done(on: queue) { [self] in
      sent[name, default: 0] += 1
      delegate?.upload(of: name, reached: "\(sent[name, default: 0])/\(document.chunks)")
    }
  }

  private func text(of result: Result<Void, any Error>) -> String {
    guard case .failure(let error) = result else { return "uploaded" }
    return error.isCancelled ? "cancelled" : "\(error)"
  }
}

final class UploadList: UploadDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var rows: [String: [String]] = [:]
  private var order: [String] = []
  let uploader: Uploader

  init(uploader: Uploader) {
    self.uploader = uploader
  }

  func upload(of name: String, reached part: String) {
    lock.withLock { rows[name, default: []].append(part) }
    if name == "video", part == "2/3" { uploader.cancel(name) }
  }

  func upload(of name: String, endedWith text: String) {
    lock.withLock { order.append("\(name) \(text)") }
  }

  func state() -> (rows: [String: [String]], order: [String]) { lock.withLock { (rows, order) } }
}

func problem(_ storage: Storage, _ list: UploadList) -> String? {
  let (rows, order) = list.state()
  let wanted = [
    "report uploaded", "scan forbidden(\"scan\")", "video cancelled", "letter uploaded",
  ]
  if order != wanted { return "the list says \(order)" }
  if storage.documents != ["report": 6, "letter": 2] { return "stored are \(storage.documents)" }
  if rows["report"] != (1...6).map({ "\($0)/6" }) { return "progress \(rows["report"] ?? [])" }
  if rows["letter"]?.last != "2/2" { return "progress \(rows["letter"] ?? [])" }
  let names = ["report", "scan", "video", "letter"]
  if storage.sessions != names.flatMap({ ["+\($0)", "-\($0)"] }) {
    return "sessions were \(storage.sessions)"
  }
  if storage.mostOpen > 3 { return "\(storage.mostOpen) chunks at once" }
  let (parts, open) = storage.leftovers()
  if !parts.isEmpty { return "parts of \(parts) are left" }
  if !open.isEmpty { return "\(open) is still uploading" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let storage = Storage()
let uploader = Uploader(storage: storage)
let list = UploadList(uploader: uploader)
uploader.delegate = list

when(
  resolved: [("report", 6), ("scan", 4), ("video", 3), ("letter", 2)].map {
    uploader.upload(Document(name: $0.0, chunks: $0.1))
  }
)
.done { _ in finish(problem(storage, list)) }

RunLoop.main.run()
