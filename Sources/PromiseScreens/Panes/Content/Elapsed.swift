import PromiseEvents
import PromiseGraph
import PromiseInsight

/// How long something has taken so far, and how long it takes if that is known.
struct Elapsed: Hashable, Sendable {
  /// The nanoseconds so far.
  var passed: Int64
  /// All of its nanoseconds; `nil` if its end is not known.
  var whole: Int64?

  init(_ passed: Int64, of whole: Int64? = nil) {
    self.passed = max(0, passed)
    self.whole = whole.map { max(0, $0) }
  }

  /// The nanoseconds left; `nil` if the end is not known.
  var left: Int64? { whole.map { max(0, $0.saturatingMinus(passed)) } }

  /// Whether there is progress to draw: a known length, longer than nothing.
  var isMeasured: Bool { (whole ?? 0) > 0 }

  /// Returns how much of it has passed in `cells` cells; empty if its length is not known. The last cell is filled
  /// only at the end.
  func bar(_ cells: Int, _ glyphs: GlyphSet) -> String {
    guard let whole, whole > 0, cells > 0 else { return "" }
    let share = min(1, Double(passed) / Double(whole))
    let filled = min(cells, Int(share * Double(cells)))
    return glyphs.line(.filled, filled) + glyphs.line(.empty, cells - filled)
  }
}

/// Formats lengths of time that grow while the screen is drawn: without more digits than can be read, and in a
/// width that does not change before the end.
struct LengthFormat: Hashable, Sendable {
  let language: Language

  /// Returns `4 ms`, `0.3 ms`, `4.2 s` or `12 min`. Only lengths below 10 ms have tenths of a millisecond.
  func text(_ ns: Int64) -> String {
    let unit = Unit(for: ns)
    return unit.named(unit.number(ns, isExact: true), language)
  }

  /// Returns `4 of 60 ms`, with the first number as wide as the second one; `4 ms` if the end is not known.
  func text(_ elapsed: Elapsed) -> String {
    guard let whole = elapsed.whole, whole > 0 else { return text(elapsed.passed) }
    let unit = Unit(for: whole)
    let end = unit.number(whole)
    let now = aligned(unit.number(min(elapsed.passed, whole)), with: end)
    return switch unit {
    case .tenths, .milliseconds: language.text("\(now) of \(end) ms")
    case .seconds: language.text("\(now) of \(end) s")
    case .minutes: language.text("\(now) of \(end) min")
    }
  }

  /// Returns `4/60` in the unit of ``text(_:)``, for the narrowest columns.
  func ratio(_ elapsed: Elapsed) -> String {
    guard let whole = elapsed.whole, whole > 0 else { return text(elapsed.passed) }
    let unit = Unit(for: whole)
    return "\(unit.number(min(elapsed.passed, whole)))/\(unit.number(whole))"
  }

  /// Returns what is left of a known length, rounded up: `50 ms`; `nil` if nothing is left.
  func left(_ elapsed: Elapsed) -> String? {
    guard let whole = elapsed.whole, let left = elapsed.left, left > 0 else { return nil }
    let unit = Unit(for: whole)
    let rounded = left.saturatingPlus(unit.step - 1)
    return unit.named(aligned(unit.number(rounded), with: unit.number(whole)), language)
  }

  /// The unit that suits a length.
  private enum Unit: Hashable {
    case tenths, milliseconds, seconds, minutes

    init(for ns: Int64) {
      self =
        switch ns {
        case ..<10_000_000: .tenths
        case ..<1_000_000_000: .milliseconds
        case ..<600_000_000_000: .seconds
        default: .minutes
        }
    }

    /// The nanoseconds between two numbers.
    var step: Int64 {
      switch self {
      case .tenths: 100_000
      case .milliseconds: 1_000_000
      case .seconds: 100_000_000
      case .minutes: 60_000_000_000
      }
    }

    /// Returns the number of units; if `isExact`, without a decimal that is zero.
    func number(_ ns: Int64, isExact: Bool = false) -> String {
      switch self {
      case .tenths where isExact && ns % 1_000_000 < 100_000: "\(ns / 1_000_000)"
      case .tenths: PromiseGraph.milliseconds(ns)
      case .milliseconds: "\(ns / 1_000_000)"
      case .seconds: "\(ns / 1_000_000_000).\(ns / 100_000_000 % 10)"
      case .minutes: "\(ns / 60_000_000_000)"
      }
    }

    func named(_ number: String, _ language: Language) -> String {
      switch self {
      case .tenths, .milliseconds: "\(number) ms"
      case .seconds: "\(number) s"
      case .minutes: language.text("\(number) min")
      }
    }
  }
}

extension PaneContext {
  /// How lengths of time are written.
  var lengths: LengthFormat { LengthFormat(language: language) }

  /// The time of the first kept event.
  var startTime: Int64 {
    history.nextPosition(after: history.base).flatMap { history[$0]?.time } ?? 0
  }

  /// Returns a time on the run's clock for a narrow column: `150`.
  func clockText(_ time: Int64) -> String { ShortClock(self).text(time) }

  /// Returns how long a job has been running; `nil` if it does not run.
  func running(_ job: JobNode) -> Elapsed? {
    guard let started = job.started, job.ended == nil else { return nil }
    return Elapsed(now.saturatingMinus(started.time), of: length(of: job.id, since: started))
  }

  /// Returns how long the handler or body that settles a promise has been running; `nil` if none runs.
  func running(_ node: PromiseNode) -> Elapsed? {
    if let elapsed = node.job.flatMap({ graph.job($0) }).flatMap(running) { return elapsed }
    guard let started = node.bodyStarted, node.bodyEnded == nil else { return nil }
    let end = known?[node.id]?.bodyEnded
    return Elapsed(
      now.saturatingMinus(started.time), of: end.map { $0.time.saturatingMinus(started.time) })
  }

  /// Returns how long a job that started then runs, if the run is known that far.
  private func length(of job: JobID, since started: Moment) -> Int64? {
    guard let other = known?.job(job), other.started == started else { return nil }
    return other.ended.map { $0.time.saturatingMinus(started.time) }
  }

  /// Returns how long a timer has been waiting to fire.
  func waiting(_ timer: TimerNode) -> Elapsed {
    Elapsed(
      now.saturatingMinus(timer.scheduled.time),
      of: timer.due.saturatingMinus(timer.scheduled.time))
  }

  /// Returns how long a job has been waiting in its queue; `nil` if it does not wait.
  func waiting(_ job: JobNode) -> Elapsed? {
    guard let enqueued = job.enqueued, job.started == nil, job.ended == nil else { return nil }
    return Elapsed(now.saturatingMinus(enqueued.time))
  }
}

extension PaneContext {
  /// Returns what a waiting job waits behind: the job that its queue runs, or the first one in the queue, and
  /// the number of others ahead of it. `nil` if none is ahead of it.
  func behind(_ job: JobNode) -> String? {
    let ahead = (graph.place(of: job.id) ?? 1) - 1
    if let running = graph.oldestRunningJob(on: job.queue), running.id != job.id {
      return list(running.id, others: ahead)
    }
    guard ahead > 0, let first = graph.queue(job.queue, listing: 1)?.waiting.first else {
      return nil
    }
    return list(first, others: ahead - 1)
  }

  /// Returns what a job that has started waited behind: the job before it on its serial queue, if that one ended
  /// while it waited. O(log jobs)
  func wasBehind(_ job: JobNode) -> String? {
    guard graph.queueKind(job.queue) == .serial, let enqueued = job.enqueued,
      let started = job.started, started.time > enqueued.time,
      let activity = timeline?.activity(of: job.queue)
    else { return nil }
    let earlier = activity.lanes.compactMap { lane in
      let place = lane.entries.partitionPoint { $0.begin.sequence < started.sequence }
      return place > 0 ? lane.entries[place - 1] : nil
    }
    guard let last = earlier.max(by: { $0.begin.sequence < $1.begin.sequence }),
      let before = graph.job(JobID(last.number)), let ended = before.ended,
      ended.sequence > enqueued.sequence
    else { return nil }
    return graph.shortName(of: before.id)
  }

  /// Returns how long a job that has started waited in its queue, and behind what; `nil` if it did not wait.
  func waited(_ job: JobNode) -> String? {
    guard let time = graph.openWait(of: job), time > 0 else { return nil }
    guard let other = wasBehind(job) else { return language.text("waited \(lengths.text(time))") }
    return language.text("waited \(lengths.text(time)) behind \(other)")
  }

  private func list(_ job: JobID, others: Int) -> String {
    let name = graph.shortName(of: job)
    return others > 0 ? language.text("\(name) and \(others) more") : name
  }
}
