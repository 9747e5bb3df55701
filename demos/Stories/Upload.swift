// Twenty files are sent, never more than three at a time. What starts
// the fourth upload, and when is it created?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension Demo {
  static let upload = Demo(
    "upload", "upload",
    teaches: "concurrently: creates a promise when one is done",
    from: "PromiseKit when(fulfilled:concurrently:); rule 8",
    queues: [.concurrent("net", width: 20)],
    knobs: [
      .integer("files", 20, in: 1...40, "how many there are"),
      .integer("lanes", 3, in: 1...40, "how many at a time"),
      .answer("fifth", ["ok", "fail"], "what happens to file 5"),
    ],
    variants: [
      Variant("one-lane", "one file at a time", ["lanes=1"]),
      Variant("all-at-once", "no effective limit", ["lanes=20"]),
      Variant(
        "fails", "the fifth file is refused", ["fifth=fail"],
        lints: ["loser-keeps-running"]),
    ],
    accessing: .nothing
  ) { knobs in
    let files = 1...knobs.integer("files")
    let uploads = files.lazy.map { send($0, knobs) }.makeIterator()
    let lanes = knobs.integer("lanes")

    return when(label: "all", fulfilled: uploads, concurrently: lanes)
      .done(label: "show") { sizes in
        note("sent \(sizes.count) files")
      }
      .catch(label: "alert") { error in note("alert \(error)") }
  }
}

private func send(_ file: Int, _ knobs: Knobs) -> Promise<Int> {
  net.async(.promise, label: "upload \(file)") {
    let size = 15 + 8 * file % 23
    work(for: .milliseconds(size))
    let isRefused = file == 5 && knobs.answer("fifth", is: "fail")
    if isRefused { throw TooLarge() }
    return size
  }
}

private struct TooLarge: Error {}
