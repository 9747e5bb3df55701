// An old function calls back from its cache, and again from the net.
// A promise is made of it: which of the pages is shown?

import Dispatch
import PromiseKitLite

extension Demo {
  static let callbackTwice = Demo(
    "callback-twice", "callback twice",
    teaches: "a callback may fire twice; a promise settles once",
    from: "PromiseKit Resolver; google wrap; S17; rule 1",
    knobs: [
      .milliseconds("cache", 10, "when the cache has answered"),
      .milliseconds("net", 30, "when the net has answered"),
      .answer("answer", ["page", "fail"], "what the net answers"),
    ],
    variants: [
      Variant(
        "fails", "the net fails", ["answer=fail"],
        lints: ["resolved-again"])
    ],
    lints: ["resolved-again"],
    touching: .nothing
  ) { knobs in
    Promise("page") { seal in
      load(knobs) { page, error in
        note("called back with \(page ?? "an error")")
        seal.resolve(page, error)
      }
    }
    .done("show") { note("shown \($0)") }
    .catch("alert") { note("alert \($0)") }
  }
}

/// The old function.
private func load(
  _ knobs: Knobs,
  _ done: @escaping @Sendable (String?, (any Error)?) -> Void
) {
  after("cache", knobs.milliseconds("cache"))
    .done("from cache") { done("old page", nil) }
  after("net", knobs.milliseconds("net")).done("from net") {
    if knobs.answer("answer", is: "fail") {
      done(nil, Offline())
    } else {
      done("new page", nil)
    }
  }
}

private struct Offline: Error {}
