// All of three requests, in a race with a cache and a timeout.
// Which of them wins, and what do the losers do?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net", attributes: .concurrent)
private let disk = DispatchQueue(label: "disk")

extension Demo {
  static let dashboardRace = Demo(
    "dashboard-race", "dashboard race",
    teaches: "the first to settle wins a race; the losers continue",
    from: "PromiseKit when, race; rule 8",
    queues: [.concurrent("net", width: 3), .serial("disk")],
    knobs: [
      .milliseconds("profile", 120, "how long GET /profile takes"),
      .milliseconds("posts", 90, "how long GET /posts takes"),
      .milliseconds("ads", 140, "how long GET /ads takes"),
      .answer("answer", ["fail", "ok"], "how GET /ads is answered"),
      .milliseconds("cache", 100, "how long the cache takes"),
      .milliseconds("timeout", 150, "when the time is up"),
    ],
    variants: [
      Variant(
        "ads-fail", "the cache is slow", ["cache=200"],
        lints: ["loser-keeps-running"]),
      Variant(
        "all-answer", "slow cache, no failure",
        ["cache=200", "answer=ok"], lints: ["loser-keeps-running"]),
      Variant(
        "too-late", "the time is up", ["timeout=20"],
        lints: ["loser-keeps-running", "rejection-lost"]),
    ],
    lints: ["loser-keeps-running", "rejection-lost"],
    accessing: .nothing
  ) { knobs in
    let requests = ["profile", "posts", "ads"].map { get($0, knobs) }
    let fresh = when(label: "fresh", fulfilled: requests)

    return race(
      label: "first", fresh, readCache(knobs), tooLate(knobs)
    )
    .done(label: "render", on: .main) { note("rendered \($0)") }
    .catch(label: "alert", on: .main) { note("alert \($0)") }
  }
}

private func get(_ page: String, _ knobs: Knobs) -> Promise<String> {
  let fails = page == "ads" && knobs.answer("answer", is: "fail")
  return net.async(.promise, label: "GET /\(page)") {
    work(for: knobs.milliseconds(page))
    if fails { throw Unavailable() }
    return page
  }
}

private func readCache(_ knobs: Knobs) -> Promise<[String]> {
  disk.async(.promise, label: "cache.read") {
    work(for: knobs.milliseconds("cache"))
    return ["cached page"]
  }
}

private func tooLate(_ knobs: Knobs) -> Promise<[String]> {
  after(label: "timeout", knobs.milliseconds("timeout"))
    .map(label: "too late", on: nil) { throw TooLate() }
}

private struct Unavailable: Error {}
private struct TooLate: Error {}
