// A session renews its token and waits for it on its own queue. Who
// else stands in that queue?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let session = DispatchQueue(label: "session")

extension Demo {
  static let waitInHandler = Demo(
    "wait-in-handler", "wait in a handler",
    teaches: "a wait makes everything behind it in the queue late",
    from: "PromiseKit wait; google awaitPromise; rule 12",
    queues: [.serial("net"), .serial("session")],
    knobs: [
      .milliseconds("token", 150, "how long a token takes"),
      .answer("renew", ["waits", "follows"], "how it gets the token"),
    ],
    variants: [
      Variant("quick", "the token comes quickly", ["token=20"]),
      Variant("follows", "renew is a link", ["renew=follows"]),
    ],
    lints: ["wait-blocks-queue"],
    accessing: .nothing
  ) { knobs in
    let token: Promise<String> = net.async(.promise, label: "token") {
      work(for: knobs.milliseconds("token"))
      return "tok_9"
    }
    let renewed: Promise<String> =
      knobs.answer("renew", is: "follows")
      ? token.map(label: "renew", on: session) { $0 }
      : session.async(.promise, label: "renew") { try token.wait() }

    for name in ["mail", "chat"] {
      after(label: "\(name) timer", .milliseconds(10))
        .done(label: "\(name)", on: session) { note("sent \(name)") }
    }
    return
      renewed
      .done(label: "use") { note("renewed \($0)") }
      .catch(label: "log out") { _ in note("logged out") }
  }
}
