// Presence of a team chat: who is online, the own status, and messages in the order of writing.
import Foundation
import PromiseKitLite

enum Status: String, Sendable {
  case online, away, busy, hidden
}

enum ChatError: Error, Equatable {
  case refused
  case lineBusy
}

protocol PresenceDelegate: AnyObject, Sendable {
  func presence(shows status: Status, of user: String)
  func presence(warns text: String)
}

final class ChatServer: @unchecked Sendable {
  private let queue = DispatchQueue(label: "chat.server")
  private(set) var rosterLoads = 0
  private(set) var delivered: [String] = []
  private(set) var published: [Status] = []
  private var busyAnswers = 2

  func roster() -> Promise<[String]> {
    after(label: "roster travels", .milliseconds(15))
      .map(label: "read roster", on: queue) { [self] in
        rosterLoads += 1
        return ["ann", "bob", "cid", "dora"]
      }
  }

  func status(of user: String, poll: Int) -> Promise<Status> {
    let answer: Status = poll == 1 ? .away : .online
    return after(label: "status travels", .milliseconds(poll == 1 ? 35 : 6))
      .then(label: "read status", on: queue) { Promise.value(answer) }
  }

  func publish(_ status: Status) -> Promise<Void> {
    after(label: "publish travels", .milliseconds(8))
      .map(label: "store status", on: queue) { [self] in
        if status == .hidden { throw ChatError.refused }
        published.append(status)
      }
  }

  func deliver(_ text: String, travel: Int) -> Promise<Void> {
    after(label: "message travels", .milliseconds(travel))
      .map(label: "deliver", on: queue) { [self] in
        if text == "two", busyAnswers > 0 {
          busyAnswers -= 1
          throw ChatError.lineBusy
        }
        delivered.append(text)
      }
  }
}

final class Presence: @unchecked Sendable {
  weak var delegate: (any PresenceDelegate)?
  private let server: ChatServer
  private let state = DispatchQueue(label: "chat.presence")
  private var roster: Promise<[String]>?
  private var polls: [String: Int] = [:]
  private var outbox = Promise<Void>()
  private var own = Status.online

  init(server: ChatServer) {
    self.server = server
  }

  func members() -> Promise<[String]> {
    state.async(.promise, label: "members asked") {}
      .then(label: "one roster", on: state) { [self] in
        if let roster {
          return roster
        }
        let loading = server.roster()
        roster = loading
        return loading
      }
  }

  func refresh(_ user: String) -> Promise<Void> {
    state.async(.promise, label: "count poll") { [self] in
      polls[user, default: 0] += 1
      return polls[user, default: 0]
    }
    .then(label: "ask status", on: state) { [self] (poll: Int) in
      server.status(of: user, poll: poll).map(label: "with poll") { ($0, poll) }
    }
    .done(label: "show status", on: state) { [self] status, poll in
      guard polls[user] == poll else { return }
      delegate?.presence(shows: status, of: user)
    }
  }

  func setOwn(_ status: Status) -> Promise<Void> {
    state.async(.promise, label: "show own") { [self] in
      let before = own
      own = status
      delegate?.presence(shows: status, of: "me")
      return before
    }
    .then(label: "publish", on: state) { [self] (before: Status) in
      server.publish(status)
        .recover(label: "put back", on: state) { [self] error -> Promise<Void> in
          own = before
          delegate?.presence(shows: before, of: "me")
          throw error
        }
    }
  }

  func send(_ text: String, travel: Int) -> Promise<Void> {
    state.async(.promise, label: "enqueue") { [self] in
      let turn = outbox.then(label: "turn", on: state) { [self] in
        retrying(label: "deliver until free", times: 4, delay: .milliseconds(3), on: state) {
          [self] _ in
          server.deliver(text, travel: travel)
        }
      }
      outbox = turn
      return turn
    }
    .then(label: "sent", on: state) { (turn: Promise<Void>) in turn }
  }

  func ownStatus() -> Promise<Status> {
    state.async(.promise, label: "own status") { [self] in own }
  }
}

final class Window: PresenceDelegate, @unchecked Sendable {
  private let lock = NSLock()
  private(set) var shown: [String: [Status]] = [:]
  private(set) var warnings: [String] = []

  func presence(shows status: Status, of user: String) {
    lock.withLock { shown[user, default: []].append(status) }
  }

  func presence(warns text: String) {
    lock.withLock { warnings.append(text) }
  }
}

func finish(_ problem: String?) -> Never {
  print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
  exit(problem == nil ? 0 : 1)
}

func verdict(_ own: Status, _ lists: [[String]], _ server: ChatServer, _ window: Window) -> String?
{
  if lists.contains(where: { $0.count != 4 }) { return "a member is missing" }
  if server.rosterLoads != 1 { return "the roster was loaded \(server.rosterLoads) times" }
  for user in ["ann", "bob", "cid", "dora"] where window.shown[user]?.last != .online {
    return "the list shows an old status of \(user)"
  }
  if own != .busy { return "the own status is \(own)" }
  if window.shown["me"] != [.away, .busy, .hidden, .busy] { return "the own status jumps" }
  if server.published != [.away, .busy] { return "others see \(server.published)" }
  if window.warnings != ["hidden is not allowed"] { return "the refusal was not told" }
  if server.delivered != ["one", "two", "three", "four"] { return "messages \(server.delivered)" }
  return nil
}

let server = ChatServer()
let window = Window()
let presence = Presence(server: server)
presence.delegate = window

DispatchQueue.global().asyncAfter(deadline: .now() + 3) { finish("not finished") }

let statuses = presence.setOwn(.away)
  .then(label: "work") { presence.setOwn(.busy) }
  .then(label: "hide") { presence.setOwn(.hidden) }
  .recover(label: "tell refusal", only: ChatError.refused) { _ in
    window.presence(warns: "hidden is not allowed")
  }

let polls = presence.members()
  .then(label: "refresh all") { users in
    when(
      label: "all polls", fulfilled: users.flatMap { [presence.refresh($0), presence.refresh($0)] })
  }

let messages = zip(["one", "two", "three", "four"], [20, 12, 6, 2])
  .map { text, travel in presence.send(text, travel: travel) }

when(label: "lists", fulfilled: (1...3).map { _ in presence.members() })
  .then(label: "everything") { lists in
    when(label: "settled", fulfilled: statuses, polls, when(label: "sent all", fulfilled: messages))
      .map(label: "lists again") { _ in lists }
  }
  .then(label: "ask own") { lists in
    presence.ownStatus().map(label: "own") { ($0, lists) }
  }
  .done(label: "check") { own, lists in finish(verdict(own, lists, server, window)) }
  .catch(label: "failed") { error in finish("\(error)") }

dispatchMain()
