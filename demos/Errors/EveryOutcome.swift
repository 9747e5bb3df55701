// The promise exists first and the outcome arrives later. Which
// handlers run for every outcome, which for one kind, in which order?

import Dispatch
import PromiseKitLite

extension Demo {
  static let everyOutcome = Demo(
    "every-outcome", "every outcome",
    teaches: "tap sees the value or the error, and passes it on",
    from: "Bolts continueWith, ResultPromises onComplete; rules 3, 9",
    knobs: [
      .milliseconds("answer", 20, "when the outcome arrives"),
      .answer("outcome", ["tea", "nothing", "error"], "what it is"),
    ],
    variants: [
      Variant("error", "it is an error", ["outcome=error"]),
      Variant("empty", "the text is empty", ["outcome=nothing"]),
    ],
    accessing: .nothing
  ) { knobs in
    let (word, seal) = Promise<String>.pending(label: "word")
    for n in 1...2 {
      word.tap(label: "complete \(n)") { _ in say("complete \(n)") }
        .done(label: "success \(n)") {
          say("success \(n): \($0.count)")
        }
        .catch(label: "error \(n)") { say("error \(n): \($0)") }
    }
    let length = word.tap(label: "measure") { result in
      let length = result.map(\.count).flatMap(positive)
      let count = try length.get()
      say("measured \(count)")
    }

    _ = after(label: "answer", knobs.milliseconds("answer"))
      .done(label: "resolve") { seal.resolve(outcome(knobs)) }

    return length.done(label: "end") { _ in note("end") }
      .catch(label: "no length") { error in
        note("no length: \(error)")
      }
  }
}

private func say(_ text: String) {
  note(text)
  work(for: .milliseconds(5))
}

private func outcome(_ knobs: Knobs) -> Result<String, any Error> {
  let isError = knobs.answer("outcome", is: "error")
  let isTea = knobs.answer("outcome", is: "tea")
  return isError ? .failure(NoWord()) : .success(isTea ? "tea" : "")
}

private func positive(_ n: Int) -> Result<Int, any Error> {
  n > 0 ? .success(n) : .failure(Empty())
}

private struct NoWord: Error {}
private struct Empty: Error {}
