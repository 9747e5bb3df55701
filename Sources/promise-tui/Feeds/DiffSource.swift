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
  init(_ diff: RunDiff, _ runs: (Recording, Recording), fails: Bool = true) {
    self.runs = runs
    comparison = RunComparison(
      Self.side(diff.names.before, runs.0, diff.ends?.before),
      Self.side(diff.names.after, runs.1, diff.ends?.after), alignment: diff.alignment,
      differences: diff.differences.filter { diff.includes(DiffSection(of: $0.change)) },
      free: diff.includes(.order) ? diff.changes.free.count : 0)
    exitReport = ExitReport(
      status: fails && diff.differs ? 1 : 0, report: diff.summary + "\n")
  }

  private static func side(
    _ name: String, _ run: Recording, _ end: RunState?
  ) -> RunComparison.Side {
    RunComparison.Side(
      name: Folder.name(of: name), ending: run.ending, isDamaged: run.isDamaged,
      card: EndCard(end?.graph ?? Graph(), since: run.events.first?.time ?? 0))
  }

  func open(_ opening: Opening, _ sender: MessageSender) -> (any Feed)? {
    let isAfter = opening.demo == "B"
    let run = isAfter ? runs.after : runs.before
    let side = isAfter ? comparison.after : comparison.before
    var shown = run
    shown.entry = RunDescriptor(name: "\(opening.demo) \(side.name)", teaches: run.entry.teaches)
    sender.post(.recorded(shown))
    if run.ending.isIncomplete { sender.post(.programEnded(.read(trouble: nil, run.ending))) }
    return PassiveFeed(exitReport: exitReport)
  }
}
