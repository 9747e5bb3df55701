// Three requests start together and finish in another order. In which
// order are their values, and how long does it take?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)

extension Demo {
  static let allOfThem = Demo(
    "all", "all of them",
    teaches: "the values keep the order of the inputs",
    from: "PromiseKit when, JPromise j_all, Then whenAll; rule 8",
    queues: [.concurrent("net", width: 3)],
    knobs: [
      .milliseconds("ann", 60, "how long Ann takes"),
      .milliseconds("bob", 20, "how long Bob takes"),
      .milliseconds("cid", 40, "how long Cid takes"),
      .answer(
        "inputs", ["array", "dictionary", "tuple"],
        "how the inputs are passed"),
    ],
    variants: [
      Variant(
        "dictionary", "each value under its key",
        ["inputs=dictionary"]),
      Variant("tuple", "values of different types", ["inputs=tuple"]),
    ],
    accessing: .nothing
  ) { knobs in
    let ann = age("ann", 31, knobs)
    let bob = age("bob", 27, knobs)
    let cid = age("cid", 45, knobs)
    return together(ann, bob, cid, knobs)
      .done(label: "show", on: .main) { note("shown \($0)") }
      .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private func together(
  _ ann: Promise<Int>, _ bob: Promise<Int>, _ cid: Promise<Int>,
  _ knobs: Knobs
) -> Promise<String> {
  if knobs.answer("inputs", is: "dictionary") {
    let inputs = ["ann": ann, "bob": bob, "cid": cid]
    return when(label: "all", fulfilled: inputs)
      .map(label: "text", on: nil) {
        "bob is \($0["bob", default: 0])"
      }
  }
  if knobs.answer("inputs", is: "tuple") {
    let name = cid.map(label: "name", on: nil) { "Cid (\($0))" }
    return when(label: "all", fulfilled: ann, bob, name)
      .map(label: "text", on: nil) { "\($0), \($1), \($2)" }
  }
  return when(label: "all", fulfilled: [ann, bob, cid])
    .map(label: "text", on: nil) { "\($0)" }
}

private func age(
  _ name: String, _ age: Int, _ knobs: Knobs
) -> Promise<Int> {
  net.async(.promise, label: name) {
    work(for: knobs.milliseconds(name))
    return age
  }
}
