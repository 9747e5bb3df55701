// A handler stores each name in a loop. The next one notes that all
// are stored. Are they?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let forEach = Demo(
    "for-each", "forEach does not wait",
    teaches: "a loop that starts promises does not wait for them",
    from: "JavaScript forEach with async; rules 7 and 8",
    queues: [.serial("disk")],
    knobs: [
      .milliseconds("store", 10, "how long a name takes"),
      .answer("loop", ["forEach", "all"], "how the names are stored"),
    ],
    variants: [
      Variant("all", "the handler returns an all", ["loop=all"])
    ],
    lints: ["promise-not-returned"],
    accessing: .nothing
  ) { knobs in
    let names = Promise.value(label: "names", ["ann", "bob"])
    let stored: Promise<Void> =
      knobs.answer("loop", is: "all")
      ? names.then(label: "loop") { names in
        when(
          label: "all",
          guarantees: names.map { store($0, knobs) })
      }
      : names.done(label: "loop") { names in
        names.forEach { _ = store($0, knobs) }
      }
    return
      stored
      .done(label: "report") { note("all stored") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private func store(
  _ name: String, _ knobs: Knobs
) -> Guarantee<Void> {
  disk.async(.guarantee, label: name) {
    work(for: knobs.milliseconds("store"))
  }
  .done(label: "\(name) stored") { note("\(name) stored") }
}
