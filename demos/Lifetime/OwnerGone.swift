// A screen requests its picture and is closed before it arrives. What
// keeps the handlers from drawing on a screen that is gone?

import Dispatch
import PromiseKitLite
import Synchronization

private let net = DispatchQueue(label: "net")

extension Demo {
  static let ownerGone = Demo(
    "owner-gone", "owner gone",
    teaches: "until(owner): no handler runs once its owner is gone",
    from: "JPromise target, NSError+Promise.m; rule 10",
    queues: [.serial("net")],
    knobs: [
      .milliseconds("fetch", 40, "how long the picture takes"),
      .milliseconds("close", 20, "when the screen is closed"),
    ],
    variants: [
      Variant("open", "the screen is still open", ["close=60"])
    ]
  ) { knobs in
    let screen = Screen()
    let window = Window(screen)

    after(label: "close", knobs.milliseconds("close"))
      .done(label: "leave") { window.close() }

    return net.async(.promise, label: "fetch") {
      work(for: knobs.milliseconds("fetch"))
      return "cat.png"
    }
    .until(label: "while open", screen)
    .done(label: "draw") { note("drew \($0)") }
    .ensure(label: "hide spinner") { note("spinner hidden") }
    .cancelled(label: "gone") { note("nobody to draw for") }
    .catch(label: "alert") { note("alert \($0)") }
  }
}

private final class Screen: Sendable {}

/// Holds the only strong reference to its screen, until it is closed.
private final class Window: Sendable {
  private let screen: Mutex<Screen?>

  init(_ screen: Screen) { self.screen = Mutex(screen) }

  func close() { screen.withLock { $0 = nil } }
}
