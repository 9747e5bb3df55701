import ArgumentParser
import Dispatch
import PromiseGraph
import PromiseKitLite
import PromiseScreens
import PromiseSystem

/// The texts that a whole run is printed as.
enum PrintedForm: Sendable {
  /// The report for people.
  case report
  /// The events for programs.
  case trace
  /// Every event in a sentence.
  case narration
  /// One screen, with the playhead on an event, or the last.
  case screen(Size, event: Int?, GlyphSet)
  /// Why a promise is as it is, or why two ran in their order, after an event, or the last.
  case reasons([String], event: Int?)
  /// The screen as a picture, in the colours of a theme or those that the reader prefers.
  case picture(Size, event: Int?, GlyphSet, Theme?)

  /// Runs `scenario` to its end and prints what this form makes of it.
  ///
  /// What the scenario prints becomes notes, so that the text is what the form promises.
  func print(_ scenario: Scenario, lints: LintSettings = LintSettings()) throws {
    HeldOutput.hold(STDOUT_FILENO)
    scenario.learnValues()
    let (events, isWhole) = SimulatedRun.events(
      of: scenario, limit: Self.mostEvents, within: .seconds(60), printed: HeldOutput.take)
    var run = CompleteRun(entry: scenario.entry, isReal: false, events: events, lints: lints)
    run.changes = scenario.changes
    run.differences = scenario.differences(in: events)
    try finish(run, isWhole)
  }

  /// The same of a run on real queues. It ends the process, since only Dispatch can have the main thread
  /// then: by `exit` where something is wrong.
  func printLive(
    _ scenario: Scenario, lints: LintSettings, exit fail: @escaping @Sendable (any Error) -> Never
  ) -> Never {
    HeldOutput.hold(STDOUT_FILENO)
    let recorder = RecordingObserver(limit: Self.mostEvents)
    LiveRun.begin(
      scenario, limit: .seconds(60), printed: HeldOutput.take, take: recorder.receive
    ) { isWhole in
      do {
        let run = CompleteRun(
          entry: scenario.entry, isReal: true, events: recorder.events, lints: lints)
        try finish(run, isWhole)
        exit(EXIT_SUCCESS)
      } catch {
        fail(error)
      }
    }
    dispatchMain()
  }

  private func finish(_ run: CompleteRun, _ isWhole: Bool) throws {
    HeldOutput.release()
    Output.emit(try text(of: run))
    guard isWhole else {
      Output.complain("the run was stopped: it takes too long")
      throw ExitCode.failure
    }
  }

  /// What this form makes of a run.
  func text(of run: CompleteRun) throws -> String {
    switch self {
    case .report: run.report
    case .trace: run.jsonLines
    case .narration: run.narration
    case .reasons(let names, let event): try run.reasons(for: names, at: event)
    case .screen(let size, let event, let glyphs):
      try run.screen(of: size, at: event, glyphs: glyphs)
    case .picture(let size, let event, let glyphs, let theme):
      try run.picture(of: size, at: event, glyphs: glyphs, theme: theme)
    }
  }

  private static let mostEvents = 1_000_000
}
