import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

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

extension Recording {
  /// Runs `program` by the rules of `dialect`.
  init(_ program: DialectProgram, as dialect: Dialect, named name: String? = nil) {
    let name = name ?? "\(program.name)\(RunnableDemo.dialectMark)\(dialect.name)"
    self.init(
      entry: RunDescriptor(name: name, teaches: program.title), isVirtual: true,
      events: program.events(as: dialect))
  }
}

extension RunDifference.Section {
  /// What is compared between the rules of two dialects: which handlers run on which queue, and when, differs
  /// anyway.
  static let ofDialects: Set<Self> = [
    .races, .outcomes, .values, .promises, .printed, .order,
  ]
}

extension DiffSource {
  /// Creates the source for two runs by the rules of two dialects.
  init(dialectsOf runs: [Recording], lints: LintSettings) {
    let (before, after) = (runs[0], runs[1])
    let comparison = RunComparison(
      before, after, named: (before.entry.name, after.entry.name),
      only: RunDifference.Section.ofDialects, lints: lints, hasCards: true)
    self.init(comparison, (before, after), fails: false)
  }
}

extension RunnableDemo {
  /// Returns its run beside the one by JavaScript's rules; if it follows these itself, beside the one by
  /// PromiseKitLite's.
  func besideOtherLibrary() -> RunComparison {
    let other = following(dialect == .javaScript ? .promiseKitLite : .javaScript)
    let runs = [self, other].map { demo in
      Recording(DialectProgram(demo), as: demo.dialect, named: demo.entry.name)
    }
    return DiffSource(dialectsOf: runs, lints: LintSettings()).comparison
  }
}
