// A reply is a text or an error, and the promise is fulfilled with
// either of them. Which handler receives the error?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let errorAsValue = Demo(
    "error-as-value", "error as value",
    teaches: "an error that fulfills a promise is a value",
    from: "AYPromise, JPromise, google: NSError; rule 9",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("ask", 20, "how long the reply takes"),
      .answer("reply", ["error", "text"], "what the reply is"),
      .flag("look", false, "whether the reply is checked"),
    ],
    variants: [
      Variant("looked-at", "an error is thrown", ["look=yes"]),
      Variant("text", "the reply is a text", ["reply=text"]),
    ],
    lints: ["error-as-value"],
    accessing: .nothing
  ) { knobs in
    net.async(.promise, label: "ask") {
      work(for: knobs.milliseconds("ask"))
      let reply = reply(knobs)
      if knobs.flag("look"), let error = reply as? any Error {
        throw error
      }
      return reply
    }
    .done(label: "show") { note("shown \($0)") }
    .catch(label: "alert") { note("alert \($0)") }
  }
}

/// Returns what an old interface answers: a text or an error.
private func reply(_ knobs: Knobs) -> any Sendable {
  if knobs.answer("reply", is: "text") { return "tea" }
  return Closed()
}

private struct Closed: Error {}
