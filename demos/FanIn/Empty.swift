// A search finds nothing, and nothing is what is waited for. Does all
// of nothing come to an end? And a race that nobody runs?

import Dispatch
import PromiseKitLite

extension Demo {
  static let empty = Demo(
    "empty", "nothing to wait for",
    teaches: "all of nothing is fulfilled, a race is rejected",
    from: "S10, S13; rule 8",
    knobs: [
      .milliseconds("search", 20, "how long the search takes"),
      .answer(
        "wait", ["all", "settled", "race", "any"],
        "what is waited for"),
    ],
    variants: [
      Variant(
        "settled", "all settled", ["wait=settled"],
        lints: ["empty-fan-in"]),
      Variant(
        "race", "a race of nothing", ["wait=race"],
        lints: ["empty-fan-in"]),
      Variant(
        "any", "any of nothing", ["wait=any"], lints: ["empty-fan-in"]
      ),
    ],
    lints: ["empty-fan-in"], touching: .nothing
  ) { knobs in
    after("search", knobs.milliseconds("search"))
      .map("ids", on: .main) { [Int]() }
      .then("load", on: .main) { ids in
        defer { note("asked for \(ids.count) pages") }
        let pages = ids.map { Promise.value("page", "page \($0)") }
        return joined(pages, knobs)
      }
      .done("show", on: .main) { note("shown \($0)") }
      .catch("alert", on: .main) { note("alert \($0)") }
  }
}

private func joined(
  _ pages: [Promise<String>], _ knobs: Knobs
) -> Promise<[String]> {
  if knobs.answer("wait", is: "settled") {
    return when("pages", resolved: pages).map("texts", on: nil) {
      results in
      try results.map { try $0.get() }
    }
  }
  if knobs.answer("wait", is: "race") {
    return race("pages", pages).map("one", on: nil) { [$0] }
  }
  if knobs.answer("wait", is: "any") {
    return race("pages", fulfilled: pages).map("one", on: nil) {
      [$0]
    }
  }
  return when("pages", fulfilled: pages)
}
