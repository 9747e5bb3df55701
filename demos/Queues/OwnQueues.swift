// Two handlers of one promise run on queues of their own, and a third
// on the thread that resolves. Who waits for whom?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let list = DispatchQueue(label: "list")
private let badge = DispatchQueue(label: "badge")

extension Demo {
  static let ownQueues = Demo(
    "own-queues", "handlers on their own queues",
    teaches: "handlers on own queues overlap; an inline one does not",
    from: "ResultPromises onSuccess and then; rules 3 and 5",
    queues: [.serial("net"), .serial("list"), .serial("badge")],
    knobs: [
      .milliseconds("page", 20, "how long the page takes"),
      .milliseconds("list", 30, "how long the list takes"),
      .milliseconds("badge", 10, "how long the badge takes"),
    ],
    variants: [
      Variant("slow-badge", "the badge is slower", ["badge=50"])
    ],
    accessing: .nothing
  ) { knobs in
    let (page, seal) = Promise<String>.pending(label: "page")

    let listed = page.done(label: "show list", on: list) { _ in
      work(for: knobs.milliseconds("list"))
    }.done(label: "listed", on: nil) { note("list shown") }
    let counted = page.map(label: "count", on: nil) { text in
      note("counted")
      return text.count
    }
    let badged = page.done(label: "show badge", on: badge) { _ in
      work(for: knobs.milliseconds("badge"))
    }.done(label: "badged", on: nil) { note("badge shown") }

    after(label: "page timer", knobs.milliseconds("page"))
      .done(label: "receive", on: net) {
        note("resolving")
        seal.fulfill("three")
        note("resolved")
      }

    return when(label: "all", fulfilled: listed, counted, badged)
      .done(label: "end") { _, count, _ in note("end, \(count)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}
