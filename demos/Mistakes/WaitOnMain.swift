// Show waits for the items, and blocks main while it waits. What can
// then run on main to deliver the items?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let side = DispatchQueue(label: "side")

extension Demo {
  static let waitOnMain = Demo(
    "wait-on-main", "wait on main",
    teaches: "a wait can block the queue that would end it",
    from: "PromiseKit wait, #1270; google awaitPromise; rule 12",
    queues: [.serial("net"), .serial("side")],
    knobs: [
      .milliseconds("fetch", 10, "how long the fetch takes"),
      .milliseconds("tap", 10, "when the user taps"),
      .answer("parse", ["main", "side"], "where items are parsed"),
      .answer("by", ["wait", "link"], "how show gets the items"),
    ],
    variants: [
      Variant(
        "stuck", "the tap comes too early", ["tap=5"],
        lints: ["wait-blocks-chain"]),
      Variant(
        "aside", "the items are parsed on another queue",
        ["tap=5", "parse=side"], lints: ["wait-blocks-chain"]),
      Variant(
        "linked", "show is a link and blocks nothing",
        ["tap=5", "by=link"]),
    ],
    lints: ["wait-blocks-chain"],
    // The handlers share nothing but the promise.
    accessing: .nothing, expects: ["never deadlock"]
  ) { knobs in
    let isAside = knobs.answer("parse", is: "side")
    let items: Promise<Int> = net.async(.promise, label: "fetch") {
      work(for: knobs.milliseconds("fetch"))
      return "tea milk"
    }
    .map(label: "parse", on: isAside ? side : .main) {
      note("parsed")
      return $0.split(separator: " ")
    }
    .map(label: "count", on: side) {
      work(for: .milliseconds(5))
      return $0.count
    }

    let tap = after(label: "tap", knobs.milliseconds("tap"))
    let shown: Promise<Void> =
      knobs.answer("by", is: "link")
      ? tap.then(label: "want") { items }
        .done(label: "show", on: .main) { note("shown \($0)") }
      : tap.map(label: "show", on: .main) {
        let count = try items.wait()
        note("shown \(count)")
      }
    return shown.catch(label: "sorry", on: .main) { _ in note("sorry")
    }
  }
}
