// Each page leads to the next, so a loop is a function that calls
// itself in a handler. Does its memory grow with the pages?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let loop = Demo(
    "loop", "loop",
    teaches: "a loop of promises frees its steps along the way",
    from: "Promises/A+ 2.3; rule 7; BrightFutures fold, #101",
    queues: [.serial("net")],
    knobs: [
      .integer("pages", 4, in: 1...10_000, "how many there are"),
      .milliseconds("page", 10, "how long a page takes"),
    ],
    variants: [
      Variant("long", "there are twelve pages", ["pages=12"])
    ],
    accessing: .nothing
  ) { knobs in
    readPages(from: 1, knobs)
      .done(label: "show") { note("read \($0) pages") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private func readPages(
  from number: Int, _ knobs: Knobs
) -> Promise<Int> {
  net.async(.promise, label: "page \(number)") {
    work(for: knobs.milliseconds("page"))
    return number == knobs.integer("pages")
  }
  .then(label: "next \(number)") { isLast -> Promise<Int> in
    if isLast { return .value(label: "count", number) }
    return readPages(from: number + 1, knobs)
  }
}
