// The report needs the total. It can wait for it, or follow it in a
// chain. What does that mean for the letter behind it in the queue?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private let desk = DispatchQueue(label: "desk")

extension Demo {
  static let awaiting = Demo(
    "awaiting", "waiting, or coming after",
    teaches: "a wait blocks its queue; a link leaves it free",
    from: "PromiseKit wait, async; google awaitPromise; Bolts",
    queues: [.serial("net"), .serial("desk")],
    knobs: [
      .milliseconds("total", 40, "how long the total takes"),
      .answer(
        "report", ["waits", "follows"], "what the report does"),
    ],
    variants: [
      Variant("follows", "the report is a link", ["report=follows"])
    ],
    // The handlers share only the promise.
    accessing: .nothing
  ) { knobs in
    let total: Promise<Int> = net.async(.promise, label: "total") {
      work(for: knobs.milliseconds("total"))
      return 7
    }
    let isLink = knobs.answer("report", is: "follows")
    let report = isLink ? follow(total) : wait(for: total)

    after(label: "letter", .milliseconds(10))
      .done(label: "stamp", on: desk) { work(for: .milliseconds(5)) }
      .done(label: "post") { note("letter posted") }

    return
      report
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

/// Blocks the desk's queue until the total arrives.
private func wait(for total: Promise<Int>) -> Promise<String> {
  desk.async(.promise, label: "report") {
    note("desk waits")
    let number = try total.wait()
    note("desk goes on")
    return "report of \(number)"
  }
}

/// Runs on the desk's queue after the total has arrived.
private func follow(_ total: Promise<Int>) -> Promise<String> {
  total.map(label: "report", on: desk) { number in
    "report of \(number)"
  }
}
