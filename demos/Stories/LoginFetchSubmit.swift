// Three steps, each on its own queue. What does submit wait for,
// and on which queue does each line run?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let orders = DispatchQueue(label: "work")

extension Demo {
  static let loginFetchSubmit = Demo(
    "login-fetch-submit", "login → fetch → submit",
    teaches: "values travel down a chain, from queue to queue",
    from: "PromiseKit firstly, then, done; rules 5, 6, 7",
    queues: [.concurrent("net", width: 2), .serial("work")],
    knobs: [
      .milliseconds("login", 80, "how long the login takes"),
      .milliseconds("fetch", 120, "how long the fetch takes"),
      .milliseconds("submit", 60, "how long the submit takes"),
      .milliseconds("metrics", 199, "when metrics use the queue"),
      .answer("answer", ["ok", "fail"], "how submit is answered"),
    ],
    variants: [
      Variant("alone", "metrics come later", ["metrics=500"]),
      Variant("refused", "the server says no", ["answer=fail"]),
    ],
    accessing: .nothing
  ) { knobs in
    _ = after(label: "metrics", knobs.milliseconds("metrics"))
      .done(label: "flush", on: orders) {
        work(for: .milliseconds(3))
      }

    return login("ada", knobs)
      .then(label: "fetch", on: net) { fetch($0, knobs) }
      .then(label: "submit", on: orders) { submit($0, knobs) }
      .done(label: "show", on: .main) { note("shown \($0)") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private func login(
  _ user: String, _ knobs: Knobs
) -> Promise<String> {
  net.async(.promise, label: "login(user)") {
    work(for: knobs.milliseconds("login"))
    return "tok_9"
  }
}

private func fetch(
  _ token: String, _ knobs: Knobs
) -> Promise<[String]> {
  net.async(.promise, label: "fetch(token)") {
    work(for: knobs.milliseconds("fetch"))
    return ["tea", "milk", "bread"]
  }
}

private func submit(
  _ items: [String], _ knobs: Knobs
) -> Promise<String> {
  net.async(.promise, label: "submit(items)") {
    work(for: knobs.milliseconds("submit"))
    if knobs.answer("answer", is: "fail") { throw Refused() }
    return "receipt for \(items.count)"
  }
}

private struct Refused: Error {}
