// An error is caught at the end of two chains. Where did it arise,
// and which links did it skip?

import Dispatch
import PromiseKitLite

private let disk = DispatchQueue(label: "disk")
private let net = DispatchQueue(label: "net")

extension Demo {
  static let whereFrom = Demo(
    "where-from", "where an error came from",
    teaches: "an error keeps the place where it arose",
    from: "rules 6, 9, 11; JPromise errorTag; Promises/A+ 2.2.7.4",
    queues: [.serial("disk"), .serial("net")],
    knobs: [
      .answer(
        "fails", ["parse", "read", "connect", "none"], "what fails"),
      .milliseconds("step", 20, "how long each step takes"),
      .flag("explain", false, "whether explain throws its own error"),
    ],
    variants: [
      Variant("read-fails", "the file is not there", ["fails=read"]),
      Variant("connect-fails", "no answer", ["fails=connect"]),
      Variant("explained", "explain throws its own", ["explain=yes"]),
      Variant("works", "nothing fails", ["fails=none"]),
    ],
    accessing: .nothing
  ) { knobs in
    let address = disk.async(.promise, label: "read") {
      try attempt("read", knobs)
    }
    .map(label: "parse") { _ in try attempt("parse", knobs) }

    address.done(label: "log") { note("address: \($0)") }
      .catch(label: "log error") { error in note("log: \(error)") }

    let greeting =
      address
      .then(label: "connect") { _ in connect(knobs) }
      .map(label: "greet") { _ in "hello" }
    return (knobs.flag("explain") ? explain(greeting) : greeting)
      .done(label: "show") { note("show: \($0)") }
      .catch(label: "alert") { error in note("alert: \(error)") }
  }
}

private func explain(_ greeting: Promise<String>) -> Promise<String> {
  greeting.recover(label: "explain") { error -> Promise<String> in
    throw NoConnection(reason: "\(error)")
  }
}

private func connect(_ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: "dial") {
    try attempt("connect", knobs)
  }
}

private func attempt(
  _ step: String, _ knobs: Knobs
) throws -> String {
  work(for: knobs.milliseconds("step"))
  if knobs.answer("fails", is: step) { throw Failure(step: step) }
  return "\(step) works"
}

private struct Failure: Error { var step: String }
private struct NoConnection: Error { var reason: String }
