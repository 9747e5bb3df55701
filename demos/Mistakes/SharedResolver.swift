// A message is sent again if the first attempt fails. Both attempts
// have the same resolver, and each has a timer. Which timer counts?

import Dispatch
import PromiseKitLite

extension Demo {
  static let sharedResolver = Demo(
    "shared-resolver", "shared resolver",
    teaches: "a timer must be stopped when its attempt has ended",
    from: "PromiseKit Resolver; google/promises retry; rule 1",
    knobs: [
      .milliseconds("fails", 30, "when the first attempt fails"),
      .milliseconds("takes", 60, "how long the second one takes"),
      .answer("attempts", ["share", "own"], "the resolver"),
    ],
    variants: [
      Variant(
        "quick", "the second attempt is quick", ["takes=20"],
        lints: ["resolved-again"]),
      Variant("own", "each has its own promise", ["attempts=own"]),
    ],
    lints: ["older-attempt-settles"],
    accessing: .nothing
  ) { knobs in
    let sent: Promise<String>
    if knobs.answer("attempts", is: "own") {
      sent = retrying(label: "send", times: 2) { number in
        answer(to: number, knobs)
          .timeout(label: "limit \(number)", .milliseconds(80))
      }
    } else {
      let (promise, seal) = Promise<String>.pending(label: "send")
      attempt(1, seal, knobs)
      sent = promise
    }
    return
      sent
      .done(label: "tick") { note("sent: \($0)") }
      .catch(label: "alert") { note("not sent: \($0)") }
  }
}

/// Sends the message, and sends it once more if that fails.
private func attempt(
  _ number: Int, _ seal: Resolver<String>, _ knobs: Knobs
) {
  note("attempt \(number)")
  answer(to: number, knobs)
    .done(label: "read \(number)") { seal.fulfill($0) }
    .catch(label: "again \(number)") { _ in
      attempt(number + 1, seal, knobs)
    }
  after(label: "limit \(number)", .milliseconds(80))
    .done(label: "give up \(number)") { seal.reject(TooLate()) }
}

private func answer(
  to number: Int, _ knobs: Knobs
) -> Promise<String> {
  let name = number == 1 ? "fails" : "takes"
  return after(label: "server \(number)", knobs.milliseconds(name))
    .map(label: "answer \(number)") {
      if number == 1 { throw Busy() }
      return "receipt 7"
    }
}

private struct Busy: Error {}
private struct TooLate: Error {}
