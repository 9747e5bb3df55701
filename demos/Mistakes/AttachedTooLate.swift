// One part of an app keeps what the session allows; another part
// loads the feed. Both wait for the same login. Which runs first?

import Dispatch
import PromiseKitLite
import Synchronization

private let net = DispatchQueue(label: "net")

extension Demo {
  static let attachedTooLate = Demo(
    "attached-too-late", "attached too late",
    teaches: "handlers run in the order in which they are attached",
    from: "Promises/A+ 2.2.6; rule 3",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("settings", 26, "when the settings are read")
    ],
    variants: [
      Variant(
        "early", "the settings are read first", ["settings=2"])
    ],
    lints: ["attach-order"]
  ) { knobs in
    let app = App()
    after(label: "settings", knobs.milliseconds("settings"))
      .done(label: "apply settings") { app.keepFlags() }
    after(label: "first frame", .milliseconds(5))
      .done(label: "draw") { app.loadFeed() }
    return after(label: "end", .milliseconds(100))
  }
}

private final class App: Sendable {
  private let flags = Mutex<Set<String>>([])
  private let session: Promise<String> =
    net.async(.promise, label: "log in") {
      work(for: .milliseconds(60))
      return "ada"
    }

  func keepFlags() {
    session
      .done(label: "adopt session") { _ in
        self.flags.withLock { _ = $0.insert("feed") }
      }
      .catch(label: "no session") { note("\($0)") }
  }

  func loadFeed() {
    session
      .map(label: "load feed") { user in
        guard self.flags.withLock({ $0.contains("feed") }) else {
          throw NotAllowed()
        }
        return "feed of \(user)"
      }
      .done(label: "show") { note($0) }
      .catch(label: "alert") { note("alert \($0)") }
  }
}

private struct NotAllowed: Error {}
