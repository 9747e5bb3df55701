import PromiseCourse
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

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
