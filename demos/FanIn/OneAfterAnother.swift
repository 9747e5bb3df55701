// Three parts are to be sent, one after the other. What makes the
// second wait for the first?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension Demo {
  static let oneAfterAnother = Demo(
    "one-after-another", "one after another",
    teaches: "work waits only where the one before makes it begin",
    from: "google reduce, PromiseKit thenMap; rule 8",
    queues: [.concurrent("net", width: 3)],
    knobs: [
      .milliseconds("part", 20, "how long a part takes"),
      .integer(
        "limit", 1, in: 1...3, "how many an iterator gives at once"),
      .answer(
        "with", ["iterator", "reduce", "thenMap"], "what is used"),
    ],
    variants: [
      Variant("two", "two at a time", ["limit=2"]),
      Variant(
        "reduce", "each begins when the last is kept", ["with=reduce"]
      ),
      Variant("thenMap", "all of them at once", ["with=thenMap"]),
    ],
    accessing: .nothing
  ) { knobs in
    sendAll(["a", "b", "c"], knobs)
      .done(label: "show", on: .main) { note("sent \($0)") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private func sendAll(
  _ parts: [String], _ knobs: Knobs
) -> Promise<[String]> {
  if knobs.answer("with", is: "thenMap") {
    return Promise.value(label: "parts", parts)
      .thenMap(label: "each", on: .main) {
        send($0, knobs)
      }
  }
  if knobs.answer("with", is: "iterator") {
    var rest = parts.makeIterator()
    return when(
      label: "each",
      fulfilled: AnyIterator { rest.next().map { send($0, knobs) } },
      concurrently: knobs.integer("limit"))
  }
  return Promise.value(label: "none", [])
    .reduce(label: "next", parts, on: .main) {
      sent, part in
      send(part, knobs)
        .map(label: "kept \(part)", on: nil) { sent + [$0] }
    }
}

private func send(_ part: String, _ knobs: Knobs) -> Promise<String> {
  net.async(.promise, label: part) {
    work(for: knobs.milliseconds("part"))
    return part
  }
}
