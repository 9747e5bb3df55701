// The next step of the chain is a function that takes a callback. How
// does it become a link without being wrapped in a promise?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let callbackLink = Demo(
    "callback-link", "a link that calls back",
    teaches: "a link can settle later, by the resolver it is given",
    from: "JPromise j_then; AYPromise thenPromise; Bolts",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("reply", 30, "when the callback comes"),
      .answer("callback", ["items", "error"], "what it brings"),
    ],
    variants: [
      Variant("error", "it brings an error", ["callback=error"])
    ],
    accessing: .nothing
  ) { knobs in
    let login: Promise<String> =
      after(label: "login", .milliseconds(20))
      .map(label: "token") { "tok_9" }

    return
      login
      .thenResolving(label: "fetch") { token, seal in
        note("asking with \(token)")
        fetch(token, knobs) { items, error in
          seal.resolve(items, error)
        }
        note("asked")
      }
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

/// A callback-based function: it calls back on its own queue.
private func fetch(
  _ token: String, _ knobs: Knobs,
  _ answer: @escaping @Sendable ([String]?, Offline?) -> Void
) {
  let fails = knobs.answer("callback", is: "error")
  after(label: "reply", knobs.milliseconds("reply"))
    .done(label: "call back", on: net) {
      answer(fails ? nil : ["tea", "milk"], fails ? Offline() : nil)
    }
}

private struct Offline: Error {}
