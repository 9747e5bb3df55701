// Name and mail are both wrong. Which of the two errors does the user
// see, and what happens to the other?

import Dispatch
import PromiseKitLite

extension Demo {
  static let lostErrors = Demo(
    "lost-errors", "lost errors",
    teaches: "all reports the first error; the second one is lost",
    from: "PromiseKit when, PMKJoin; PromiseKit #1114; rule 8",
    knobs: [
      .milliseconds("submit", 20, "when the form is submitted"),
      .answer(
        "wait", ["fulfilled", "resolved"], "which outcomes count"),
    ],
    variants: [
      Variant("resolved", "reports every field", ["wait=resolved"])
    ],
    lints: ["rejection-lost"], accessing: .nothing
  ) { knobs in
    after(label: "submit", knobs.milliseconds("submit"))
      .then(label: "check", on: .main) { () -> Promise<Void> in
        let fields = [
          check("name", ""), check("mail", "ada at home"),
        ]
        if knobs.answer("wait", is: "fulfilled") {
          return when(label: "form", fulfilled: fields)
        }
        return when(label: "form", resolved: fields)
          .done(label: "every error", on: .main) { results in
            let errors = results.compactMap { $0.failure }
            for error in errors { note("\(error)") }
            if !errors.isEmpty { throw NotSent() }
          }
      }
      .done(label: "send", on: .main) { note("sent") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private func check(_ field: String, _ text: String) -> Promise<Void> {
  Promise(label: field) { seal in
    text.contains("@")
      ? seal.fulfill(()) : seal.reject(Wrong(field: field))
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let error) = self { error } else { nil }
  }
}

private struct Wrong: Error { let field: String }
private struct NotSent: Error {}
