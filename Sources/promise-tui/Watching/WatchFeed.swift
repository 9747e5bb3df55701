import PromiseScreens

/// A package that is built and run whenever a file is saved: each run replaces the one before.
///
/// It has a thread of its own, which sleeps until a file is saved.
final class WatchFeed: Feed {
  private let maker: PackageMaker
  private let outlet: MessageSender

  /// Starts building; `nil` if the system has no resources for it.
  init?(_ package: WatchedPackage, outlet: MessageSender) {
    guard let attention = Attention(to: package.folder) else { return nil }
    maker = PackageMaker(package, attention: attention)
    self.outlet = outlet
    outlet.post(
      .watched(.begun(RunDescriptor(name: package.name, teaches: "a program of your own"))))
    guard startThread({ self.run() }) else { return nil }
  }

  /// Builds and runs the package repeatedly, until the screen is closed.
  private func run() {
    var call = Attention.Call.saved
    while call != .closed {
      let begin = Attention.now
      let making = maker.make { work, seconds, step in
        outlet.post(.watched(.busy(with: work, seconds: seconds, step: step)))
      }
      switch making {
      case .ran(let recording, let trouble):
        let seconds = Self.seconds(Attention.now - begin)
        let remark =
          maker.attention.hearsSaving
          ? "built and run in \(seconds) s: \(recording.events.count) events"
          : "saved files are not detected: the system watches too many files already"
        outlet.post(.watched(.ran(recording, remark: remark, trouble)))
      case .failed(let trouble): outlet.post(.watched(.failed(trouble)))
      case .interrupted(let why):
        call = why
        continue
      }
      call = maker.attention.wait()
    }
  }

  /// Formats seconds with one digit after the point.
  private static func seconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50_000_000) / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Ends the current build or run.
  func close() { maker.stop() }
}
