// The step after the login returns something. How does the chain
// continue if that is a value, a promise, an error, or nothing?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let thenReturns = Demo(
    "then-returns", "what a handler returns",
    teaches: "what a handler returns decides how the chain continues",
    from: "Promises/A+ 2.2.7, 2.3; rule 7; google and AYPromise then",
    queues: [.serial("net")],
    knobs: [
      .answer(
        "returns", ["promise", "value", "throw", "nothing"],
        "what the step returns")
    ],
    variants: [
      Variant("value", "a value fulfills it", ["returns=value"]),
      Variant("throw", "a throw rejects", ["returns=throw"]),
      Variant("nothing", "nothing is a value", ["returns=nothing"]),
    ],
    accessing: .nothing
  ) { knobs in
    let login: Promise<String> =
      after(label: "login", .milliseconds(20))
      .map(label: "user") { "ada" }

    if knobs.answer("returns", is: "value") {
      return show(
        login.map(label: "step") { user in "page of \(user)" })
    }
    if knobs.answer("returns", is: "throw") {
      return show(login.map(label: "step") { _ in throw NoPage() })
    }
    if knobs.answer("returns", is: "nothing") {
      return show(login.done(label: "step") { note("hello \($0)") })
    }
    return show(login.then(label: "step") { user in load(user) })
  }
}

private func load(_ user: String) -> Promise<String> {
  net.async(.promise, label: "page") {
    work(for: .milliseconds(30))
    return "page of \(user)"
  }
}

private func show<Value>(_ step: Promise<Value>) -> PMKFinalizer {
  step
    .done(label: "show") { note("shown \($0)") }
    .catch(label: "alert") { note("alert \($0)") }
}

private struct NoPage: Error {}
