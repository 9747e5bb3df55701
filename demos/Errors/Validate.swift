// A number comes from a form. Which catch runs if the number is
// invalid, and which one if the form itself is broken?

import Dispatch
import PromiseKitLite

extension Demo {
  static let validate = Demo(
    "validate", "validate",
    teaches: "validate rejects; catch(only:) takes one kind of error",
    from: "google/promises validate, khanlou catch(type:); rule 9",
    knobs: [
      .integer("age", 17, in: 0...150, "what is typed"),
      .milliseconds("form", 20, "how long typing takes"),
      .answer("paper", ["whole", "torn"], "what the form is like"),
    ],
    variants: [
      Variant("adult", "the number is valid", ["age=18"]),
      Variant("negative", "the check itself throws", ["age=0"]),
      Variant("torn", "the form is broken", ["paper=torn"]),
    ],
    accessing: .nothing
  ) { knobs in
    after(label: "form", knobs.milliseconds("form"))
      .map(label: "read") { try read(knobs) }
      .validate(label: "of age") { age in
        work(for: .milliseconds(10))
        if age == 0 { throw NotBorn() }
        return age >= 18
      }
      .done(label: "serve") { age in note("served, \(age) years old")
      }
      .catch(label: "refuse", only: PMKError.self) { _ in
        note("refused")
      }
      .catch(label: "alert") { error in note("alert \(error)") }
      .finally(label: "next") { note("next, please") }
  }
}

private func read(_ knobs: Knobs) throws -> Int {
  work(for: .milliseconds(10))
  if knobs.answer("paper", is: "torn") { throw Torn() }
  return knobs.integer("age")
}

private struct NotBorn: Error {}
private struct Torn: Error {}
