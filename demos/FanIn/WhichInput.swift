// A page needs a cached text and two that are loaded. One of them
// fails. How does the handler find out which one?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let whichInput = Demo(
    "which-input", "which input failed",
    teaches: "a promise knows where its error arose",
    from: "PromiseKit PMKFailingPromiseIndexKey; rules 8 and 9",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("load", 20, "how long a text takes"),
      .answer("fails", ["news", "nothing"], "which one fails"),
    ],
    variants: [
      Variant("all-there", "nothing fails", ["fails=nothing"])
    ],
    accessing: .nothing
  ) { knobs in
    // A value that is there takes part like any other input.
    let inputs = [
      Promise.value(label: "title", "Today"),
      load("weather", knobs),
      load("news", knobs),
    ]
    let page = when(label: "page", fulfilled: inputs)

    return
      page
      .done(label: "show") { note($0.joined(separator: ", ")) }
      .catch(label: "alert") { error in
        let name = page.errorOrigin?.label ?? "?"
        let index = inputs.firstIndex { $0.isRejected } ?? -1
        note("input \(index), \(name): \(error)")
      }
  }
}

private func load(_ text: String, _ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: text) {
    work(for: knobs.milliseconds("load"))
    if knobs.answer("fails", is: text) { throw Offline() }
    return text
  }
}

private struct Offline: Error {}
