// May I? Does it exist? Then send it: a service answers each question
// by callback. How often is the error handled, and on which queue?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")
private typealias Answer = @Sendable ((any Error)?) -> Void
private typealias Ask = @Sendable (String, @escaping Answer) -> Void

extension Demo {
  static let authority = Demo(
    "authority", "authority → exists → submit",
    teaches: "a chain is the pyramid of its callbacks, laid flat",
    from: "PromiseKit, from callbacks to a chain; rules 5, 6",
    queues: [.serial("net")],
    knobs: [
      .answer("style", ["chain", "pyramid"], "how it is written"),
      .milliseconds("answer", 30, "how long each answer takes"),
      .answer(
        "refused", ["nothing", "authority"], "what is denied"),
    ],
    variants: [
      Variant("pyramid", "the callbacks", ["style=pyramid"]),
      Variant("refused", "no authority", ["refused=authority"]),
    ],
    accessing: .nothing
  ) { knobs in
    let isFlat = knobs.answer("style", is: "chain")
    return (isFlat ? chain : pyramid)(service(knobs))
  }
}

private func chain(_ ask: @escaping Ask) -> PMKFinalizer {
  Promise(label: "begin")
    .thenResolving(label: "authority") {
      ask("authority", $1.resolve)
    }
    .get(label: "allowed") { note("allowed") }
    .thenResolving(label: "exists") { ask("exists", $1.resolve) }
    .get(label: "there") { note("there") }
    .thenResolving(label: "submit") { ask("submit", $1.resolve) }
    .done(label: "sent") { note("sent") }
    .catch(label: "alert") { error in note("alert \(error)") }
}

private func pyramid(_ ask: @escaping Ask) -> PMKFinalizer {
  ask("authority") { error in
    if let error { return note("alert \(error)") }
    note("allowed")
    ask("exists") { error in
      if let error { return note("alert \(error)") }
      note("there")
      ask("submit") { error in
        if let error { return note("alert \(error)") }
        note("sent")
      }
    }
  }
  return Promise(label: "begin").cauterize(label: "called")
}

private func service(_ knobs: Knobs) -> Ask {
  { what, answer in
    let time = knobs.milliseconds("answer")
    let error = knobs.answer("refused", is: what) ? Refused() : nil
    net.async(.promise, label: "ask \(what)") { work(for: time) }
      .pipe(label: "\(what) told") { _ in answer(error) }
  }
}

private struct Refused: Error {}
