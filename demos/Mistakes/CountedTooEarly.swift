// Opening a book imports its customers, and ends in catch. Are they
// all there when they are counted?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let countedTooEarly = Demo(
    "counted-too-early", "counted too early",
    teaches: "a catch ends a chain, but nothing waits for it",
    from: "Promises/A+ 2.3.2; rule 7",
    queues: [.serial("disk")],
    knobs: [
      .answer("open", ["starts", "returns"], "what it does with it")
    ],
    variants: [
      Variant(
        "returned", "open returns the import", ["open=returns"])
    ],
    lints: ["chain-not-awaited"],
    accessing: .nothing
  ) { knobs in
    let book = Promise.value(label: "book", ["ann", "bob", "eve"])
    let opened =
      knobs.answer("open", is: "returns")
      ? book.then(label: "open") { importAll($0) }
      : book.done(label: "open") { names in
        importAll(names).catch(label: "alert") { note("\($0)") }
      }
    return opened.done(label: "count") { note("counted") }
  }
}

private func importAll(_ names: [String]) -> Promise<Void> {
  when(label: "import", fulfilled: names.map { store($0) })
    .done(label: "imported") { _ in note("imported") }
}

private func store(_ name: String) -> Promise<Void> {
  disk.async(.promise, label: "store \(name)") {
    work(for: .milliseconds(10))
  }
}
