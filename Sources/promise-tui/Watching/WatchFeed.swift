import PromiseScreens

/// A package that is built and run whenever a file is saved: each run replaces the one before.
///
/// It has a thread of its own, which sleeps until a file is saved.
final class WatchFeed: Feed {
  private let builder: PackageBuilder
  private let sender: MessageSender

  /// Starts building; `nil` if the system has no resources for it.
  init?(_ package: WatchedPackage, sender: MessageSender) {
    guard let waiter = EventWaiter(to: package.folder) else { return nil }
    builder = PackageBuilder(package, waiter: waiter)
    self.sender = sender
    sender.post(
      .watched(.begun(RunDescriptor(name: package.name, teaches: "a program of your own"))))
    guard startThread({ self.run() }) else { return nil }
  }

  /// Builds and runs the package repeatedly, until the screen is closed.
  private func run() {
    var call = EventWaiter.Call.saved
    while call != .closed {
      let begin = EventWaiter.now
      let result = builder.make { work, seconds, step, printed in
        sender.post(
          .watched(.busy(with: work, seconds: seconds, step: step, printed: printed)))
      }
      switch result {
      case .ran(let recording, let failure):
        let seconds = Self.seconds(EventWaiter.now - begin)
        let remark =
          builder.waiter.detectsSaves
          ? "built and run in \(seconds) s: \(recording.events.count) events"
          : "saved files are not detected: the system watches too many files already"
        sender.post(.watched(.ran(recording, remark: remark, failure)))
      case .failed(let failure): sender.post(.watched(.failed(failure)))
      case .interrupted(let why):
        call = why
        continue
      }
      call = builder.waiter.wait()
    }
  }

  /// Formats seconds with one digit after the point.
  private static func seconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50_000_000) / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Ends the current build or run.
  func close() { builder.stop() }
}
