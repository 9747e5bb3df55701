// A page that is not available is replaced by an empty one. Which
// other errors does the replacement hide?

import Dispatch
import PromiseKitLite

private enum Failure: Error { case wrongPIN, unavailable }

extension Demo {
  static let recoverAll = Demo(
    "recover-all", "recover takes all",
    teaches: "a recover without condition hides errors from before",
    from: "PromiseKit recover(only:); Promises/A+ 2.2.7.1; rule 9",
    knobs: [
      .milliseconds("login", 10, "how long a login takes"),
      .answer("bob", ["wrong", "right"], "the PIN that Bob types"),
      .answer("recovers", ["all", "some"], "which errors it takes"),
    ],
    variants: [
      Variant("right-pin", "Bob types the right PIN", ["bob=right"]),
      Variant("some", "it takes one kind", ["recovers=some"]),
    ],
    lints: ["recover-too-wide"],
    accessing: .nothing
  ) { knobs in
    when(
      label: "all shown",
      resolved: ["ann", "bob", "cyd"].map { show($0, knobs) }
    )
    .done(label: "end") { results in
      for case .failure(let error) in results { note("\(error)") }
    }
  }
}

private func show(_ name: String, _ knobs: Knobs) -> Promise<Void> {
  let isWrong = name == "bob" && knobs.answer("bob", is: "wrong")
  let page = after(label: "ask \(name)", knobs.milliseconds("login"))
    .map(label: "log in \(name)") {
      if isWrong { throw Failure.wrongPIN }
    }
    .map(label: "profile of \(name)") { () throws -> String in
      throw Failure.unavailable
    }
  return recovered(page, name, knobs)
    .done(label: "show \(name)") { note("\(name) sees \($0)") }
}

private func recovered(
  _ page: Promise<String>, _ name: String, _ knobs: Knobs
) -> Promise<String> {
  let empty: @Sendable () -> Promise<String> = {
    .value(label: "empty page for \(name)", "an empty page")
  }
  guard knobs.answer("recovers", is: "some") else {
    return page.recover(label: "page of \(name)") { _ in empty() }
  }
  return page.recover(
    label: "page of \(name)", only: Failure.unavailable
  ) { _ in empty() }
}
