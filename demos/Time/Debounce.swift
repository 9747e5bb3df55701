// A user types, and each search is expensive. How does a program wait
// for a pause before it searches, using nothing but promises?

import Dispatch
import PromiseKitLite
import Synchronization

extension Demo {
  static let debounce = Demo(
    "debounce", "debounce",
    teaches: "each key cancels the search that is waiting",
    from: "CancelContext; PromiseKit 7 cancellize; rule 10",
    knobs: [
      .milliseconds("quiet", 30, "how long a pause must be"),
      .milliseconds("rest", 80, "when the user types again"),
    ],
    variants: [
      Variant("hasty", "there is no pause", ["rest=40"]),
      Variant("slow", "each key is followed by a pause", ["quiet=5"]),
    ]
  ) { knobs in
    let field = Field(quiet: knobs.milliseconds("quiet"))

    return when(
      label: "typing",
      resolved: [
        field.type("t", at: .milliseconds(0)),
        field.type("te", at: .milliseconds(10)),
        field.type("tea", at: .milliseconds(20)),
        field.type("teas", at: knobs.milliseconds("rest")),
      ])
  }
}

private final class Field: Sendable {
  private let quiet: DispatchTimeInterval
  private let waiting = Mutex(CancelContext())

  init(quiet: DispatchTimeInterval) { self.quiet = quiet }

  func type(
    _ text: String, at time: DispatchTimeInterval
  ) -> Promise<Void> {
    after(label: "key \(text)", time).then(label: "wait \(text)") {
      self.next().run {
        after(label: "quiet \(text)", self.quiet)
          .done(label: "search \(text)") { note("search \(text)") }
      }
    }
  }

  /// Cancels the waiting search and returns a context for the next.
  private func next() -> CancelContext {
    let new = CancelContext()
    let old = waiting.withLock { old in
      defer { old = new }
      return old
    }
    old.cancel()
    return new
  }
}
