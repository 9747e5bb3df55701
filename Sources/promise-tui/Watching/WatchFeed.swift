import PromiseScreens

/// A package that is built and run whenever it is saved: each run is shown in the place of the one before.
///
/// It has a thread of its own, which sleeps until something is saved.
final class WatchFeed: Feed {
  private let maker: PackageMaker
  private let outlet: MessageSender

  /// Begins to build; none where the system has no room for it.
  init?(_ package: WatchedPackage, outlet: MessageSender) {
    guard let attention = Attention(to: package.folder) else { return nil }
    maker = PackageMaker(package, attention: attention)
    self.outlet = outlet
    outlet.post(
      .watched(.begun(RunDescriptor(name: package.name, teaches: "a program of your own"))))
    guard startThread({ self.run() }) else { return nil }
  }

  /// Makes the package again and again, until nobody looks any more.
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
          : "the system does not tell when files are saved: too many are watched already"
        outlet.post(.watched(.ran(recording, remark: remark, trouble)))
      case .failed(let trouble): outlet.post(.watched(.failed(trouble)))
      case .interrupted(let why):
        call = why
        continue
      }
      call = maker.attention.wait()
    }
  }

  /// With one digit after the point.
  private static func seconds(_ nanoseconds: Int64) -> String {
    let tenths = (nanoseconds + 50_000_000) / 100_000_000
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Ends what is being built or runs.
  func close() { maker.stop() }
}
