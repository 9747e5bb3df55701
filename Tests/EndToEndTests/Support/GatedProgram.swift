import Foundation
import PromiseKitLite
import PromiseScreens

@testable import promise_tui

/// A program whose gate a test controls, through the same feed as the screen.
final class GatedProgram {
  let scratch: ScratchFolder
  private let mailbox = Mailbox {}
  private let feed: any Feed
  private(set) var events: [PromiseEvent] = []
  private(set) var notices: [String] = []
  private var ending: ProgramEnding?
  private var names: [PromiseID: String] = [:]
  private var jobs: [JobID: String] = [:]
  /// The jobs and timers that were held, by their names, the newest last.
  private var heldJobs: [String: JobID] = [:]
  private var heldTimers: [String: TimerID] = [:]
  /// The names of the jobs that have started, in order.
  private(set) var started: [String] = []
  /// Why the gate is closed; `nil` if it is open.
  private(set) var reason: String?

  /// Starts a program. Without breakpoints, it stops before its first job.
  init(_ words: [String], breakpoints: [Breakpoint] = []) throws {
    scratch = try ScratchFolder()
    var plan = RunPlan(arguments: words, finder: SourceFinder(below: "/nowhere"))
    plan.gate = GatePlan(
      breakpoints: KeptBreakpoints(
        of: words[0], adding: breakpoints, in: Self.folders(scratch)),
      closesFirst: breakpoints.isEmpty)
    plan.orderFile = scratch.path("order")
    feed = RunFeed.begin(plan, mailbox.newSender())
  }

  private static func folders(_ scratch: ScratchFolder) -> UserFolders {
    UserFolders(TerminalEnvironment(outputIsTerminal: true, variables: ["HOME": scratch.root]))
  }

  deinit { feed.close() }

  /// The file with the order of the run, after it is closed.
  var orderFile: String { scratch.path("order") }

  func order(_ order: Effect.GateOrder) { feed.order(order) }

  /// Waits until the program's events fulfill a condition.
  func wait(for what: String, _ condition: () -> Bool) throws {
    try EndToEndTests.wait(
      for: what,
      showing: {
        "started: \(started); held: \(heldJobs.keys.sorted()), \(heldTimers.keys.sorted()); "
          + "gate: \(reason ?? "open"); notices: \(notices)\n"
      },
      { () -> Bool? in
        read()
        if condition() { return true }
        guard ending == nil else { throw Failure("the program ended before \(what)") }
        return nil
      })
  }

  /// Waits until the gate is closed, and returns why.
  @discardableResult
  func waitUntilClosed() throws -> String {
    try wait(for: "a closed gate") { reason != nil }
    return reason ?? ""
  }

  /// Waits until the gate holds a job, and lets it start.
  func start(_ name: String) throws {
    try wait(for: "'\(name)' at the gate") { heldJobs[name] != nil }
    guard let job = heldJobs[name] else { return }
    feed.order(.start(job))
    try wait(for: "the start of '\(name)'") { started.contains(name) }
  }

  /// Waits until the gate holds a timer, and lets it fire.
  func fire(_ name: String) throws {
    try wait(for: "the timer of '\(name)' at the gate") { heldTimers[name] != nil }
    guard let timer = heldTimers[name] else { return }
    feed.order(.fire(timer))
    try wait(for: "the end of the timer of '\(name)'") { heldTimers[name] == nil }
  }

  /// Opens the gate, waits for the end of the program, and closes the run. Returns the exit report.
  func finish() throws -> ExitReport {
    feed.order(.open)
    return try end()
  }

  /// Waits for the end of the program, and closes the run.
  func end() throws -> ExitReport {
    try wait(for: "the end of the program") { ending != nil }
    feed.close()
    return feed.exitReport
  }

  private func read() {
    for message in mailbox.take() {
      switch message {
      case .events(let events): for event in events { take(event) }
      case .notice(let text): notices.append(text)
      case .programEnded(let ending): self.ending = ending
      default: break
      }
    }
  }

  private func take(_ event: PromiseEvent) {
    events.append(event)
    switch event.kind {
    case .created(let creation): names[creation.promise] = creation.label
    case .jobEnqueued(let job, let child, _, _): jobs[job] = child.flatMap { names[$0] }
    case .jobStarted(let job, _, _):
      guard let name = jobs[job] else { break }
      started.append(name)
      heldJobs[name] = nil
    case .timerScheduled(let timer, let promise, _):
      timers[timer] = promise.flatMap { names[$0] }
    case .timerFired(let timer, _): if let name = timers[timer] { heldTimers[name] = nil }
    case .gateChanged(let change): take(change)
    default: break
    }
  }

  private var timers: [TimerID: String] = [:]

  private func take(_ change: PromiseEvent.GateChange) {
    switch change.action {
    case .closed: reason = change.reason ?? ""
    case .opened: reason = nil
    case .held:
      if let name = change.job.flatMap({ jobs[$0] }) { heldJobs[name] = change.job }
      if let name = change.timer.flatMap({ timers[$0] }) { heldTimers[name] = change.timer }
    case .released, .missed: break
    }
  }
}
