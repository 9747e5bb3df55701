// Two files are written into a folder. One of them fails, and the
// folder is cleared. What is in it in the end?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let lateWrite = Demo(
    "late-write", "late write",
    teaches: "an all that has failed does not stop its inputs",
    from: "PromiseKit when; rule 8",
    queues: [.serial("disk")],
    knobs: [
      .answer(
        "wait", ["fulfilled", "resolved"], "which outcomes count")
    ],
    variants: [
      Variant("resolved", "waits for both", ["wait=resolved"])
    ],
    lints: ["effect-after-cleanup"],
    accessing: .nothing
  ) { knobs in
    let files = [
      write("a", .milliseconds(10), nil),
      write("b", .milliseconds(30), "text"),
    ]
    let all =
      knobs.answer("wait", is: "fulfilled")
      ? when(label: "files", fulfilled: files)
      : when(label: "files", resolved: files)
        .done(label: "check") { for each in $0 { try each.get() } }
    return all.recover(label: "clear", on: disk) { _ in
      note("cleared")
    }
  }
}

private func write(
  _ name: String, _ time: DispatchTimeInterval, _ text: String?
) -> Promise<Void> {
  after(label: "answer \(name)", time)
    .compactMap(label: "read \(name)") { text }
    .done(label: "write \(name)", on: disk) { _ in note("written") }
}
