// Two handlers ask for a page that does not come, and both want to
// show an old page instead. One only returns the promise. Who mends?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let returnAwait = Demo(
    "return-await", "return, or wait and return",
    teaches: "a promise that is returned takes its error along",
    from: "ECMAScript async functions; rules 7 and 9",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("page", 20, "how long the page takes"),
      .answer("answer", ["offline", "page"], "what is answered"),
    ],
    variants: [
      Variant("page", "the page comes", ["answer=page"])
    ],
    accessing: .nothing
  ) { knobs in
    let page: Promise<String> = net.async(.promise, label: "page") {
      work(for: knobs.milliseconds("page"))
      if knobs.answer("answer", is: "offline") { throw Offline() }
      return "new page"
    }
    let load = { @Sendable () throws -> Promise<String> in page }
    let begin = Guarantee.value(label: "begin", 1)

    let returned = begin.then(label: "return") { _ in
      // The promise is rejected after this handler has returned.
      do { return try load() } catch {
        return .value(label: "unused", "old page")
      }
    }
    let awaited = begin.then(label: "await") { _ in
      try load().recover(label: "mend") { _ in
        Promise.value(label: "old", "old page")
      }
    }

    return when(
      label: "both",
      guarantees: [
        show(returned, "returned"), show(awaited, "awaited"),
      ])
  }
}

private func show(
  _ page: Promise<String>, _ name: String
) -> Guarantee<Void> {
  page
    .done(label: "\(name) shows") { note("\(name): \($0)") }
    .recover(label: "\(name) alerts") { error in
      note("\(name): alert \(error)")
    }
}

private struct Offline: Error {}
