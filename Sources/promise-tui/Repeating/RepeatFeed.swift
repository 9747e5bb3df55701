import Dispatch
import PromiseGraph
import PromiseScreens
import PromiseSystem

/// A program that is run again and again for the screens.
final class RepeatFeed: OutcomeFeed {
  private let repeater: Repeater
  private let outlet: MessageSender
  private let width: Int
  private let comparing = DispatchQueue(label: "promise-tui.comparing", qos: .userInitiated)

  /// Begins to run; none where the system has no room for it. A report has lines of at most `width` characters.
  init?(_ plan: RepeatPlan, in kept: KeptRuns, width: Int, outlet: MessageSender) {
    guard let repeater = Repeater(plan, in: kept, changed: { outlet.post(.repeated($0)) }) else {
      return nil
    }
    (self.repeater, self.outlet, self.width) = (repeater, outlet, width)
    outlet.post(.repeated(repeater.repetition))
    guard repeater.start() else { return nil }
  }

  /// Compares the first runs of two groups, beside the runs that go on.
  func compare(outcome: Int) {
    comparing.async { [self] in
      let repetition = repeater.repetition
      let pair = RunPair(repetition, group: outcome)
      outlet.post(.compared(outcome: outcome, pair.map { Comparison($0, in: repetition) }))
    }
  }

  /// Ends what runs, and takes away what is not kept.
  func close() {
    repeater.stop()
    // What runs is asked to end, and ended where it does not.
    for _ in 0..<200 where !repeater.isOver { _ = waitToRead([], milliseconds: 10) }
    repeater.kept.close()
  }

  /// There are runs to come.
  var isInterrupted: Bool { repeater.repetition.progress == .running }

  /// The status tells whether a run has failed; where runs were given up, there is the report of the others.
  var farewell: ExitReport {
    var repetition = repeater.repetition
    if let problem = repetition.problem {
      return ExitReport(status: 66, sentences: [problem], report: "")
    }
    // One that has not ended yet is not waited for.
    if repetition.progress == .running { repetition.progress = .stopped }
    var farewell = ExitReport(status: repetition.failures > 0 ? 1 : 0)
    if repetition.progress == .stopped {
      farewell.report = RepetitionReport(repetition, of: repeater, width: width).text
    }
    return farewell
  }
}

extension Comparison {
  /// The two runs of `pair`.
  init(_ pair: RunPair, in repetition: Repetition) {
    func side(_ side: RunPair.Side) -> Side {
      Side(lines: side.lines, outcome: repetition.groups[side.group].first.words)
    }
    self.init(
      other: side(pair.other), this: side(pair.this), partingAt: pair.this.event,
      cause: pair.brief)
  }
}

/// A program that is run again and again in the place of the demos: what can be opened are its traces.
struct RepeatSource: RunSource {
  let plan: RepeatPlan
  let kept: KeptRuns
  /// The columns of standard output, before the screens take it.
  let width = Output.width ?? LinearReport.width

  func open(_ opening: Opening, _ outlet: MessageSender) -> (any Feed)? {
    let path = opening.demo
    DispatchQueue(label: "promise-tui.reading", qos: .userInitiated).async {
      let entry = RunDescriptor(
        name: "\(plan.name) \(Folder.name(of: path))", teaches: "recorded in \(path)")
      outlet.post(
        .recorded(Recording(entry: entry, isVirtual: false, events: RunTrace.events(of: path))))
    }
    return PassiveFeed()
  }

  func explore(_ demo: String, _ outlet: MessageSender) -> (any OutcomeFeed)? {
    RepeatFeed(plan, in: kept, width: width, outlet: outlet)
  }
}
