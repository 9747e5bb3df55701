// Three photos are sent, and one of them fails. How do you wait for
// all of them and get the outcome of each?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension Demo {
  static let allSettled = Demo(
    "all-settled", "all settled",
    teaches:
      "waits for every input, whatever its outcome; never fails",
    from: "JavaScript allSettled, Bolts' all; rule 8",
    queues: [.concurrent("net", width: 3)],
    knobs: [
      .milliseconds("a", 50, "how long photo a takes"),
      .milliseconds("b", 10, "how long photo b takes"),
      .milliseconds("c", 30, "how long photo c takes"),
      .answer("answer", ["refused", "sent"], "how photo b ends"),
      .answer("then", ["report", "fail"], "what follows"),
    ],
    variants: [
      Variant("fail", "waits for all, then fails", ["then=fail"]),
      Variant("sent", "nothing fails", ["answer=sent"]),
    ],
    accessing: .nothing
  ) { knobs in
    let fails = knobs.answer("answer", is: "refused")
    let photos = [
      send("a", knobs), send("b", knobs, fails: fails),
      send("c", knobs),
    ]
    return when(label: "results", resolved: photos)
      .map(label: "report", on: .main) { results in
        if knobs.answer("then", is: "fail") {
          return try results.map { try $0.get() }
        }
        return results.map { result in
          switch result {
          case .success(let photo): photo
          case .failure(let error): "\(error)"
          }
        }
      }
      .done(label: "show", on: .main) { note("shown \($0)") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private func send(
  _ photo: String, _ knobs: Knobs, fails: Bool = false
) -> Promise<String> {
  net.async(.promise, label: photo) {
    work(for: knobs.milliseconds(photo))
    if fails { throw Refused() }
    return photo
  }
}

private struct Refused: Error {}
