import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension CorpusProgram {
  /// Logins with a password and a number by text message; a profile may come from the cache.
  package static let twoFactor = CorpusProgram(
    "two-factor", .recoverTakesAll, concurrent: ["net"]
  ) { isRepaired in
    let service = LoginService(isRepaired: isRepaired)
    for user in 0..<7 {
      after(label: "user", .milliseconds(30 * user)).done(label: "sign in") { service.signIn(user) }
    }
    return service
  }
}

private enum LoginError: Error { case wrongPIN, unavailable, noPicture }

private final class LoginService: Sendable {
  private let isRepaired: Bool
  private let welcomed = Shared<[Int]>([])

  init(isRepaired: Bool) { self.isRepaired = isRepaired }

  func signIn(_ user: Int) {
    let login = checkPassword(user)
      .then(label: "send number") { self.sendNumber(user) }
      .then(label: "check number") { self.checkNumber(user) }
      .then(label: "profile") { token in self.fetchProfile(user, token) }
    withCache(login, user)
      .get(label: "welcome") { name in
        self.welcomed.update { $0.append(user) }
        note("welcome, \(name)")
      }
      .then(label: "picture") { name in self.picture(user).map(label: "row") { "\(name) \($0)" } }
      .done(label: "show row") { note($0) }
      .catch(label: "refuse") { error in note("user \(user): \(error)") }
  }

  private func withCache(_ login: Promise<String>, _ user: Int) -> Promise<String> {
    if isRepaired {
      return login.recover(label: "cached profile", only: LoginError.unavailable) { _ in
        Promise.value("user \(user) of yesterday")
      }
    }
    return login.recover(label: "cached profile") { _ in  // culprit
      Promise.value("user \(user) of yesterday")
    }
  }

  private func checkPassword(_ user: Int) -> Promise<Void> {
    net.async(.promise, label: "password") { work(15 + user) }
  }

  private func sendNumber(_ user: Int) -> Promise<Void> {
    net.async(.promise, label: "text message") { work(22) }
  }

  private func checkNumber(_ user: Int) -> Promise<String> {
    net.async(.promise, label: "number") {
      work(10)
      if user == 4 { throw LoginError.wrongPIN }
      return "token \(user)"
    }
  }

  private func fetchProfile(_ user: Int, _ token: String) -> Promise<String> {
    net.async(.promise, label: "profile of user") {
      work(25)
      if user == 1 || user == 5 { throw LoginError.unavailable }
      return "user \(user)"
    }
  }

  private func picture(_ user: Int) -> Promise<String> {
    net.async(.promise, label: "picture") {
      work(18)
      if user == 2 { throw LoginError.noPicture }
      return "picture \(user)"
    }
    .recover(label: "grey picture", only: LoginError.self) { _ in Promise.value("grey picture") }
  }
}
