// The handler of save begins to write and forgets to return what it
// began: nobody waits for it. A pause hides that, as long as it is
// long enough.

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let forgottenReturn = Demo(
    "forgotten-return", "forgotten return",
    teaches: "a chain waits for what its handlers return",
    from: "Promises/A+ 2.3.2; google broken chain; S22; rule 7",
    queues: [.serial("disk")],
    knobs: [
      .milliseconds("write", 10, "how long the disk takes"),
      .milliseconds("pause", 10, "how long the chain pauses"),
    ],
    variants: [
      Variant("quick", "the disk is quicker", ["pause=30"]),
      Variant("slow", "the disk is slower", ["write=40"]),
    ],
    lints: ["promise-not-returned"],
    // No handler touches anything that is not a promise.
    touching: .nothing, expects: ["written before close"]
  ) { knobs in
    Promise.value("text", "three lines")
      .done("save") { text in _ = write(text, knobs) }
      .then("pause") { after("timer", knobs.milliseconds("pause")) }
      .done("close") { note("close") }
  }
}

private func write(
  _ text: String, _ knobs: Knobs
) -> Guarantee<Void> {
  disk.async(.promise, "write") {
    work(for: knobs.milliseconds("write"))
  }
  .done("written") { note("written") }
}
