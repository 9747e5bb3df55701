// Some text is saved, and the chain does not say what happens if that
// fails. Today it works. What is reported on the day when it fails?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let noCatch = Demo(
    "no-catch", "a chain without a catch",
    teaches: "a chain that can fail ends with catch or cauterize",
    from: "PromiseKit cauterize; Promises/A+ 2.2.7.4; rules 9, 11",
    queues: [.serial("disk")],
    knobs: [
      .answer("end", ["open", "cauterize", "catch"], "how it ends"),
      .answer("disk", ["works", "full"], "what the disk answers"),
      .milliseconds("write", 20, "how long the disk takes"),
    ],
    variants: [
      Variant("cauterized", "errors are dropped", ["end=cauterize"]),
      Variant(
        "full", "the disk is full", ["disk=full"],
        lints: ["unhandled-rejection"]),
      Variant(
        "full-cauterized", "full, and dropped",
        ["disk=full", "end=cauterize"]),
      Variant(
        "full-caught", "full, and caught",
        ["disk=full", "end=catch"]),
    ],
    lints: ["chain-without-catch"],
    accessing: .nothing
  ) { knobs in
    let saved = save(knobs).done(label: "saved") { note("saved") }
    if knobs.answer("end", is: "cauterize") {
      saved.cauterize(label: "let go")
    }
    if knobs.answer("end", is: "catch") {
      saved.catch(label: "alert") { error in note("alert \(error)") }
    }
    return after(label: "later", .milliseconds(100))
      .done(label: "close") { note("close") }
  }
}

private func save(_ knobs: Knobs) -> Promise<Void> {
  disk.async(.promise, label: "save") {
    work(for: knobs.milliseconds("write"))
    if knobs.answer("disk", is: "full") { throw DiskFull() }
  }
}

private struct DiskFull: Error {}
