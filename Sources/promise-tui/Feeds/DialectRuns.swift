import PromiseCourse
import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSimulation

extension DialectProgram {
  /// Creates the program of a demo.
  init(_ scenario: RunnableDemo) {
    self.init(
      name: scenario.entry.name, title: scenario.entry.teaches, queues: scenario.queues
    ) { _ in scenario.begin(in: .current) }
  }
}

extension RecordedRun {
  /// Runs `program` by the rules of `dialect`.
  init(_ program: DialectProgram, as dialect: Dialect, named name: String? = nil) {
    let name = name ?? "\(program.name)\(RunnableDemo.dialectMark)\(dialect.name)"
    self.init(
      entry: RunDescriptor(name: name, teaches: program.title), isVirtual: true,
      events: program.events(as: dialect), header: TraceHeader(isVirtual: true, title: name))
  }
}

extension DiffSource {
  /// Creates the source for two runs by the rules of two dialects: which handlers run on which queue,
  /// and when, differs anyway.
  init(dialectsOf runs: [RecordedRun], lints: LintSettings) {
    let (before, after) = (runs[0], runs[1])
    let diff = RunDiff(
      before, after, named: (before.entry.name, after.entry.name),
      only: [.races, .outcomes, .values, .promises, .printed, .order], lints: lints,
      needsEnds: true)
    self.init(diff, (before, after), fails: false)
  }
}
