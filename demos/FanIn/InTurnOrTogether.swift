// Two pages are requested one after the other, and two others
// together. How long does each pair take?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(
  label: "net", attributes: .concurrent)

extension Demo {
  static let inTurnOrTogether = Demo(
    "in-turn-or-together", "in turn or together",
    teaches: "what does not depend on each other can start together",
    from: "JavaScript await and Promise.all; rules 7 and 8",
    queues: [.concurrent("net", width: 4)],
    knobs: [
      .milliseconds("page", 30, "how long a page takes")
    ],
    accessing: .nothing
  ) { knobs in
    let inTurn = ask("a", knobs)
      .then(label: "then b") { a in
        ask("b", knobs).map(label: "ab") { b in "\(a) \(b)" }
      }
      .done(label: "show in turn") { note("in turn: \($0)") }

    let together = when(
      label: "cd", fulfilled: ask("c", knobs), ask("d", knobs)
    )
    .done(label: "show together") { c, d in
      note("together: \(c) \(d)")
    }

    return when(label: "both", fulfilled: [inTurn, together])
      .done(label: "end") { _ in note("end") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private func ask(_ page: String, _ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: page) {
    note("asked for \(page)")
    work(for: knobs.milliseconds("page"))
    return page
  }
}
