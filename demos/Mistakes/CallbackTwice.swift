// An old function calls back twice, from its cache and from the net.
// A promise wraps it: which of the pages is shown?

import Dispatch
import PromiseKitLite

extension Demo {
  static let callbackTwice = Demo(
    "callback-twice", "callback twice",
    teaches: "a callback may fire twice; a promise settles once",
    from: "PromiseKit Resolver, #97; google wrap; rule 1",
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
    accessing: .nothing
  ) { knobs in
    Promise(label: "page") { seal in
      load(knobs) { page, error in
        note("called back with \(page ?? "an error")")
        seal.resolve(page, error)
      }
    }
    .done(label: "show") { note("shown \($0)") }
    .catch(label: "alert") { note("alert \($0)") }
  }
}

/// The old function, which calls back twice.
private func load(
  _ knobs: Knobs,
  _ done: @escaping @Sendable (String?, (any Error)?) -> Void
) {
  after(label: "cache", knobs.milliseconds("cache"))
    .done(label: "from cache") { done("old page", nil) }
  after(label: "net", knobs.milliseconds("net"))
    .done(label: "from net") {
      if knobs.answer("answer", is: "fail") {
        done(nil, Offline())
      } else {
        done("new page", nil)
      }
    }
}

private struct Offline: Error {}
