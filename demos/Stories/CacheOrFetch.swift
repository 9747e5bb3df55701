// The cache is read first. A page that is too old counts as missing,
// and a missing page is fetched. When does the network run at all?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")
private let net = DispatchQueue(label: "net")

extension Demo {
  static let cacheOrFetch = Demo(
    "cache-or-fetch", "cache or fetch",
    teaches: "recover continues after an error with a new promise",
    from: "google/promises validate, recover; rules 6, 7, 9",
    queues: [.serial("disk"), .serial("net")],
    knobs: [
      .answer(
        "cache", ["hit", "miss"], "whether the page is cached"),
      .integer("age", 90, in: 0...999, "how many minutes old it is"),
      .milliseconds("read", 10, "how long the disk takes"),
      .milliseconds("fetch", 80, "how long the net takes"),
      .answer("answer", ["ok", "fail"], "what the net answers"),
    ],
    variants: [
      Variant("fresh", "the page is a few minutes old", ["age=5"]),
      Variant("missing", "nothing is cached", ["cache=miss"]),
      Variant("offline", "the net fails too", ["answer=fail"]),
    ],
    accessing: .nothing
  ) { knobs in
    readCache(knobs)
      .validate(label: "young enough") { page in page.age < 60 }
      .recover(label: "instead") { _ in fetch(knobs) }
      .done(label: "show") { page in
        note("shown, \(page.age) minutes old")
      }
      .catch(label: "alert") { error in note("alert \(error)") }
  }
}

private struct Page: Sendable { var age: Int }
private struct NotCached: Error {}
private struct Offline: Error {}

private func readCache(_ knobs: Knobs) -> Promise<Page> {
  disk.async(.promise, label: "read cache") {
    work(for: knobs.milliseconds("read"))
    if knobs.answer("cache", is: "miss") { throw NotCached() }
    return Page(age: knobs.integer("age"))
  }
}

private func fetch(_ knobs: Knobs) -> Promise<Page> {
  net.async(.promise, label: "fetch page") {
    work(for: knobs.milliseconds("fetch"))
    if knobs.answer("answer", is: "fail") { throw Offline() }
    return Page(age: 0)
  }
}
