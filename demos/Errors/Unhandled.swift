// The draft is saved on the side, and the program ignores the result.
// Who finds out that the disk was full?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let unhandled = Demo(
    "unhandled", "an error that nobody handles",
    teaches: "dropping a chain hides its error",
    from: "rule 11; PromiseKit 1 to 4; Bolts-Android",
    queues: [.serial("disk")],
    knobs: [
      .milliseconds("save", 20, "how long the disk takes"),
      .answer("disk", ["full", "free"], "what the disk says"),
    ],
    variants: [
      Variant(
        "free", "the disk has room", ["disk=free"],
        lints: ["chain-without-catch"])
    ],
    lints: ["unhandled-rejection"],
    accessing: .nothing
  ) { knobs in
    _ = save("a draft", knobs)
      .done(label: "saved") { note("saved") }

    return after(label: "typing", .milliseconds(40))
      .done(label: "go on") { note("typing on") }
  }
}

private func save(_ text: String, _ knobs: Knobs) -> Promise<Void> {
  disk.async(.promise, label: "save") {
    work(for: knobs.milliseconds("save"))
    if knobs.answer("disk", is: "full") { throw DiskFull() }
  }
}

private struct DiskFull: Error {}
