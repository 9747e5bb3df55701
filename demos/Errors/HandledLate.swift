// A page is fetched before it is requested, and the fetch fails. Is
// it a mistake that no handler takes the error until the request?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let handledLate = Demo(
    "handled-late", "an error that is handled late",
    teaches: "a handler that is attached late is still in time",
    from: "rule 11; node unhandledRejection, rejectionHandled",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("fetch", 20, "how long the fetch takes"),
      .milliseconds("tap", 60, "when the page is requested"),
    ],
    variants: [
      Variant("in-time", "the request comes first", ["tap=10"])
    ],
    lints: ["handled-late"],
    accessing: .nothing
  ) { knobs in
    let page: Promise<String> =
      net.async(.promise, label: "prefetch") {
        work(for: knobs.milliseconds("fetch"))
        throw Offline()
      }

    return after(label: "tap", knobs.milliseconds("tap"))
      .then(label: "open") { page }
      .done(label: "show") { note("shown \($0)") }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private struct Offline: Error {}
