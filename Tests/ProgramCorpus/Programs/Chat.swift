import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let store = DispatchQueue(label: "store")

extension CorpusProgram {
  /// A chat that renews its token when the server no longer accepts it.
  package static let chat = CorpusProgram("chat", .overlappingRuns, concurrent: ["net"]) {
    isRepaired in
    let chat = Chat(isRepaired: isRepaired)
    for (number, room) in ["lobby", "garden", "kitchen", "attic", "cellar"].enumerated() {
      after(label: "open room", .milliseconds(2 + number * 7)).done(label: "opened") {
        chat.open(room, number)
      }
    }
    return chat
  }
}

private struct Expired: Error {}

private final class Chat: Sendable {
  private let isRepaired: Bool
  private let token = Shared("old")
  private let renewal = Shared<Promise<String>?>(nil)
  private let messages = Shared<[String: [String]]>([:])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func open(_ room: String, _ number: Int) {
    authorized("history of \(room)", 15 + number) { token in self.history(room, number, token) }
      .get(label: "keep history", on: store) { self.messages.value[room] = $0 }
      .then(label: "members") { _ in
        when(label: "all members", fulfilled: (0..<3).map { self.member($0 * 5 + number) })
      }
      .done(label: "show room") { names in note("\(room): \(names.joined(separator: " "))") }
      .catch(label: "room failed") { error in note("\(room): \(error)") }
  }

  /// Sends a request with the token. With an expired one, renews it and sends the request again.
  private func authorized<Answer: Sendable>(
    _ what: String, _ milliseconds: Int, _ send: @escaping @Sendable (String) -> Promise<Answer>
  ) -> Promise<Answer> {
    send(token.value).recover(label: "again", only: Expired.self) { _ in
      self.renewed().then(label: "resend") { token in send(token) }
    }
  }

  private func renewed() -> Promise<String> {
    if isRepaired, let running = renewal.value { return running }
    let promise = renew()
      .get(label: "keep token", on: store) { self.token.value = $0 }  // culprit
    renewal.value = promise
    return promise
  }

  private func renew() -> Promise<String> {
    net.async(.promise, label: "renew token") {  // culprit
      work(60)
      return "new"
    }
  }

  private func history(_ room: String, _ number: Int, _ token: String) -> Promise<[String]> {
    net.async(.promise, label: "history") {
      work(20 + number * 3)
      if token == "old" { throw Expired() }
      return ["\(room) is open"]
    }
  }

  private func member(_ number: Int) -> Promise<String> {
    net.async(.promise, label: "member") {
      work(10 + number * 11 % 17)
      return "member \(number)"
    }
  }
}
