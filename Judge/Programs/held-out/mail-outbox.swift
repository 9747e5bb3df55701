// An outbox: mails leave in the order they were written, after their attachments are uploaded.
import Foundation
import PromiseKitLite

struct Mail: Sendable {
  let subject: String
  var attachments: [String] = []
  var patience = 2000
}

enum MailError: Error { case serverBusy, connectionLost, refused }

final class AttachmentClient: @unchecked Sendable {
  private let queue = DispatchQueue(label: "mail.attachments")
  private var stored: Set<String> = []
  private var active: [String: Resolver<String>] = [:]
  private var most = 0

  var names: Set<String> { queue.sync { stored } }
  var usage: (most: Int, open: Int) { queue.sync { (most, active.count) } }

  func upload(_ name: String) -> Promise<String> {
    Promise(label: "upload \(name)") { seal in
      queue.async { [self] in
        active[name] = seal
        most = max(most, active.count)
        guard name != "video" else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(2 + name.count)) { [self] in
          active[name] = nil
          stored.insert(name)
          seal.fulfill("cloud/\(name)")
        }
      }
      seal.onCancel { [self] in queue.sync { active[name] = nil } }
    }
  }

  func discard(_ name: String) -> Guarantee<Void> {
    after(label: "discard \(name)", .milliseconds(4))
      .done(label: "\(name) is gone", on: queue) { [self] in stored.remove(name) }
  }
}

final class MailServer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "mail.server")
  private var (connects, connections) = (0, 0)
  private var failures = ["news": 2, "report": 1]
  private var delivered: [String] = []

  var inbox: [String] { queue.sync { delivered } }
  var usage: [Int] { queue.sync { [connects, connections] } }

  func connect() -> Promise<Int> {
    after(label: "connect", .milliseconds(5))
      .map(label: "greeting", on: queue) { [self] in
        connects += 1
        guard connects > 1 else { throw MailError.serverBusy }
        connections += 1
        return connects
      }
  }

  func disconnect() -> Guarantee<Void> {
    after(label: "disconnect", .milliseconds(5))
      .done(label: "goodbye", on: queue) { [self] in connections -= 1 }
  }

  func send(_ mail: Mail, _ addresses: [String]) -> Promise<Void> {
    Promise(label: "send \(mail.subject)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(3)) { [self] in
        failures[mail.subject, default: 0] -= 1
        guard mail.subject != "advert" else { return seal.reject(MailError.refused) }
        guard failures[mail.subject, default: 0] < 0 else {
          guard mail.subject == "report" else { return seal.reject(MailError.serverBusy) }
          connections -= 1
          return seal.reject(MailError.connectionLost)
        }
        delivered.append(([mail.subject] + addresses).joined(separator: " "))
        seal.fulfill()
      }
    }
  }
}

protocol OutboxDelegate: AnyObject { func outbox(_ subject: String, became state: String) }

final class Outbox: @unchecked Sendable {
  weak var delegate: (any OutboxDelegate)?
  private let server: MailServer
  private let uploads: AttachmentClient
  private let queue: DispatchQueue
  private var connection: Promise<Int>?
  private var tail: Promise<Void> = .value
  private var undone: Set<String> = []
  private var sentFolder: [String] = []

  init(server: MailServer, uploads: AttachmentClient, queue: DispatchQueue) {
    (self.server, self.uploads, self.queue) = (server, uploads, queue)
  }

  func submit(_ mail: Mail) {
    let subject = mail.subject
    tail =
      tail
      .then(label: "undo window of \(subject)", on: queue) { after(.milliseconds(4)) }
      .then(label: "attach to \(subject)", on: queue) { [self] () -> Promise<[String]> in
        guard !undone.contains(subject) else { throw PMKError.cancelled }
        return attach(mail)
      }
      .then(label: "deliver \(subject)", on: queue) { [self] addresses in
        deliver(mail, addresses, attempts: 3)
          .recover(label: "tidy up \(subject)", on: queue) { [self] error in
            when(label: "discarded", guarantees: mail.attachments.map(uploads.discard))
              .map(on: nil) { throw error }
          }
      }
      .then(label: "file \(subject)", on: queue) { [self] in file(subject) }
      .done(label: "\(subject) is out", on: queue) { [self] in
        delegate?.outbox(subject, became: "sent as \(sentFolder.count)")
      }
      .recover(label: "keep \(subject)", on: queue, policy: .allErrors) { [self] error in
        delegate?.outbox(subject, became: error.isCancelled ? "draft" : "failed")
        return Promise<Void>.value
      }
  }

  func undo(_ subject: String) { undone.insert(subject) }

  func quit() -> Promise<Void> {
    Guarantee()
      .then(label: "last mail", on: queue) { [self] in tail }
      .ensureThen(label: "close connection", on: queue) { [server] in server.disconnect() }
  }

  private func attach(_ mail: Mail) -> Promise<[String]> {
    let transfers = CancelContext()
    return transfers.run { uploadAll(mail.attachments) }
      .timeout(label: "patience", .milliseconds(mail.patience))
      .detached(label: "attached")
      .ensure(label: "stop uploads", on: queue) { transfers.cancel() }
  }

  private func uploadAll(_ names: [String]) -> Promise<[String]> {
    var next = names.makeIterator()
    let each = AnyIterator { [uploads] in next.next().map(uploads.upload) }
    return when(label: "attachments", fulfilled: each, concurrently: 2)
  }

  private func deliver(_ mail: Mail, _ addresses: [String], attempts: Int) -> Promise<Void> {
    connected()
      .then(label: "hand over", on: queue) { [server] _ in server.send(mail, addresses) }
      .recover(label: "send again?", on: queue) { [self] error -> Promise<Void> in
        guard attempts > 1 else { throw error }
        if case MailError.refused = error { throw error }
        if case MailError.connectionLost = error { connection = nil }
        return after(label: "back off", .milliseconds(3))
          .then(label: "again", on: queue) { [self] in
            deliver(mail, addresses, attempts: attempts - 1)
          }
      }
  }

  private func connected() -> Promise<Int> {
    if let connection { return connection }
    let opening = server.connect()
      .tap(label: "connected", on: queue) { [self] result in
        if case .failure = result { connection = nil }
      }
    connection = opening
    return opening
  }

  private func file(_ subject: String) -> Promise<Void> {
    after(label: "write \(subject)", .milliseconds(5))
      .done(label: "filed \(subject)", on: queue) { [self] () throws -> Void in
        sentFolder.append(subject)
      }
  }
}

final class MailLog: OutboxDelegate, @unchecked Sendable {
  private(set) var lines: [String] = []
  func outbox(_ subject: String, became state: String) { lines.append("\(subject) \(state)") }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
let (server, uploads, log) = (MailServer(), AttachmentClient(), MailLog())
let queue = DispatchQueue(label: "mail.outbox")
let outbox = Outbox(server: server, uploads: uploads, queue: queue)
outbox.delegate = log
queue.sync {
  outbox.submit(Mail(subject: "hello", attachments: ["map", "photo", "list"]))
  outbox.submit(Mail(subject: "oops"))
  outbox.submit(Mail(subject: "news"))
  outbox.submit(Mail(subject: "advert", attachments: ["flyer"]))
  outbox.submit(Mail(subject: "movie", attachments: ["video"], patience: 12))
  outbox.submit(Mail(subject: "report", attachments: ["table"]))
  outbox.undo("oops")
}
let ended = Result { try outbox.quit().wait() }
let expected = [
  "hello sent as 1", "oops draft", "news sent as 2", "advert failed", "movie failed",
  "report sent as 3",
]
let inbox = ["hello cloud/map cloud/photo cloud/list", "news", "report cloud/table"]
var problem: String?
if case .failure(let error) = ended {
  problem = "the outbox closed with \(error)"
} else if log.lines != expected || server.inbox != inbox {
  problem = "the outbox says \(log.lines), the server got \(server.inbox)"
} else if uploads.names != ["map", "photo", "list", "table"] {
  problem = "the cloud has \(uploads.names)"
} else if uploads.usage.most > 2 || uploads.usage.open > 0 || server.usage != [3, 0] {
  problem = "uploads: \(uploads.usage), connections: \(server.usage)"
}
print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
exit(problem == nil ? 0 : 1)
