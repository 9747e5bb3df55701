// One then, step by step: what happens between the call that resolves
// a promise and the handler of the next link? All of it is on main.

import Dispatch
import PromiseKitLite

extension Demo {
  static let insideThen = Demo(
    "inside-then", "inside one then",
    teaches: "resolve, settle, enqueue, start, end, settle the child",
    from: "Promises/A+ 2.2.4, 2.2.6, 2.2.7; rules 2 to 4",
    knobs: [
      .milliseconds("resolve", 20, "when the answer is resolved"),
      .milliseconds("handler", 10, "how long the handler takes"),
    ],
    accessing: .nothing
  ) { knobs in
    let (answer, seal) = Promise<Int>.pending(label: "answer")

    let child = answer.map(label: "handler") { value in
      note("4 the handler begins, with \(value)")
      work(for: knobs.milliseconds("handler"))
      return value * 2
    }
    note("1 the handler is attached")

    after(label: "timer", knobs.milliseconds("resolve"))
      .done(label: "resolve") {
        note("2 resolving the answer")
        seal.fulfill(21)
        note("3 resolved: the handler is in its queue")
        work(for: .milliseconds(5))
      }

    return
      child
      .done(label: "next") { note("5 the child has \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}
