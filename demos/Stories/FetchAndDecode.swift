// A list is fetched from a server and decoded. The server may answer
// with an error status, or with text that cannot be decoded.

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let side = DispatchQueue(label: "side")

extension Demo {
  static let fetchAndDecode = Demo(
    "fetch-and-decode", "fetch and decode",
    teaches: "an error status is a value until a link rejects it",
    from: "ResultPromises fetch, decode; PromiseKit validate; rule 9",
    queues: [.serial("net"), .serial("side")],
    knobs: [
      .milliseconds("server", 40, "how long the server takes"),
      .answer(
        "answer", ["list", "missing", "torn"], "what it answers"),
    ],
    variants: [
      Variant("missing", "there is no such page", ["answer=missing"]),
      Variant("torn", "the text is incomplete", ["answer=torn"]),
    ],
    accessing: .nothing
  ) { knobs in
    dataTask("/list", knobs)
      .get(label: "received") { note("status \($0.status)") }
      .validate(label: "is 200") { $0.status == 200 }
      .map(label: "decode", on: side) { try decode($0.body) }
      .done(label: "show") { note("\($0.count) items") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

/// Stands in for a task of a URL session. The server is real if the
/// queues are: then the text arrives over a connection.
private func dataTask(
  _ path: String, _ knobs: Knobs
) -> Promise<Response> {
  net.async(.promise, label: "GET \(path)") {
    try response(to: path) {
      work(for: knobs.milliseconds("server"))
      return page(knobs)
    }
  }
}

private func page(_ knobs: Knobs) -> Response {
  if knobs.answer("answer", is: "missing") {
    return Response(status: 404, body: "not found")
  }
  let isTorn = knobs.answer("answer", is: "torn")
  return Response(
    status: 200, body: isTorn ? "[tea,mi" : "[tea,milk,bread]")
}

private func decode(_ text: String) throws -> [String] {
  work(for: .milliseconds(5))
  guard text.hasPrefix("["), text.hasSuffix("]") else {
    throw NotDecoded()
  }
  return text.dropFirst().dropLast().split(separator: ",")
    .map(String.init)
}

private struct NotDecoded: Error {}
