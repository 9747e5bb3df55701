// The login is refused. Which of the lines below it run, and when?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension Demo {
  static let loginFails = Demo(
    "login-fails", "login fails",
    teaches: "an error skips the links that do not handle it",
    from: "Promises/A+ 2.2.7.4; PromiseKit finally; rules 6, 9",
    queues: [.concurrent("net", width: 2)],
    knobs: [
      .milliseconds("login", 80, "how long the login takes"),
      .answer("answer", ["fail", "ok"], "how the login ends"),
    ],
    variants: [Variant("works", "the login is right", ["answer=ok"])],
    accessing: .nothing
  ) { knobs in
    login("ada", knobs)
      .then(label: "fetch", on: net) { fetch($0) }
      .done(label: "show", on: .main) { note("shown \($0)") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
      .finally(label: "hide spinner", on: .main) {
        note("spinner hidden")
      }
  }
}

private func login(
  _ user: String, _ knobs: Knobs
) -> Promise<String> {
  net.async(.promise, label: "login(user)") {
    work(for: knobs.milliseconds("login"))
    if knobs.answer("answer", is: "fail") { throw WrongPassword() }
    return "tok_9"
  }
}

private func fetch(_ token: String) -> Promise<[String]> {
  net.async(.promise, label: "fetch(token)") {
    work(for: .milliseconds(120))
    return ["tea", "milk", "bread"]
  }
}

private struct WrongPassword: Error {}
