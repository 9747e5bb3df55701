// The handler of an error fails, too. Which of the two errors reaches
// the alert, and is the other one lost?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let throwInCatch = Demo(
    "throw-in-catch", "an error while handling one",
    teaches: "an error thrown by an error handler replaces the first",
    from: "Promises/A+ 2.2.7.2; rule 9",
    queues: [.serial("net"), .serial("disk")],
    knobs: [
      .milliseconds("fetch", 20, "how long the fetch takes"),
      .answer(
        "cache", ["empty", "full", "unasked"],
        "what the cache has"),
    ],
    variants: [
      Variant("full", "the cache has the items", ["cache=full"]),
      Variant("unasked", "throws the same error", ["cache=unasked"]),
    ],
    accessing: .nothing
  ) { knobs in
    let items: Promise<String> = net.async(.promise, label: "fetch") {
      work(for: knobs.milliseconds("fetch"))
      throw Offline()
    }

    return
      items
      .recover(label: "mend") { error in
        if knobs.answer("cache", is: "unasked") { throw error }
        note("mending \(error)")
        return readCache(knobs)
      }
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private func readCache(_ knobs: Knobs) -> Promise<String> {
  disk.async(.promise, label: "cache") {
    work(for: .milliseconds(10))
    if knobs.answer("cache", is: "empty") { throw NothingThere() }
    return "old items"
  }
}

private struct Offline: Error {}
private struct NothingThere: Error {}
