// A chat room screen: history is paged in from a server, sent messages appear at once.
import Foundation
import PromiseKitLite

struct Message: Sendable, Equatable {
  let id: Int
  let text: String
}

struct Page: Sendable {
  let messages: [Message]
  let older: Int?
}

enum ChatError: Error {
  case busy, refused
}

final class ChatClient: @unchecked Sendable {
  private let queue = DispatchQueue(label: "chat.client")
  private var fetches: [String: Int] = [:]
  private var posted: [String] = []
  private var failuresLeft = ["random/21": 1, "archive/31": 3]

  var requests: [String: Int] { queue.sync { fetches } }
  var received: [String] { queue.sync { posted } }

  func fetch(_ room: String, before: Int) -> Promise<Page> {
    Promise(label: "fetch \(room) before \(before)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(room == "general" ? 40 : 6)) { [self] in
        let key = "\(room)/\(before)"
        fetches[key, default: 0] += 1
        failuresLeft[key, default: 0] -= 1
        guard failuresLeft[key, default: 0] < 0 else { return seal.reject(ChatError.busy) }
        let first = max(before - 10, 1)
        let messages = (first..<before).map { Message(id: $0, text: "\(room) \($0)") }
        seal.fulfill(Page(messages: messages, older: first > 1 ? first : nil))
      }
    }
  }

  func post(_ text: String, to room: String) -> Promise<Int> {
    Promise(label: "post \(text)") { seal in
      queue.asyncAfter(deadline: .now() + .milliseconds(text.count * 2)) { [self] in
        guard !text.contains("spam") else { return seal.reject(ChatError.refused) }
        posted.append(text)
        seal.fulfill(30 + posted.count)
      }
    }
  }
}

final class ChatRepository: @unchecked Sendable {
  private let client: ChatClient
  private let queue = DispatchQueue(label: "chat.repository")
  private var pages: [String: Promise<Page>] = [:]
  private var tail: Promise<Void> = .value

  init(client: ChatClient) {
    self.client = client
  }

  func page(of room: String, before: Int) -> Promise<Page> {
    Guarantee().then(label: "look up \(room) before \(before)", on: queue) { [self] in
      lookUp(room, before)
    }
  }

  func post(_ text: String, to room: String) -> Promise<Int> {
    let sent = tail.then(label: "send \(text)") { [client] in client.post(text, to: room) }
    tail = sent.asVoid(label: "sent \(text)")
      .recover(label: "go on after \(text)") { _ in Promise<Void>.value }
    return sent
  }

  private func lookUp(_ room: String, _ before: Int) -> Promise<Page> {
    let key = "\(room)/\(before)"
    if let known = pages[key] { return known }
    let load = attempt(room, before, left: 2)
      .tap(label: "keep \(key)", on: queue) { [self] result in
        if case .failure = result { pages[key] = nil }
      }
    pages[key] = load
    return load
  }

  private func attempt(_ room: String, _ before: Int, left: Int) -> Promise<Page> {
    client.fetch(room, before: before)
      .recover(label: "try again", on: queue) { [self] error -> Promise<Page> in
        guard left > 1, case ChatError.busy = error else { throw error }
        return after(label: "back off", .milliseconds(4))
          .then(label: "next attempt", on: queue) { [self] in attempt(room, before, left: left - 1)
          }
      }
  }
}

final class ChatViewModel: @unchecked Sendable {
  var onChange: (String) -> Void = { _ in }
  private(set) var room = ""
  private(set) var messages: [Message] = []
  private(set) var isLoading = false
  private let repository: ChatRepository
  private var cursor: Int?
  private var visit = 0
  private var drafts = 0

  init(repository: ChatRepository) {
    self.repository = repository
  }

  func open(_ name: String) -> Promise<Void> {
    visit += 1
    room = name
    messages = []
    cursor = 31
    isLoading = false
    return loadOlder()
  }

  func loadOlder() -> Promise<Void> {
    guard !isLoading, let before = cursor else { return .value }
    isLoading = true
    let (current, name) = (visit, room)
    return repository.page(of: name, before: before)
      .done(label: "show \(name) before \(before)") { [self] page in
        guard current == visit else { return }
        messages = page.messages + messages
        cursor = page.older
        onChange("\(name) \(messages.count)")
      }
      .ensure(label: "stop spinner of \(name)") { [self] in
        guard current == visit else { return }
        isLoading = false
      }
      .recover(label: "report \(name)") { [self] _ -> Promise<Void> in
        onChange("\(name) failed")
        return .value
      }
  }

  func send(_ text: String) -> Promise<Void> {
    drafts += 1
    let draft = Message(id: -drafts, text: text)
    messages.append(draft)
    return repository.post(text, to: room)
      .done(label: "confirm \(text)") { [self] id in
        guard let place = messages.firstIndex(of: draft) else { return }
        messages[place] = Message(id: id, text: text)
      }
      .recover(label: "take back \(text)") { [self] error -> Promise<Void> in
        messages.removeAll { $0.id == draft.id }
        onChange("\(text) was not sent")
        return .value
      }
  }
}

final class ChatScreen: @unchecked Sendable {
  private let client = ChatClient()
  private let model: ChatViewModel
  private var log: [String] = []

  init() {
    model = ChatViewModel(repository: ChatRepository(client: client))
  }

  func use() {
    model.onChange = { [self] change in log.append(change) }
    when(label: "both rooms", fulfilled: model.open("general"), model.open("random"))
      .then(label: "scroll up") { [self] _ in scroll(times: 3) }
      .then(label: "scroll on") { [self] _ in scroll(times: 2) }
      .then(label: "write") { [self] _ in
        when(
          label: "sends", fulfilled: ["long good morning", "spam", "lunch?", "ok"].map(model.send))
      }
      .get(label: "look at random") { [self] _ in
        log.append(model.messages.map { "\($0.id)" }.joined(separator: " "))
      }
      .then(label: "open archive") { [self] _ in model.open("archive") }
      .then(label: "open archive again") { [self] in model.open("archive") }
      .then(label: "back to general") { [self] in model.open("general") }
      .done(label: "compare", finish)
      .cauterize(label: "end")
  }

  private func scroll(times: Int) -> Promise<Void> {
    when(label: "scrolled", fulfilled: (0..<times).map { _ in model.loadOlder() })
  }

  private func finish() {
    let random = ((1...30).map { "\($0)" } + ["31", "32", "33"]).joined(separator: " ")
    let expected = [
      "random 10", "random 20", "random 30", "spam was not sent", random,
      "archive failed", "archive 10", "general 10",
    ]
    var problem: String?
    if log != expected {
      problem = "the screen showed \(log)"
    } else if client.received != ["long good morning", "lunch?", "ok"] {
      problem = "messages arrived as \(client.received)"
    } else if client.requests["general/31"] != 1 || client.requests["archive/31"] != 4 {
      problem = "pages were requested \(client.requests)"
    } else if model.room != "general" || model.messages.count != 10 || model.isLoading {
      problem = "the room is not what was opened last"
    }
    print("check: \(problem.map { "failed: \($0)" } ?? "ok")")
    exit(problem == nil ? 0 : 1)
  }
}

DispatchQueue.global().asyncAfter(deadline: .now() + 3) {
  print("check: failed: not finished")
  exit(1)
}
ChatScreen().use()
dispatchMain()
