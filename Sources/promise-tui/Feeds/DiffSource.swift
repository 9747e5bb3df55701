import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens

/// The source for two compared runs: what can be opened are these, as `A` and `B`.
struct DiffSource: RunSource {
  let comparison: RunComparison
  let exitReport: ExitReport
  private let runs: (before: Recording, after: Recording)

  /// - Parameter fails: Whether the program fails if the runs differ.
  init(_ comparison: RunComparison, _ runs: (Recording, Recording), fails: Bool = true) {
    (self.comparison, self.runs) = (comparison, runs)
    exitReport = ExitReport(
      status: fails && comparison.differs ? 1 : 0, report: comparison.summary + "\n")
  }

  func open(_ opening: Opening, _ sender: MessageSender) -> (any Feed)? {
    let isAfter = opening.demo == "B"
    var shown = isAfter ? runs.after : runs.before
    let side = isAfter ? comparison.after : comparison.before
    shown.entry = RunDescriptor(
      name: "\(opening.demo) \(side.title)", teaches: shown.entry.teaches)
    sender.post(.recorded(shown))
    if side.ending.isIncomplete { sender.post(.programEnded(.read(trouble: nil, side.ending))) }
    return PassiveFeed(exitReport: exitReport)
  }
}
