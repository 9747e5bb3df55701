// A search field asks for each text that is typed. What does it show
// if the answer to the first text takes longer than to the second?

import Dispatch
import PromiseKitLite
import Synchronization

extension Demo {
  static let olderAnswer = Demo(
    "older-answer", "older answer",
    teaches: "answers come in any order; only the newest counts",
    from: "rules 3 and 10; CancelContext",
    knobs: [
      .milliseconds("first", 90, "how long the first answer takes"),
      .answer(
        "older", ["stays", "cancelled"], "the older search"),
    ],
    variants: [
      Variant(
        "in-order", "the first answer comes first", ["first=30"]),
      Variant(
        "cancelled", "a new text cancels the older search",
        ["older=cancelled"]),
    ],
    lints: ["older-answer-wins"]
  ) { knobs in
    let field = SearchField(knobs)
    for (number, text) in ["t", "te"].enumerated() {
      after(label: "key \(text)", .milliseconds(40 * number))
        .done(label: "type \(text)") { field.typed(text) }
    }
    return after(label: "end", .milliseconds(150))
  }
}

private final class SearchField: Sendable {
  private let knobs: Knobs
  private let newest = Mutex(CancelContext())

  init(_ knobs: Knobs) { self.knobs = knobs }

  func typed(_ text: String) {
    knobs.answer("older", is: "stays")
      ? search(text) : next().run { search(text) }
  }

  private func search(_ text: String) {
    after(label: "answer", text == "t" ? first : .milliseconds(20))
      .done(label: "show") { note("showing \(text)") }
  }

  private var first: DispatchTimeInterval {
    knobs.milliseconds("first")
  }

  /// Cancels the older search and returns a context for the next.
  private func next() -> CancelContext {
    let new = CancelContext()
    let old = newest.withLock { old in
      defer { old = new }
      return old
    }
    old.cancel()
    return new
  }
}
