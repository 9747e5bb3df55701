// Three servers have the same file, and two of them refuse. Which one
// wins now, and what if all three refuse?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension Demo {
  static let firstFulfilled = Demo(
    "any", "any",
    teaches:
      "the first to be fulfilled wins; otherwise all errors count",
    from: "AYPromise race, Bolts any, JavaScript any; rule 8",
    queues: [.concurrent("net", width: 3)],
    knobs: [
      .milliseconds("near", 30, "how long near takes"),
      .milliseconds("far", 50, "how long far takes"),
      .milliseconds("old", 10, "how long old takes"),
      .answer("answer", ["there", "down"], "what far answers"),
    ],
    variants: [Variant("down", "all three refuse", ["answer=down"])],
    accessing: .nothing
  ) { knobs in
    let isThere = knobs.answer("answer", is: "there")
    return Promise.any(
      label: "first",
      [
        load(from: "near", knobs),
        load(from: "far", knobs, isThere: isThere),
        load(from: "old", knobs),
      ]
    )
    .done(label: "show", on: .main) { note("from the \($0) server") }
    .catch(label: "alert", on: .main) { error in
      guard case PMKError.noWinner(let errors) = error else { return }
      for error in errors { note("\(error)") }
    }
  }
}

private func load(
  from server: String, _ knobs: Knobs, isThere: Bool = false
) -> Promise<String> {
  net.async(.promise, label: server) {
    work(for: knobs.milliseconds(server))
    guard isThere else { throw Down(server: server) }
    return server
  }
}

private struct Down: Error { let server: String }
