// Keeps the contacts of a phone and of a server in step, and settles conflicts field by field.
import Foundation
import PromiseKitLite

struct Contact: Sendable, Equatable {
  var name, phone: String
  var version: Int
}

enum SyncError: Error { case conflict(Contact), tokenExpired, offline }

final class DirectoryClient: @unchecked Sendable {
  private let queue = DispatchQueue(label: "sync.directory")
  private var contacts: [Int: Contact]
  private var (session, logins) = (0, 0)
  private var hiccups: Set<Int> = [4]
  private var writes: [Int] = []
  var onSave: @Sendable (Int) -> Void = { _ in }

  var stored: [Int: Contact] { queue.sync { contacts } }
  var loginCount: Int { queue.sync { logins } }
  var order: [Int] { queue.sync { writes } }

  init(contacts: [Int: Contact]) { self.contacts = contacts }

  func logIn() -> Promise<Int> {
    after(.milliseconds(6)).map(on: queue) { [self] () throws -> Int in
      logins += 1
      session += 1
      return session
    }
  }

  func editElsewhere(_ id: Int, name: String) {
    queue.sync { contacts[id] = Contact(name: name, phone: "p\(id)", version: 2) }
  }
  func expireSession() { queue.sync { session += 1 } }

  func changes(page: Int, token: Int) -> Promise<[Int: Contact]> {
    after(.milliseconds(page == 0 ? 9 : 3)).map(on: queue) { [self] in
      guard token == session else { throw SyncError.tokenExpired }
      return contacts.filter { $0.key / 3 == page }
    }
  }

  func save(_ contact: Contact, id: Int, token: Int) -> Promise<Contact> {
    Promise { seal in
      onSave(id)
      queue.asyncAfter(deadline: .now() + .milliseconds(12 - id)) { [self] in
        guard token == session else { return seal.reject(SyncError.tokenExpired) }
        guard hiccups.remove(id) == nil else { return seal.reject(SyncError.offline) }
        let current = contacts[id] ?? contact
        guard current.version == contact.version else {
          return seal.reject(SyncError.conflict(current))
        }
        let saved = Contact(name: contact.name, phone: contact.phone, version: contact.version + 1)
        contacts[id] = saved
        writes.append(id)
        seal.fulfill(saved)
      }
    }
  }
}

final class Session: @unchecked Sendable {
  private let client: DirectoryClient
  private let queue = DispatchQueue(label: "sync.session")
  private var login: Promise<Int>?

  init(client: DirectoryClient) { self.client = client }

  func use<T: Sendable>(_ request: @escaping @Sendable (Int) -> Promise<T>) -> Promise<T> {
    token(replacing: nil)
      .then(on: nil) { [self] token in
        request(token).recover(on: nil) { [self] error -> Promise<T> in
          guard case SyncError.tokenExpired = error else { throw error }
          return self.token(replacing: token).then(on: nil, request)
        }
      }
  }

  private func token(replacing old: Int?) -> Promise<Int> {
    Guarantee().then(on: queue) { [self] () -> Promise<Int> in
      if let login, login.isPending || login.value != old { return login }
      let fresh = client.logIn()
      login = fresh
      return fresh
    }
  }
}

final class ContactStore: @unchecked Sendable {
  private let queue = DispatchQueue(label: "sync.store")
  private var contacts: [Int: Contact] = [:]
  private var edited: Set<Int> = []

  var all: [Int: Contact] { queue.sync { contacts } }

  func edits() -> Promise<[(id: Int, contact: Contact)]> {
    queue.async(.promise) { [self] () throws -> [(id: Int, contact: Contact)] in
      edited.sorted().compactMap { id in contacts[id].map { (id, $0) } }
    }
  }

  func edit(_ id: Int, phone: String) -> Promise<Void> {
    queue.async(.promise) { [self] () throws -> Void in
      contacts[id]?.phone = phone
      edited.insert(id)
    }
  }

  func merge(_ remote: [Int: Contact]) -> Promise<Void> {
    queue.async(.promise) { [self] () throws -> Void in
      contacts.merge(remote.filter { !edited.contains($0.key) }) { $1 }
    }
  }

  func accept(_ saved: Contact, id: Int, sent: Contact) -> Promise<Void> {
    queue.async(.promise) { [self] () throws -> Void in
      contacts[id]?.version = saved.version
      guard contacts[id]?.phone == sent.phone else { return }
      contacts[id] = saved
      edited.remove(id)
    }
  }
}

final class SyncEngine: @unchecked Sendable {
  private(set) var ends: [[Int]] = []
  private let client: DirectoryClient
  private let store: ContactStore
  private let session: Session
  private var running: Promise<Void>?
  private var conflicts: [Int] = []

  init(client: DirectoryClient, store: ContactStore) {
    (self.client, self.store, session) = (client, store, Session(client: client))
  }

  func sync() -> Promise<Void> {
    if let running { return running }
    conflicts = []
    let sync = pull()
      .then { [self] in push() }
      .ensure { [self] in running = nil }
      .get { [self] in ends.append(conflicts) }
    running = sync
    return sync
  }

  private func pull() -> Promise<Void> {
    let pages = [0, 1].map { page in
      session.use { [client] token in client.changes(page: page, token: token) }
    }
    return when(fulfilled: pages)
      .then { [store] pages in store.merge(pages[0].merging(pages[1]) { $1 }) }
  }

  private func push() -> Promise<Void> {
    store.edits().then { [self] edits in
      edits.reduce(Promise<Void>.value) { earlier, edit in
        earlier
          .then { [self] in save(edit.contact, id: edit.id) }
          .then { [store] saved in store.accept(saved, id: edit.id, sent: edit.contact) }
      }
    }
  }

  private func save(_ contact: Contact, id: Int) -> Promise<Contact> {
    session.use { [client] token in client.save(contact, id: id, token: token) }
      .recover { [self] error -> Promise<Contact> in
        if case SyncError.offline = error {
          return after(.milliseconds(4)).then { [self] in save(contact, id: id) }
        }
        guard case SyncError.conflict(let current) = error else { throw error }
        conflicts.append(id)
        let merged = Contact(name: current.name, phone: contact.phone, version: current.version)
        return save(merged, id: id)
      }
  }
}

let names = (0..<6).map { ($0, Contact(name: "n\($0)", phone: "p\($0)", version: 1)) }
let client = DirectoryClient(contacts: Dictionary(uniqueKeysWithValues: names))
let store = ContactStore()
let engine = SyncEngine(client: client, store: store)

func compare() {
  let phones = store.all.sorted { $0.key < $1.key }.map(\.value.phone)
  var problem: String?
  if store.all != client.stored || store.all[2]?.name != "Zoe" {
    problem = "the phone has \(store.all), the server has \(client.stored)"
  } else if phones != ["p0", "newest 1", "new 2", "p3", "new 4", "p5"] {
    problem = "the phone numbers are \(phones)"
  } else if engine.ends != [[], [2], []] || client.order != [1, 2, 4, 1] || client.loginCount != 2 {
    problem = "conflicts \(engine.ends), writes \(client.order), \(client.loginCount) logins"
  }
  print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
when(fulfilled: engine.sync(), engine.sync())
  .then { _ in when(fulfilled: [4, 1, 2].map { store.edit($0, phone: "new \($0)") }) }
  .get {
    client.expireSession()
    client.editElsewhere(2, name: "Zoe")
    client.onSave = { if $0 == 1 { store.edit(1, phone: "newest 1").cauterize() } }
  }
  .then { engine.sync() }
  .then { engine.sync() }
  .done { compare() }
  .catch { error in
    print("check: failed: the sync ended with \(error)")
    exit(1)
  }
dispatchMain()
