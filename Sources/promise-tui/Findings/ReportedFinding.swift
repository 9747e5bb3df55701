import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// What a run shows about its program, for editors and CI: a warning, or a check that failed.
struct ReportedFinding: Hashable, Sendable {
  /// How serious it is, in the words of compilers.
  enum Level: String, Hashable, Sendable, CaseIterable {
    case error, warning, note
  }

  /// The identifier of its rule: that of a lint, or of a ``FindingRule`` for checks.
  var rule: String
  var level: Level
  /// What is wrong: one line, sanitized.
  var message: String
  /// Lines that show it, sanitized; empty if there are none.
  var details = ""
  /// What to do about it; empty if that is not known.
  var fix = ""
  /// Where it is; `nil` if that is not known.
  var place: ProgramPlace?
  /// How often it happened there.
  var count = 1
  /// What followed from it, the first few.
  private(set) var related: [Related] = []
  /// How many more things followed from it.
  private(set) var unlisted = 0
  /// The number of the event that shows it.
  var event: Int?
  /// What stays the same if lines are added above its place: a label, an operation, the text of a check.
  var identity: String

  /// Something that followed from it, or that it is about.
  struct Related: Hashable, Sendable {
    var message: String
    var place: ProgramPlace?
  }

  /// Creates a finding; its texts may contain anything.
  init(
    rule: String, level: Level, message: String, details: String = "",
    place: ProgramPlace? = nil, event: Int? = nil, identity: String
  ) {
    (self.rule, self.level, self.place, self.event) = (rule, level, place, event)
    self.message = sanitized(message)
    self.details = sanitizedLines(details)
    self.identity = sanitized(identity)
  }

  /// Adds something that followed from it, or counts it if there are many already.
  mutating func add(_ message: String, at place: ProgramPlace?) {
    guard related.count < Self.mostRelated else { return unlisted += 1 }
    related.append(Related(message: sanitized(message), place: place))
  }

  /// More than a reader looks at.
  private static let mostRelated = 20
}

/// A place in the program's source.
struct ProgramPlace: Hashable, Sendable {
  /// The file as the trace names it, `Module/File.swift`, or a path.
  var file: String
  /// Its absolute path; `nil` if it was not found.
  var path: String?
  /// The line, from 1; `nil` for the whole file.
  var line: Int?
  /// The column, from 1.
  var column: Int?
}

/// A run in a report: the results of its checks, and its warnings.
struct ReportedRun: Sendable {
  /// Its name on the command line: a trace, a program, or a demo.
  var name: String
  /// Its time from the start to the last event, in milliseconds.
  var length: Int64 = 0
  /// The checks, in order.
  var checks: [Check] = []
  /// The warnings, ranked.
  var warnings: [ReportedFinding] = []
  /// Why it could not be read; `nil` if it was.
  var problem: ReportedFinding?

  /// What was checked, and what was found if it does not hold.
  struct Check: Sendable {
    var what: String
    var failure: ReportedFinding?
  }

  /// The problem, the failed checks and the warnings.
  var findings: [ReportedFinding] {
    (problem.map { [$0] } ?? []) + checks.compactMap(\.failure) + warnings
  }
}

/// What a command found in its runs.
struct FindingReport: Sendable {
  /// The command: `promise-tui check`.
  var command: String
  /// The version of this program.
  var version = ""
  var runs: [ReportedRun]
  /// The folder of the repository.
  var root: String
  /// The exit status of the command.
  var status: Int32 = 0

  /// Every finding. The same warning in several runs is listed once.
  var entries: [Entry] {
    var entries: [Entry] = []
    var known: [Entry.Key: Int] = [:]
    for run in runs {
      for finding in run.findings {
        let key = Entry.Key(
          rule: finding.rule, place: finding.place, identity: finding.identity)
        let isWarning = !FindingRule.checks.contains { $0.id == finding.rule }
        if isWarning, finding.place != nil, let index = known[key] {
          if entries[index].runs.last != run.name { entries[index].runs.append(run.name) }
          continue
        }
        if known[key] == nil { known[key] = entries.count }
        entries.append(Entry(finding: finding, runs: [run.name]))
      }
    }
    return entries
  }

  /// A finding, and the runs that show it.
  struct Entry: Sendable {
    var finding: ReportedFinding
    var runs: [String]

    fileprivate struct Key: Hashable {
      var rule: String
      var place: ProgramPlace?
      var identity: String
    }
  }

  /// Whether every run could be read.
  var isComplete: Bool { runs.allSatisfy { $0.problem == nil } }

  /// Returns the path of a place below the folder of the repository; otherwise its path or its name.
  func path(of place: ProgramPlace) -> String { relative(place.path ?? place.file) }

  /// Returns a path as it is below the folder of the repository, if it is there.
  func relative(_ path: String) -> String {
    let folder = root == "/" ? root : "\(root)/"
    return path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// The counts in words: `1 of 3 checks failed, 2 warnings`.
  var summary: String {
    let checks = runs.reduce(0) { $0 + $1.checks.count }
    let failures = runs.reduce(0) { $0 + $1.checks.count { $0.failure != nil } }
    let warnings = runs.reduce(0) { $0 + $1.warnings.count }
    let unread = runs.count { $0.problem != nil }
    var parts: [String] = []
    if unread > 0 { parts.append("\(plural(unread, "run")) cannot be read") }
    if failures > 0 {
      parts.append("\(failures) of \(plural(checks, "check")) failed")
    } else if checks > 0 {
      parts.append(checks == 1 ? "1 check holds" : "\(checks) checks hold")
    }
    parts.append(warnings == 0 ? "no warnings" : plural(warnings, "warning"))
    return parts.joined(separator: ", ")
  }
}

extension ReportedRun {
  /// Adds the warnings of the run with these events.
  ///
  /// - Parameters:
  ///   - events: The events, in order.
  ///   - lints: Which warnings are reported.
  ///   - places: Finds the files.
  mutating func addWarnings(
    of events: [PromiseEvent], _ lints: LintSettings, _ places: inout ProgramPlaces
  ) {
    var state = RunState(lints: lints)
    for event in events { state.apply(event) }
    warnings = state.culprits(isOver: true).map { culprit in
      let warning = culprit.warning
      var finding = ReportedFinding(
        rule: warning.lint, level: ReportedFinding.Level(warning.severity),
        message: culprit.sentence(in: .english), place: places.place(warning.site),
        event: warning.moment.sequence, identity: state.graph.identity(of: warning))
      finding.fix = warning.fix
      finding.count = culprit.count
      for consequence in culprit.consequences {
        finding.add(
          "\(consequence.sentence(in: .english)) [\(consequence.warning.lint)]",
          at: places.place(consequence.warning.site))
      }
      return finding
    }
  }
}

extension Graph {
  /// Returns what a warning is about without numbers and lines: the operation and the label of its promise, or
  /// else the label of its queue.
  fileprivate func identity(of warning: Warning) -> String {
    if let promise = warning.promise.flatMap({ self[$0] }) {
      return [promise.creation.word, promise.creation.label].compactMap { $0 }
        .joined(separator: " ")
    }
    return warning.queue.map(queueLabel) ?? ""
  }
}
