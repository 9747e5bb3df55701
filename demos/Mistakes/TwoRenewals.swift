// Two requests fail because the token has expired. Each renews it.
// How often is it renewed?

import Dispatch
import PromiseKitLite
import Synchronization

private let server = DispatchQueue(label: "server")
private let auth = DispatchQueue(label: "auth")

extension Demo {
  static let twoRenewals = Demo(
    "two-renewals", "two renewals",
    teaches: "keep the promise of work that is needed once",
    from: "rules 3, 7 and 9",
    queues: [.serial("server"), .serial("auth")],
    knobs: [
      .answer("renewal", ["own", "shared"], "what each waits for")
    ],
    variants: [
      Variant("shared", "both wait for one", ["renewal=shared"])
    ],
    lints: ["overlapping-runs"]
  ) { knobs in
    let session = Session(knobs)
    return when(
      label: "both",
      fulfilled: [session.show("feed"), session.show("chat")])
  }
}

private struct Expired: Error {}

private final class Session: Sendable {
  private let isShared: Bool
  private let isNew = Mutex(false)
  private let running = Mutex<Promise<Void>?>(nil)

  init(_ knobs: Knobs) {
    isShared = knobs.answer("renewal", is: "shared")
  }

  func show(_ name: String) -> Promise<Void> {
    ask()
      .recover(label: "again") { _ in
        self.renewed().then(label: "retry") { self.ask() }
      }
      .done(label: "show") { note("\(name) shown") }
  }

  private func ask() -> Promise<Void> {
    server.async(.promise, label: "ask") {
      work(for: .milliseconds(5))
      if !self.isNew.withLock({ $0 }) { throw Expired() }
    }
  }

  private func renewed() -> Promise<Void> {
    if isShared, let promise = running.withLock({ $0 }) {
      return promise
    }
    let renewal: Promise<Void> =
      auth.async(.promise, label: "renew") {
        work(for: .milliseconds(30))
        self.isNew.withLock { $0 = true }
      }
    running.withLock { $0 = renewal }
    return renewal
  }
}
