// Thirty links in a row ask for no queue at all. When do they run,
// and which jobs can run in between?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let deepInline = Demo(
    "deep-inline", "deep inline",
    teaches: "inline links are one job: no other job runs in between",
    from: "Bolts' executors; PromiseKit, recursion; rules 2 and 6",
    queues: [.serial("net")],
    knobs: [
      .integer("links", 30, in: 1...2000, "how many links there are"),
      .answer("queue", ["inline", "main"], "where the links run"),
      .answer("answer", ["ok", "fail"], "how the server answers"),
    ],
    variants: [
      Variant(
        "main", "each link is queued", ["queue=main", "links=3"]),
      Variant(
        "long", "a long chain", ["links=100"], lints: ["deep-inline"]
      ),
      Variant(
        "error", "an error skips 1000 links",
        ["links=1000", "answer=fail"]),
    ],
    lints: ["deep-inline"], accessing: .nothing
  ) { knobs in
    let isInline = knobs.answer("queue", is: "inline")
    var sum = net.async(.promise, label: "load") {
      work(for: .milliseconds(20))
      if knobs.answer("answer", is: "fail") { throw Unavailable() }
      return 0
    }
    for link in 1...knobs.integer("links") {
      let queue: (any Dispatcher)? =
        isInline ? nil : DispatchQueue.main
      sum = sum.map(label: "link \(link)", on: queue) { $0 + 1 }
    }
    return
      sum
      .done(label: "show", on: .main) {
        note("sum \($0)")
        work(for: .milliseconds(10))
      }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private struct Unavailable: Error {}
