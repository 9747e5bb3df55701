// Sends a newsletter: web version first, then mails in batches, bounces, unsubscriptions, statistics.
import Foundation
import PromiseKitLite

enum MailError: Error, Equatable {
  case tryLater
  case bounced(String)
}

enum Outcome: String, Sendable {
  case sent, bounced, unsubscribed
}

let mailer = DispatchQueue(label: "newsletter.mailer", attributes: .concurrent)
let office = DispatchQueue(label: "newsletter.office")

enum Web {
  nonisolated(unsafe) static var renderings = 0
  nonisolated(unsafe) static var log: [String] = []

  static let page = render()

  private static func render() -> Promise<String> {
    after(label: "rendering", .milliseconds(8))
      .map(label: "render page", on: office) {
        renderings += 1
        return "Spring at the museum"
      }
      .asPromise()
  }

  static func publish() -> Promise<Void> {
    page
      .then(label: "upload page", on: office) { _ in after(.milliseconds(12)) }
      .done(label: "page is online", on: office) { log.append("web") }
  }
}

extension Guarantee {
  func asPromise() -> Promise<Value> { Promise(self) }
}

enum Readers {
  nonisolated(unsafe) static var list = ["ada", "ben", "dan", "cleo", "eve", "hal", "ida"]
  nonisolated(unsafe) static var unsubscribed: Set<String> = []

  static func isSubscribed(_ name: String) -> Promise<Bool> {
    after(label: "list lookup", .milliseconds(1))
      .map(label: "still subscribed?", on: office) { !unsubscribed.contains(name) }
      .asPromise()
  }

  static func unsubscribe(_ name: String) -> Promise<Void> {
    after(label: "unsubscribing", .milliseconds(6))
      .done(label: "unsubscribe \(name)", on: office) { unsubscribed.insert(name) }
      .asPromise()
  }

  static func remove(_ name: String) -> Promise<Void> {
    after(label: "removing", .milliseconds(3))
      .done(label: "remove \(name)", on: office) { list.removeAll { $0 == name } }
      .asPromise()
  }
}

enum Statistics {
  nonisolated(unsafe) static var stored: [String: Int] = [:]
  nonisolated(unsafe) static var last = Promise<Void>()

  static func count(_ outcome: Outcome) -> Promise<Void> {
    office.async(.promise, label: "line up") { () -> Promise<Void> in
      let counted =
        last
        .then(label: "read count", on: office) { after(.milliseconds(1)) }
        .map(label: "old count", on: office) { stored[outcome.rawValue] ?? 0 }
        .delay(label: "write count", .milliseconds(1))
        .done(label: "new count", on: office) { old in stored[outcome.rawValue] = old + 1 }
      last = counted
      return counted
    }
    .then(label: "counted", on: office) { $0 }
  }
}

enum PostOffice {
  static let lock = NSLock()
  nonisolated(unsafe) static var attempts: [String: Int] = [:]
  nonisolated(unsafe) static var open = 0
  nonisolated(unsafe) static var mostOpen = 0

  static func deliver(_ text: String, to name: String) -> Promise<Void> {
    let attempt = lock.withLock {
      attempts[name, default: 0] += 1
      open += 1
      mostOpen = max(mostOpen, open)
      return attempts[name, default: 0]
    }
    return after(label: "mail to \(name)", .milliseconds(name.count * 2))
      .map(label: "delivered", on: office) {
        if name == "dan" { throw MailError.bounced(name) }
        if name == "ben", attempt == 1 { throw MailError.tryLater }
        Web.log.append(name)
      }
      .ensure(label: "connection is closed", on: mailer) { lock.withLock { open -= 1 } }
  }
}

func mail(_ name: String, _ text: String) -> Promise<Outcome> {
  retrying(
    label: "mail or later", times: 3, delay: .milliseconds(4), on: mailer,
    while: { error, _ in error as? MailError == .tryLater }
  ) { _ in
    PostOffice.deliver(text, to: name)
  }
  .then(label: "answers", on: mailer) {
    name == "hal" ? Readers.unsubscribe("ida") : Promise()
  }
  .map(label: "sent") { Outcome.sent }
  .recover(label: "bounce", only: MailError.bounced(name), on: mailer) { _ in
    Readers.remove(name).map(label: "bounced") { Outcome.bounced }
  }
}

func process(_ name: String, _ text: String) -> Promise<Outcome> {
  Readers.isSubscribed(name)
    .then(label: "mail", on: mailer) { isSubscribed -> Promise<Outcome> in
      guard isSubscribed else { return .value(.unsubscribed) }
      return mail(name, text)
    }
    .then(label: "statistics", on: mailer) { outcome in
      Statistics.count(outcome).map(label: "outcome") { outcome }
    }
}

func sendBatches(of names: [String], _ text: String) -> Promise<[Outcome]> {
  let batches = stride(from: 0, to: names.count, by: 3).map { start in
    Array(names[start..<min(start + 3, names.count)])
  }
  return Promise.value([Outcome]())
    .reduce(label: "batches", batches, on: office) { outcomes, batch in
      let mails = batch.lazy.map { process($0, text) }
      return when(label: "batch", fulfilled: mails.makeIterator(), concurrently: 2)
        .delay(label: "pause", .milliseconds(2))
        .map(label: "so far") { outcomes + $0 }
    }
}

func campaign() -> Promise<[Outcome]> {
  Web.publish()
    .then(label: "text", on: office) { Web.page }
    .then(label: "send", on: office) { text in sendBatches(of: Readers.list, text) }
}

func problem(outcomes: [Outcome]) -> String? {
  if outcomes != [.sent, .sent, .bounced, .sent, .sent, .sent, .unsubscribed] {
    return "the report says \(outcomes)"
  }
  if Web.log.first != "web" { return "\(Web.log[0]) was mailed before the page was online" }
  let mailed = Web.log.dropFirst().sorted()
  if mailed != ["ada", "ben", "cleo", "eve", "hal"] { return "mailed were \(mailed)" }
  if Web.renderings != 1 { return "the page was rendered \(Web.renderings) times" }
  if Readers.list.contains("dan") { return "a bounced address is kept" }
  if Statistics.stored != ["sent": 5, "bounced": 1, "unsubscribed": 1] {
    return "the statistics say \(Statistics.stored)"
  }
  if PostOffice.attempts["ben"] != 2 || PostOffice.attempts["dan"] != 1 { return "wrong attempts" }
  if PostOffice.mostOpen > 2 { return "\(PostOffice.mostOpen) connections at once" }
  return nil
}

func finish(_ problem: String?) -> Never {
  print(problem.map { "check: failed: \($0)" } ?? "check: ok")
  exit(problem == nil ? 0 : 1)
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

campaign()
  .done(label: "check", on: office) { outcomes in finish(problem(outcomes: outcomes)) }
  .catch(label: "failed", on: office) { error in finish("\(error)") }

dispatchMain()
