// Opening the page fails after the login succeeds. Which receives the
// error: the second handler of the same then, or the next link?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let twoHandlers = Demo(
    "two-handlers", "two handlers in one then",
    teaches: "only one of the two runs; neither guards the other",
    from: "Promises/A+ 2.2, 2.2.7; JavaScript then(f, r)",
    queues: [.serial("net")],
    knobs: [
      .answer("fails", ["page", "login", "nothing"], "what fails")
    ],
    variants: [
      Variant("login-fails", "the login goes wrong", ["fails=login"]),
      Variant("all-well", "nothing goes wrong", ["fails=nothing"]),
    ],
    accessing: .nothing
  ) { knobs in
    let login: Promise<String> = net.async(.promise, label: "login") {
      work(for: .milliseconds(20))
      if knobs.answer("fails", is: "login") { throw BadPassword() }
      return "ada"
    }
    let open = { @Sendable (user: String) throws -> String in
      work(for: .milliseconds(5))
      if knobs.answer("fails", is: "page") { throw NoPage() }
      return "page of \(user)"
    }

    login
      .then(
        label: "pair", fulfilled: open, rejected: { "guest: \($0)" }
      )
      .done(label: "pair shows") { note("pair shows \($0)") }
      .catch(label: "pair alert") { note("pair alerts \($0)") }

    return
      login
      .map(label: "open", open)
      .recover(label: "mend") {
        .value(label: "mended", "guest: \($0)")
      }
      .done(label: "chain shows") { note("chain shows \($0)") }
  }
}

private struct BadPassword: Error {}
private struct NoPage: Error {}
