// Three parts must be sent, one after the other. What makes the
// second part wait for the first?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension Demo {
  static let oneAfterAnother = Demo(
    "one-after-another", "one after another",
    teaches: "work waits only if the work before it starts it",
    from: "google reduce, PromiseKit thenMap; rule 8",
    queues: [.concurrent("net", width: 3)],
    knobs: [
      .milliseconds("part", 20, "how long a part takes"),
      .integer(
        "limit", 1, in: 1...3, "how many run at the same time"),
      .answer(
        "with", ["iterator", "reduce", "thenMap"], "what is used"),
    ],
    variants: [
      Variant("two", "two at a time", ["limit=2"]),
      Variant(
        "reduce", "each part starts after the last", ["with=reduce"]
      ),
      Variant("thenMap", "all at the same time", ["with=thenMap"]),
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
