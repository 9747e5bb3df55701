// Three chains are attached to one fetch, and each handles its error
// in its own way. Which of them continue afterward, and with what?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let catchRecover = Demo(
    "catch-recover", "catch ends, recover goes on",
    teaches: "catch handles and ends; recover handles and continues",
    from: "Promises/A+ 2.2.7.1; rules 9 and 10; khanlou catch",
    queues: [.serial("net")],
    knobs: [
      .answer(
        "answer", ["offline", "broken", "cancelled", "items"],
        "how the fetch ends")
    ],
    variants: [
      Variant("broken", "an error of a new kind", ["answer=broken"]),
      Variant("cancelled", "it is cancelled", ["answer=cancelled"]),
      Variant(
        "items", "nothing goes wrong", ["answer=items"],
        lints: ["order-unlike"]),
    ],
    accessing: .nothing
  ) { knobs in
    let items = fetch(knobs)
    let say = { @Sendable (text: String) in
      note(text)
      work(for: .milliseconds(5))
    }

    items
      .done(label: "show") { say("shown \($0)") }
      .catch(label: "alert") { say("alert \($0)") }
      .finally(label: "tidy") { say("tidied up") }

    items
      .recover(label: "cache") { _ in
        Promise.value(label: "cached", "old items")
      }
      .done(label: "show any") { say("shown any \($0)") }
      .catch(label: "alert any") { say("alert any \($0)") }

    return
      items
      .done(label: "show too") { say("shown too \($0)") }
      .catch(label: "offline", only: Offline.self) { _ in
        say("offline")
      }
      .catch(label: "others", policy: .allErrors) {
        say("other: \($0)")
      }
  }
}

private func fetch(_ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: "fetch") {
    work(for: .milliseconds(20))
    if knobs.answer("answer", is: "offline") { throw Offline() }
    if knobs.answer("answer", is: "broken") { throw Broken() }
    if knobs.answer("answer", is: "cancelled") {
      throw PMKError.cancelled
    }
    return "items"
  }
}

private struct Offline: Error {}
private struct Broken: Error {}
