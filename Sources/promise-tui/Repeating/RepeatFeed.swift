import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSystem

/// Runs a program repeatedly for the screen.
final class RepeatFeed: OutcomeFeed {
  private let repeater: Repeater
  private let sender: MessageSender
  private let width: Int
  private let language: Language
  private let comparing = DispatchQueue(label: "promise-tui.comparing", qos: .userInitiated)

  /// Starts the runs; `nil` if the system has no resources for them.
  init?(_ source: RepeatSource, sender: MessageSender) {
    let repeater = Repeater(source.plan, in: source.kept, source.lints) {
      sender.post(.repeated($0))
    }
    guard let repeater else { return nil }
    (self.repeater, self.sender, self.width) = (repeater, sender, source.width)
    language = source.language
    sender.post(.repeated(repeater.repetition))
    guard repeater.start() else { return nil }
  }

  /// Compares runs of two groups, while further runs go on.
  func compare(outcome: Int) {
    comparing.async { [self] in
      let repetition = repeater.repetition
      var comparison = Comparison(repetition, group: outcome, language: language)
      if let run = comparison?.this.run {
        comparison?.again = repeater.plan.replay(run.number) ?? run.trace
      }
      sender.post(.compared(outcome: outcome, comparison))
    }
  }

  /// Stops the runs, and deletes what is not kept.
  func close() {
    repeater.stop()
    // Running programs are asked to end, and are killed if they do not.
    for _ in 0..<120 where !repeater.isOver { _ = waitToRead([], milliseconds: 10) }
    repeater.kept.close()
  }

  /// Whether there are runs to come.
  var isInterrupted: Bool { repeater.repetition.progress == .running }

  /// The exit status says whether a run failed; if the runs were stopped, the report covers those
  /// that ended.
  var exitReport: ExitReport {
    var repetition = repeater.repetition
    if let problem = repetition.problem {
      return ExitReport(status: 66, sentences: [problem], report: "")
    }
    // An unfinished run is not waited for.
    if repetition.progress == .running { repetition.progress = .stopped }
    var exitReport = ExitReport(status: repetition.failures > 0 ? 1 : 0)
    if repetition.progress == .stopped {
      exitReport.report = RepetitionReport(repetition, of: repeater, width: width).text
    }
    return exitReport
  }
}

/// The source for a program that is run repeatedly: what can be opened are its traces.
struct RepeatSource: RunSource {
  let plan: RepeatPlan
  let kept: KeptRuns
  var lints = LintSettings()
  var language = Language.english
  /// The width of standard output, read before the screen takes it.
  let width = Output.width ?? LinearReport.width

  func open(_ opening: Opening, _ sender: MessageSender) -> (any Feed)? {
    let path = opening.demo
    DispatchQueue(label: "promise-tui.reading", qos: .userInitiated).async {
      let entry = RunDescriptor(
        name: "\(plan.name) \(Folder.name(of: path))", teaches: "recorded in \(path)")
      sender.post(
        .recorded(Recording(entry: entry, isVirtual: false, events: Recording.events(of: path))))
    }
    return PassiveFeed()
  }

  func explore(_ demo: String, _ sender: MessageSender) -> (any OutcomeFeed)? {
    RepeatFeed(self, sender: sender)
  }
}
