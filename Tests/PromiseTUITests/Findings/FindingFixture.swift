import PromiseGraph
import PromiseInsight
import PromiseKitLite

@testable import promise_tui

/// Runs whose warnings are known.
enum FindingFixture {
  /// An error that no handler takes: the label of its promise, and where that was created.
  struct Lost {
    var label: String?
    var site: PromiseEvent.SourceSite?

    init(_ label: String?, _ file: String = "Shop/Cart.swift", line: Int = 12, column: Int = 8) {
      self.label = label
      site = file.isEmpty ? nil : PromiseEvent.SourceSite(file: file, line: line, column: column)
    }
  }

  /// Returns the events of a run that loses these errors.
  static func events(_ errors: [Lost]) -> [PromiseEvent] {
    let kinds = errors.enumerated().flatMap { index, lost -> [PromiseEvent.Kind] in
      let promise = PromiseID(index + 1)
      return [
        .created(
          .init(promise: promise, operation: .then, label: lost.label, site: lost.site)),
        .settled(.init(promise: promise, outcome: .rejected, description: "offline")),
        .errorUnhandled(promise: promise, origin: promise, error: "offline"),
      ]
    }
    return kinds.enumerated().map { index, kind in
      PromiseEvent(
        sequence: index + 1, time: Int64(index) * 1_000_000, thread: 1, queue: nil, kind: kind)
    }
  }

  /// Returns the run as a report has it.
  ///
  /// - Parameters:
  ///   - errors: The errors that it loses.
  ///   - name: The name of the run.
  ///   - failures: The checks that fail.
  ///   - root: The folder of the sources and of the repository.
  static func run(
    _ errors: [Lost], name: String = "run.ptrace", failures: [String] = [],
    root: String = "/nowhere"
  ) -> ReportedRun {
    var places = ProgramPlaces(SourceFinder(below: root), root: root)
    var run = ReportedRun(name: name, length: 40)
    run.checks = failures.map { what in
      let rule = FindingRule.expectation
      return ReportedRun.Check(
        what: what,
        failure: ReportedFinding(
          rule: rule.id, level: rule.level, message: "\(what): it does not", identity: what))
    }
    run.addWarnings(of: events(errors), LintSettings(), &places)
    return run
  }

  /// Returns a report of these runs.
  static func report(_ runs: ReportedRun..., root: String = "/nowhere") -> FindingReport {
    FindingReport(
      command: "promise-tui check", version: "1.2.3", runs: runs, root: root, status: 1)
  }
}
