// Text and image can each come from two servers. Is the fastest
// source of each the same as everything from the fastest server?

import Dispatch
import PromiseKitLite

extension Demo {
  static let nested = Demo(
    "nested", "all of races, race of alls",
    teaches: "all of races can settle sooner than a race of alls",
    from: "PromiseKit when and race; rule 8",
    knobs: [
      .milliseconds("near-text", 20, "text from near"),
      .milliseconds("near-image", 60, "image from near"),
      .milliseconds("far-text", 50, "text from far"),
      .milliseconds("far-image", 40, "image from far"),
      .answer(
        "shape", ["all-of-races", "race-of-alls"], "which is outer"),
    ],
    variants: [
      Variant(
        "race-of-alls", "the first server that has both",
        ["shape=race-of-alls"], lints: ["loser-keeps-running"])
    ],
    accessing: .nothing
  ) { knobs in
    let (nearText, nearImage) = (
      load("near-text", knobs), load("near-image", knobs)
    )
    let (farText, farImage) = (
      load("far-text", knobs), load("far-image", knobs)
    )

    let page =
      knobs.answer("shape", is: "all-of-races")
      ? when(
        label: "page",
        guarantees: [
          race(label: "text", guarantees: [nearText, farText]),
          race(label: "image", guarantees: [nearImage, farImage]),
        ])
      : race(
        label: "page",
        guarantees: [
          when(label: "near", guarantees: [nearText, nearImage]),
          when(label: "far", guarantees: [farText, farImage]),
        ])
    return page.done(label: "show", on: .main) { note("shown") }
  }
}

private func load(_ part: String, _ knobs: Knobs) -> Guarantee<Void> {
  let answer = after(label: part, knobs.milliseconds(part))
  answer.done(label: "keep \(part)", on: .main) {
    note("\(part) is there")
  }
  return answer
}
