// A function starts a chain, keeps none of its promises, and returns.
// Does the chain reach its end?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let notHeld = Demo(
    "not-held", "a promise that nothing holds",
    teaches: "work that is on its way keeps its chain alive",
    from: "PromiseKit, Lifetime of promises; rules 5 and 11",
    queues: [.serial("disk")],
    knobs: [
      .milliseconds("write", 30, "how long the disk takes"),
      .milliseconds("close", 60, "when the window is closed"),
    ],
    variants: [
      Variant("slow", "the disk is slower", ["write=80"])
    ],
    accessing: .nothing
  ) { knobs in
    save(knobs)
    note("save has returned")

    return after(label: "close", knobs.milliseconds("close"))
      .done(label: "closed") { note("window closed") }
  }
}

/// Keeps no promise: the job on the queue holds the first one, and
/// each promise holds its handlers, and so its children.
private func save(_ knobs: Knobs) {
  disk.async(.promise, label: "write") {
    work(for: knobs.milliseconds("write"))
    return 7
  }
  .map(label: "count") { $0 + 1 }
  .done(label: "saved") { note("saved \($0)") }
  .catch(label: "alert") { note("alert \($0)") }
}
