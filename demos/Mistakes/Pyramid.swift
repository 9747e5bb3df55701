// Four requests, each inside the handler of the one before. What does
// the pyramid do that a flat chain does not do?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let nestedPyramid = Demo(
    "pyramid", "pyramid",
    teaches: "return each promise, and the chain can stay flat",
    from: "google/promises, nested promises; rules 6, 7",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("request", 20, "how long a request takes"),
      .answer("form", ["nested", "flat"], "how it is written"),
      .answer("refused", ["nothing", "submit"], "what is refused"),
    ],
    variants: [
      Variant("flat", "the same as a flat chain", ["form=flat"]),
      Variant(
        "refused", "the third request is refused", ["refused=submit"],
        lints: ["nested-handlers"]),
    ],
    lints: ["nested-handlers"],
    accessing: .nothing
  ) { knobs in
    let order =
      knobs.answer("form", is: "flat")
      ? asChain(knobs) : asPyramid(knobs)
    return order.catch(label: "alert") { note("alert \($0)") }
  }
}

private func asPyramid(_ knobs: Knobs) -> Promise<Void> {
  ask("login", knobs).then(label: "with token") { _ in
    ask("fetch", knobs).then(label: "with items") { _ in
      ask("submit", knobs).then(label: "with receipt") { _ in
        ask("print", knobs)
          .done(label: "end") { note("\($0) is done") }
      }
    }
  }
}

private func asChain(_ knobs: Knobs) -> Promise<Void> {
  ask("login", knobs)
    .then(label: "with token") { _ in ask("fetch", knobs) }
    .then(label: "with items") { _ in ask("submit", knobs) }
    .then(label: "with receipt") { _ in ask("print", knobs) }
    .done(label: "end") { note("\($0) is done") }
}

private func ask(_ what: String, _ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: what) {
    note(what)
    work(for: knobs.milliseconds("request"))
    if knobs.answer("refused", is: what) { throw Refused() }
    return what
  }
}

private struct Refused: Error {}
