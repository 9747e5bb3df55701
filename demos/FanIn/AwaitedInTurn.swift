// Two checks run at the same time, and a program waits for one after
// the other. The second one fails first. When is that noticed?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(
  label: "net", attributes: .concurrent)

extension Demo {
  static let awaitedInTurn = Demo(
    "awaited-in-turn", "awaited in turn",
    teaches: "an error is not handled until something waits for it",
    from: "node unhandledRejection, Promise.all; rules 8 and 11",
    queues: [.concurrent("net", width: 2)],
    knobs: [
      .milliseconds("name", 40, "how long the first check takes"),
      .milliseconds("mail", 20, "how long the second check takes"),
      .answer("wait", ["in-turn", "all"], "how the program waits"),
    ],
    variants: [
      Variant(
        "all", "it waits for both at the same time", ["wait=all"],
        lints: ["loser-keeps-running"])
    ],
    lints: ["handled-late"],
    accessing: .nothing
  ) { knobs in
    let name = check("name", knobs)
    let mail = check("mail", knobs, fails: true)

    let both: Promise<String> =
      knobs.answer("wait", is: "all")
      ? when(label: "both", fulfilled: [name, mail])
        .map(label: "text") { $0.joined(separator: " ") }
      : name.then(label: "then mail") { name in
        mail.map(label: "text") { mail in "\(name) \(mail)" }
      }
    return
      both
      .done(label: "send") { note("sent \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private func check(
  _ field: String, _ knobs: Knobs, fails: Bool = false
) -> Promise<String> {
  net.async(.promise, label: field) {
    work(for: knobs.milliseconds(field))
    if fails { throw Wrong() }
    return field
  }
}

private struct Wrong: Error {}
