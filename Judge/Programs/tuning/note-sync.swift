// Notes that are edited on the phone at once and synchronized with a server in the background.
import Foundation
import PromiseKitLite

struct Note: Sendable, Equatable {
  var text: String
  var revision: Int
  var isDirty = false
}

enum SyncError: Error, Equatable {
  case expired
  case conflict(Note)
}

protocol SyncDelegate: AnyObject, Sendable {
  func syncMerged(_ id: String)
  func syncEnded(pushed: Int)
}

final class NoteServer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "notes.server")
  private var notes = [
    "list": Note(text: "milk", revision: 3), "song": Note(text: "la", revision: 5),
  ]
  private var validToken = "t1"
  private(set) var renewals = 0
  private(set) var pulls = 0
  private(set) var pushes: [String] = []
  var whenPushArrives: (@Sendable (String) -> Void)?

  func renew() -> Promise<String> {
    after(label: "renewal travels", .milliseconds(9))
      .map(label: "renew", on: queue) { [self] in
        renewals += 1
        validToken = "t2"
        return validToken
      }
  }

  func push(_ id: String, _ text: String, base: Int, token: String) -> Promise<Int> {
    after(label: "push travels", .milliseconds(5))
      .map(label: "accept \(id)", on: queue) { [self] in
        guard token == validToken else { throw SyncError.expired }
        let current = notes[id] ?? Note(text: "", revision: 0)
        guard current.revision == base else { throw SyncError.conflict(current) }
        notes[id] = Note(text: text, revision: base + 1)
        pushes.append("\(id): \(text)")
        whenPushArrives?(id)
        return base + 1
      }
      .delay(label: "answer travels", .milliseconds(3))
  }

  func changes(token: String) -> Promise<[String: Note]> {
    after(label: "pull travels", .milliseconds(7))
      .map(label: "changes", on: queue) { [self] in
        guard token == validToken else { throw SyncError.expired }
        pulls += 1
        return notes
      }
  }

  func expire() { queue.sync { validToken = "t2" } }
  func all() -> [String: Note] { queue.sync { notes } }
}

final class SyncEngine: @unchecked Sendable {
  weak var delegate: (any SyncDelegate)?
  private let server: NoteServer
  private let queue = DispatchQueue(label: "notes.sync")
  private var notes: [String: Note] = [:]
  private var token: Promise<String>
  private var renewing: Promise<String>?
  private var syncing: Promise<Void>?

  init(server: NoteServer, login: Promise<String>) {
    self.server = server
    token = login
  }

  func edit(_ id: String, _ text: String) {
    queue.async { [self] in
      notes[id, default: Note(text: "", revision: 0)].text = text
      notes[id]?.isDirty = true
    }
  }

  func sync() -> Promise<Void> {
    queue.async(.promise, label: "sync asked") {}
      .then(label: "one sync", on: queue) { [self] in
        if let syncing { return syncing }
        let run = pushDirty()
          .then(label: "pull", on: queue) { [self] count in
            pull().map(label: "pushed") { count }
          }
          .get(label: "tell end", on: queue) { [self] in delegate?.syncEnded(pushed: $0) }
          .asVoid(label: "synced")
          .ensure(label: "sync is over", on: queue) { [self] in syncing = nil }
        syncing = run
        return run
      }
  }

  private func pushDirty() -> Promise<Int> {
    let ids = notes.keys.sorted().filter { notes[$0]?.isDirty == true }
    return when(label: "all pushes", fulfilled: ids.map { push($0) })
      .map(label: "count") { _ in ids.count }
  }

  private func push(_ id: String) -> Promise<Void> {
    guard let note = notes[id] else { return Promise() }
    return authorized { [server] token in
      server.push(id, note.text, base: note.revision, token: token)
    }
    .done(label: "mark clean", on: queue) { [self] revision in
      notes[id]?.revision = revision
      guard notes[id]?.text == note.text else { return }
      notes[id]?.isDirty = false
    }
    .recover(label: "merge \(id)", on: queue) { [self] error -> Promise<Void> in
      guard case SyncError.conflict(let theirs) = error else { throw error }
      notes[id]?.text = theirs.text + ", " + note.text
      notes[id]?.revision = theirs.revision
      delegate?.syncMerged(id)
      return push(id)
    }
  }

  private func pull() -> Promise<Void> {
    authorized { [server] token in server.changes(token: token) }
      .done(label: "take changes", on: queue) { [self] changes in
        for (id, theirs) in changes {
          let mine = notes[id]
          guard mine?.isDirty != true, theirs.revision > mine?.revision ?? 0 else { continue }
          notes[id] = theirs
        }
      }
  }

  private func authorized<T: Sendable>(
    _ call: @escaping @Sendable (String) -> Promise<T>
  ) -> Promise<T> {
    token
      .then(label: "call", on: queue) { call($0) }
      .recover(label: "new token", only: SyncError.expired, on: queue) { [self] _ in
        let renewal = renewing ?? server.renew()
        renewing = renewal
        token = renewal
        return renewal.then(label: "call again", on: queue) { call($0) }
      }
  }

  func all() -> [String: Note] { queue.sync { notes } }
}

final class StatusLine: SyncDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func syncMerged(_ id: String) { lock.withLock { lines.append("merged \(id)") } }
  func syncEnded(pushed: Int) { lock.withLock { lines.append("pushed \(pushed)") } }
  func all() -> [String] { lock.withLock { lines } }
}

func problem(_ server: NoteServer, _ engine: SyncEngine, _ status: StatusLine) -> String? {
  let texts = server.all().mapValues { $0.text }
  let wanted = [
    "list": "milk, eggs", "plan": "go far", "song": "la", "todo": "call", "work": "mail",
  ]
  if texts != wanted { return "the server has \(texts)" }
  if engine.all() != server.all() { return "phone and server differ" }
  let lines = status.all()
  if lines != ["merged list", "pushed 4", "pushed 1"] { return "the status line said \(lines)" }
  if server.renewals != 1 { return "\(server.renewals) tokens were made" }
  if server.pulls != 2 { return "\(server.pulls) pulls for two syncs" }
  if server.pushes.filter({ $0.hasPrefix("plan") }) != ["plan: go", "plan: go far"] {
    return "the plan was pushed as \(server.pushes)"
  }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let server = NoteServer()
let status = StatusLine()
let login = Promise<String>.pending(label: "login")
let engine = SyncEngine(server: server, login: login.promise)
engine.delegate = status
server.expire()
server.whenPushArrives = { id in
  guard server.pushes.filter({ $0.hasPrefix("plan") }).count == 1, id == "plan" else { return }
  engine.edit("plan", "go far")
}
for (id, text) in [("plan", "go"), ("list", "eggs"), ("todo", "call"), ("work", "mail")] {
  engine.edit(id, text)
}

let asked = (1...3).map { _ in engine.sync() }
login.resolver.fulfill("t1")

when(label: "three asked", fulfilled: asked)
  .then(label: "second sync") { _ in engine.sync() }
  .done(label: "check") { finish(problem(server, engine, status)) }
  .catch(label: "failed") { error in finish("\(error)") }

dispatchMain()
