// The user leaves before the page arrives, so the chain is cancelled.
// Which of the lines below run, and in which order?

import Dispatch
import PromiseKitLite

extension Demo {
  static let alwaysAndCancel = Demo(
    "always-and-cancel", "always against cancellation",
    teaches: "a cancellation skips catch; ensure and finally run",
    from: "PromiseKit catchPolicy; JPromise cc_cancel; rule 10",
    knobs: [
      .answer("end", ["cancelled", "shown", "fails"], "how it ends"),
      .milliseconds("page", 60, "when the page arrives"),
      .milliseconds("leave", 30, "when the user leaves"),
      .answer("policy", ["usual", "all"], "what catch takes"),
    ],
    variants: [
      Variant("shown", "the page is shown", ["end=shown"]),
      Variant("fails", "the page does not arrive", ["end=fails"]),
      Variant("all-errors", "catch takes all errors", ["policy=all"]),
      Variant("too-late", "the page arrives first", ["leave=120"]),
    ],
    accessing: .nothing
  ) { knobs in
    let context = CancelContext()
    if knobs.answer("end", is: "cancelled") {
      _ = after(label: "leave", knobs.milliseconds("leave"))
        .done(label: "cancel") { context.cancel() }
    }
    let policy: CatchPolicy? =
      knobs.answer("policy", is: "all") ? .allErrors : nil
    return context.run {
      page(knobs)
        .done(label: "show") { say("show \($0)") }
        .ensure(label: "ensure") { say("ensure") }
        .cancelled(label: "cancelled") { say("cancelled") }
        .catch(label: "catch", policy: policy) { say("catch \($0)") }
        .finally(label: "finally") { say("finally") }
    }
  }
}

private func say(_ text: String) {
  note(text)
  work(for: .milliseconds(10))
}

private func page(_ knobs: Knobs) -> Promise<String> {
  after(label: "page", knobs.milliseconds("page"))
    .map(label: "read") {
      if knobs.answer("end", is: "fails") { throw Torn() }
      return "page"
    }
}

private struct Torn: Error {}
