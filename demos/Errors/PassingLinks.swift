// Two chains of the same length start at the same instant, and one of
// them fails. Which of them ends first?

import Dispatch
import PromiseKitLite

extension Demo {
  static let passingLinks = Demo(
    "passing-links", "an error passes links",
    teaches: "a value is dispatched at each link, an error is not",
    from: "Promises/A+ 2.2.7.3, 2.2.7.4; rule 6; BrightFutures",
    knobs: [
      .milliseconds("start", 20, "when both start"),
      .milliseconds("link", 5, "how long each handler takes"),
    ],
    accessing: .nothing
  ) { knobs in
    let start = after(label: "start", knobs.milliseconds("start"))
    let step = { @Sendable (number: Int) -> Int in
      note("step \(number)")
      work(for: knobs.milliseconds("link"))
      return number + 1
    }

    let good = start.map(label: "good") { 1 }
      .map(label: "good 1") { step($0) }
      .map(label: "good 2") { step($0) }
      .map(label: "good 3") { step($0) }
      .done(label: "good end") { note("good end: \($0)") }

    let broken: Promise<Int> = start.map(label: "bad") {
      throw Broken()
    }
    broken
      .map(label: "bad 1") { step($0) }
      .map(label: "bad 2") { step($0) }
      .map(label: "bad 3") { step($0) }
      .done(label: "bad end") { note("bad end: \($0)") }
      .catch(label: "caught") { note("caught \($0)") }

    return good
  }
}

private struct Broken: Error {}
