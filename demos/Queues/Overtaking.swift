// Two handlers are attached to a promise. While it settles, the first
// one attaches a third. Which is next on main: second or third?

import Dispatch
import PromiseKitLite

extension Demo {
  static let overtaking = Demo(
    "overtaking", "overtaking",
    teaches: "handlers run in attach order, even while it settles",
    from: "khanlou #72, PromiseKit #764; Promises/A+ 2.2.6; rule 3",
    knobs: [
      .milliseconds("page", 20, "when the page arrives"),
      .milliseconds("handler", 10, "how long h2 and h3 take"),
      .answer(
        "first", ["inline", "main"], "where the first handler runs"),
    ],
    variants: [
      Variant(
        "main", "the first handler is queued, too", ["first=main"])
    ],
    lints: ["order-unlike"], accessing: .nothing
  ) { knobs in
    let page = after(label: "page", knobs.milliseconds("page"))
    let isInline = knobs.answer("first", is: "inline")

    page.done(label: "h1", on: isInline ? nil : DispatchQueue.main) {
      note("h1")
      page.done(label: "h3", on: .main) { say("h3", knobs) }
    }
    return page.done(label: "h2", on: .main) { say("h2", knobs) }
  }
}

private func say(_ text: String, _ knobs: Knobs) {
  note(text)
  work(for: knobs.milliseconds("handler"))
}
