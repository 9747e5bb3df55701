// A request fails. The links between it and the catch name a queue,
// and so does the catch. On which queues does anything run?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let side = DispatchQueue(label: "side")
private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let catchOnQueue = Demo(
    "catch-on-queue", "catch on a queue",
    teaches: "a catch runs on its queue; skipped links use none",
    from: "google/promises catch(on:); AYPromise catchOn; rules 5, 6",
    queues: [.serial("net"), .serial("side"), .serial("disk")],
    knobs: [
      .milliseconds("fetch", 20, "how long the fetch takes"),
      .milliseconds("log", 10, "how long the log takes"),
      .answer("answer", ["offline", "items"], "what is answered"),
    ],
    variants: [
      Variant("items", "the items arrive", ["answer=items"])
    ],
    accessing: .nothing
  ) { knobs in
    net.async(.promise, label: "fetch") {
      work(for: knobs.milliseconds("fetch"))
      if knobs.answer("answer", is: "offline") { throw Offline() }
      return "tea,milk"
    }
    .map(label: "parse", on: side) { text in
      note("parsed")
      return text.split(separator: ",").count
    }
    .done(label: "show") { count in note("\(count) items") }
    .catch(label: "log", on: disk) { error in
      note("logged \(error)")
      work(for: knobs.milliseconds("log"))
    }
    .finally(label: "hide spinner") { note("spinner hidden") }
  }
}

private struct Offline: Error {}
