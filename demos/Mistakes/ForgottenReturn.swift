// The handler of save starts to write and forgets to return the
// promise, so the chain does not wait for it. A pause hides that, as
// long as it is long enough.

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let forgottenReturn = Demo(
    "forgotten-return", "forgotten return",
    teaches: "a chain waits for what its handlers return",
    from: "Promises/A+ 2.3.2; google broken chain; rule 7",
    queues: [.serial("disk")],
    knobs: [
      .milliseconds("write", 10, "how long the disk takes"),
      .milliseconds("pause", 10, "how long the chain pauses"),
      .answer("save", ["forgets", "returns"], "what save does"),
    ],
    variants: [
      Variant(
        "quick", "the disk is faster", ["pause=30"],
        lints: ["promise-not-returned"]),
      Variant(
        "slow", "the disk is slower", ["write=40"],
        lints: ["promise-not-returned"]),
      Variant(
        "returned", "save returns the promise",
        ["save=returns", "write=40"]),
    ],
    lints: ["promise-not-returned"],
    // The handlers share no state other than the promises.
    accessing: .nothing, expects: ["written before close"]
  ) { knobs in
    let text = Promise.value(label: "text", "three lines")
    let saved =
      knobs.answer("save", is: "returns")
      ? text.then(label: "save") { write($0, knobs) }
      : text.done(label: "save") { _ = write($0, knobs) }

    return
      saved
      .then(label: "pause") {
        after(label: "timer", knobs.milliseconds("pause"))
      }
      .done(label: "close") { note("close") }
  }
}

private func write(
  _ text: String, _ knobs: Knobs
) -> Guarantee<Void> {
  disk.async(.promise, label: "write") {
    work(for: knobs.milliseconds("write"))
  }
  .done(label: "written") { note("written") }
}
