import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Modules of an app start with the flags that the server sends.
  package static let featureFlags = CorpusProgram(
    "feature-flags", .attachOrder, concurrent: ["net"]
  ) { isRepaired in
    let app = StartUp(isRepaired: isRepaired)
    app.launch()
    return app
  }
}

private final class StartUp: Sendable {
  private let isRepaired: Bool
  private let flags = Shared<[String: Bool]>([:])
  private let titles = Shared<[String]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func launch() {
    let session = logIn()
    session.done(label: "greet") { note("hello, \($0)") }.catch(label: "no greeting") { _ in }
    if isRepaired { adopt(session) }
    after(label: "first frame", .milliseconds(5)).done(label: "draw") { self.draw(session) }
    after(label: "settings read", .milliseconds(26)).done(label: "apply settings") {
      if !self.isRepaired { self.adopt(session) }
    }
    for module in 0..<9 { load(module) }
  }

  /// Keeps what the session allows.
  private func adopt(_ session: Promise<String>) {
    session
      .done(label: "adopt session") { _ in  // culprit
        self.flags.value = ["feed": true, "wall": true]
      }
      .catch(label: "no session") { _ in }
  }

  private func draw(_ session: Promise<String>) {
    session
      .then(label: "load feed") { user in  // culprit
        self.feed(user, self.flags.value["feed"] ?? false)
      }
      .then(label: "pictures") { titles in
        when(label: "all pictures", fulfilled: titles.map { self.picture($0) })
      }
      .done(label: "show feed") { pictures in note("feed with \(pictures.count) pictures") }
      .catch(label: "empty feed") { error in note("feed: \(error)") }
    session
      .then(label: "load friends") { user in self.friends(user) }
      .done(label: "show friends") { friends in note("friends: \(friends)") }
      .catch(label: "no friends") { error in note("friends: \(error)") }
  }

  private func logIn() -> Promise<String> {
    net.async(.promise, label: "log in") {
      work(70)
      return "ada"
    }
  }

  private func feed(_ user: String, _ isAllowed: Bool) -> Promise<[String]> {
    net.async(.promise, label: "feed") {
      work(30)
      if !isAllowed { throw NotAllowed() }
      return (0..<6).map { "title \($0)" }
    }
  }

  private func friends(_ user: String) -> Promise<Int> {
    net.async(.promise, label: "friends") {
      work(22)
      return 7
    }
  }

  private func picture(_ title: String) -> Promise<String> {
    net.async(.promise, label: "picture") {
      work(9 + title.count)
      return title
    }
  }

  private func load(_ module: Int) {
    net.async(.promise, label: "module \(module)") { work(10 + 6 * module % 25) }
      .map(label: "parse \(module)") { module }
      .done(label: "ready \(module)") { module in self.titles.update { $0.append("\(module)") } }
      .ensure(label: "progress \(module)") { note("module \(module)") }
      .catch(label: "skip \(module)") { _ in }
  }
}

private struct NotAllowed: Error {}
