// The user closes the page while it loads. Which of the handlers
// below still run, and is the connection closed?

import Dispatch
import PromiseKitLite

extension Demo {
  static let cancelChain = Demo(
    "cancel-chain", "cancel a chain",
    teaches: "a cancellation is an error that catch leaves out",
    from: "Bolts token; PromiseKit 7; JPromise cc_cancel; rule 10",
    knobs: [
      .milliseconds("load", 40, "how long the page takes"),
      .milliseconds("close", 20, "when the user closes the page"),
      .answer("cancels", ["all", "rest"], "what the context cancels"),
    ],
    variants: [
      Variant("late", "the page arrives first", ["close=60"]),
      Variant("shared", "others load it too", ["cancels=rest"]),
    ]
  ) { knobs in
    let page = CancelContext()
    let text =
      knobs.answer("cancels", is: "rest")
      ? load(knobs).until(label: "while open", page)
      : page.run { load(knobs) }

    after(label: "close", knobs.milliseconds("close"))
      .done(label: "cancel") { page.cancel() }

    return
      text
      .map(label: "count") { $0.count }
      .done(label: "show") { note("shown \($0)") }
      .ensure(label: "hide spinner") { note("spinner hidden") }
      .cancelled(label: "closed") { note("page closed") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private func load(_ knobs: Knobs) -> Promise<String> {
  Promise(label: "load") { seal in
    seal.onCancel { note("connection closed") }
    after(label: "bytes", knobs.milliseconds("load"))
      .done(label: "arrive") { seal.fulfill("tea milk") }
  }
}
