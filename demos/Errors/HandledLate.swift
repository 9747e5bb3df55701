// A page is fetched before anybody asks for it, and that fails. Is it
// a mistake that nobody handles the error until somebody asks?

import Dispatch
import PromiseKitLite

private let net = DispatchQueue(label: "net")

extension Demo {
  static let handledLate = Demo(
    "handled-late", "an error that is handled late",
    teaches: "a handler that comes late is still in time",
    from: "rule 11; RSVP on error",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("fetch", 20, "how long the fetch takes"),
      .milliseconds("tap", 60, "when somebody asks for the page"),
    ],
    variants: [
      Variant("in-time", "somebody asks first", ["tap=10"])
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
