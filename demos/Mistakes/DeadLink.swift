// The handler of parse receives a resolver, and does not call it on
// one of its paths. Which of the links below it run?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let deadLink = Demo(
    "dead-link", "dead link",
    teaches: "nothing runs after a link that never resolves",
    from: "JPromise j_then; AYPromise thenPromise; rules 1, 9",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("load", 20, "how long the page takes"),
      .answer("page", ["empty", "tea", "broken"], "what is loaded"),
    ],
    variants: [
      Variant("tea", "the page is not empty", ["page=tea"]),
      Variant("broken", "the page cannot be parsed", ["page=broken"]),
    ],
    lints: ["never-settles"],
    ends: .pending,
    accessing: .nothing
  ) { knobs in
    let parsed: Promise<Int> = load(knobs)
      .thenResolving(label: "parse") { page, seal in
        if page == "broken" { return seal.reject(Broken()) }
        if page == "empty" { return note("nothing to parse") }
        seal.fulfill(page.count)
      }
    parsed
      .done(label: "show") { note("shown \($0)") }
      .ensure(label: "hide spinner") { note("spinner hidden") }
      .catch(label: "alert") { note("alert \($0)") }
    return parsed
  }
}

private func load(_ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: "load") {
    work(for: knobs.milliseconds("load"))
    if knobs.answer("page", is: "tea") { return "tea" }
    return knobs.answer("page", is: "broken") ? "broken" : "empty"
  }
}

private struct Broken: Error {}
