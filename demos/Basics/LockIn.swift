// The answer is resolved with a promise that is still pending. Can
// other code settle the answer before that promise does?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let lockIn = Demo(
    "lock-in", "locked in",
    teaches: "an adopting promise ignores other resolutions",
    from: "Promises/A+ 2.3.2; rule 7; AYPromise resolve",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("net", 40, "how long the net takes"),
      .milliseconds("hurry", 20, "when other code loses patience"),
    ],
    variants: [
      Variant(
        "settled", "the net was faster", ["hurry=60"],
        lints: ["resolved-again"])
    ],
    lints: ["resolved-again", "order-unlike"],
    accessing: .nothing
  ) { knobs in
    let (answer, seal) = Promise<Int>.pending(label: "answer")
    let inner: Promise<Int> = net.async(.promise, label: "inner") {
      work(for: knobs.milliseconds("net"))
      return 1
    }
    seal.resolve(inner)
    note("resolved, and \(answer.isPending ? "pending" : "settled")")

    after(label: "hurry", knobs.milliseconds("hurry"))
      .done(label: "by hand") {
        let counts = seal.tryFulfill(9)
        note("9 counts: \(counts)")
      }

    return
      answer
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}
