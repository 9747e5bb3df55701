// A search finds nothing, so there is nothing to wait for. Does an
// all of nothing settle? And a race of nothing?

import Dispatch
import PromiseKitLite

extension Demo {
  static let empty = Demo(
    "empty", "nothing to wait for",
    teaches: "an empty all is fulfilled; an empty race is rejected",
    from: "PromiseKit badInput; AYPromise all; rule 8",
    knobs: [
      .milliseconds("search", 20, "how long the search takes"),
      .answer(
        "wait", ["all", "settled", "race", "any"],
        "which fan-in waits"),
    ],
    variants: [
      Variant("settled", "all settled", ["wait=settled"]),
      Variant(
        "race", "a race of nothing", ["wait=race"],
        lints: ["empty-fan-in"]),
      Variant(
        "any", "any of nothing", ["wait=any"], lints: ["empty-fan-in"]
      ),
    ],
    accessing: .nothing
  ) { knobs in
    after(label: "search", knobs.milliseconds("search"))
      .map(label: "ids", on: .main) { [Int]() }
      .then(label: "load", on: .main) { ids in
        defer { note("asked for \(ids.count) pages") }
        let pages = ids.map {
          Promise.value(label: "page", "page \($0)")
        }
        return joined(pages, knobs)
      }
      .done(label: "show", on: .main) { note("shown \($0)") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private func joined(
  _ pages: [Promise<String>], _ knobs: Knobs
) -> Promise<[String]> {
  if knobs.answer("wait", is: "settled") {
    return when(label: "pages", resolved: pages)
      .map(label: "texts", on: nil) {
        results in
        try results.map { try $0.get() }
      }
  }
  if knobs.answer("wait", is: "race") {
    return race(label: "pages", pages)
      .map(label: "one", on: nil) { [$0] }
  }
  if knobs.answer("wait", is: "any") {
    return race(label: "pages", fulfilled: pages)
      .map(label: "one", on: nil) {
        [$0]
      }
  }
  return when(label: "pages", fulfilled: pages)
}
