// Tea steeps for a while; meanwhile, a handler stirs on main. Does a
// timer keep a queue busy, and does its handler always run on time?

import Dispatch
import PromiseKitLite

extension Demo {
  static let afterTimer = Demo(
    "after", "after",
    teaches: "a timer blocks nothing; its handler may have to wait",
    from: "PromiseKit after; Bolts taskWithDelay; rules 2, 5",
    knobs: [
      .milliseconds("steep", 30, "how long the tea steeps"),
      .milliseconds("stir", 20, "how long the stirring takes"),
    ],
    variants: [
      Variant("calm", "the stirring is short", ["stir=5"]),
      Variant("zero", "the tea does not steep", ["steep=0"]),
    ],
    accessing: .nothing
  ) { knobs in
    let poured = after(label: "steep", knobs.milliseconds("steep"))
      .done(label: "pour") { note("tea poured") }

    let stirred = after(label: "sugar", .milliseconds(20))
      .done(label: "stir") {
        note("stirring")
        work(for: knobs.milliseconds("stir"))
      }
    note("kettle on")

    return when(label: "tea", guarantees: [poured, stirred])
      .done(label: "drink") { _ in note("cheers") }
  }
}
