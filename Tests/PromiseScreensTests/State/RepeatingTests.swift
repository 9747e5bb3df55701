import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

@testable import PromiseInsight
@testable import PromiseScreens

@Test("Runs appear as they arrive; the first failing one is selected and compared")
func runsComeIn() {
  var state = State.picker()
  #expect(state.explore("flaky") == [.explore(demo: "flaky")])
  var repetition = Repetition(program: "./flaky", planned: 500)
  _ = update(&state, .repeated(repetition))
  #expect(state.text.contains("REPEAT  flaky"))
  #expect(state.text.contains("0 of 500 runs"))
  repetition.add(.passing(1))
  #expect(update(&state, .repeated(repetition)) == [])
  #expect(state.text.contains("every run so far gives the same result"))
  repetition.add(.failing(2))
  #expect(update(&state, .repeated(repetition)) == [.compare(outcome: 1)])
  #expect(update(&state, .repeated(repetition)) == [])
  #expect(state.text.contains("looking for the smallest difference"))
}

@Test("Enter opens the kept trace where it diverges from the other one, and Esc returns")
func opensTrace() {
  var state = State.repeating()
  let screen = state.text
  #expect(
    update(&state, .key(.enter))
      == [.open(demo: "runs/outcome-2.jsonl", to: .event(3), over: false)])
  let events = EventStream.loginWithSource
  _ = update(
    &state,
    .recorded(
      Recording(
        entry: RunDescriptor(name: "flaky outcome-2", teaches: ""), isVirtual: false, events: events
      )))
  #expect(state.mode == .demo)
  #expect(state.run?.playhead == 3)
  #expect(update(&state, .key(.escape)) == [.closeDemo])
  #expect(state.mode == .explore)
  #expect(state.text == screen)
}

@Test(
  "What all failing runs have in common is on the screen; the first difference is not called a cause"
)
func evidenceIsShown() throws {
  for (width, height) in [(80, 24), (200, 50)] {
    let screen = State.repeating(width, height).text
    #expect(screen.contains("only in failures: in 10 of 10 failures 'order' ran before 'write';"))
    #expect(screen.contains("differs: After 2 steps in common") && !screen.contains("cause"))
  }
}

@Test("At the end the closest pair is compared anew, and Enter opens its trace")
func closestPair() throws {
  var state = State.picker()
  _ = state.explore("flaky")
  var repetition = Repetition.flaky
  repetition.progress = .running
  _ = update(&state, .repeated(repetition))
  #expect(update(&state, .repeated(repetition)) == [])
  repetition.progress = .complete
  repetition.closest = ClosestRuns(
    failing: ClosestRuns.Run(number: 52, group: 1, trace: "runs/outcome-2-run-52.ptrace"),
    passing: ClosestRuns.Run(number: 51, group: 0, trace: "runs/outcome-1-run-51.ptrace"),
    differences: 1)
  #expect(update(&state, .repeated(repetition)) == [.compare(outcome: 1)])
  var comparison = Repetition.flakyComparison
  comparison.this.run = ClosestRuns.Run(number: 52, group: 1, trace: "runs/outcome-2-run-52.ptrace")
  comparison.again = "PROMISE_SHUFFLE=52 ./flaky"
  _ = update(&state, .compared(outcome: 1, comparison))
  #expect(state.text.contains("Failing run #52"))
  #expect(
    update(&state, .key(.enter))
      == [.open(demo: "runs/outcome-2-run-52.ptrace", to: .event(3), over: false)])
}

@Test("y copies the command that reproduces the run, and Esc does not stop the runs")
func copiesAndStays() {
  var state = State.repeating()
  #expect(update(&state, .key(.character("y"))) == [.copy("PROMISE_SHUFFLE=2 ./flaky")])
  #expect(update(&state, .key(.escape)) == [])
  #expect(state.notice == "q quits")
  #expect(state.mode == .explore)
}

@Test("An outcome without a trace cannot be opened, and the screen says so")
func unrecorded() {
  var state = State.picker()
  _ = state.explore("flaky")
  var repetition = Repetition(program: "./flaky", planned: 1)
  repetition.add(RepeatedRun(number: 1, ending: .exited(0), digest: nil))
  repetition.progress = .complete
  _ = update(&state, .repeated(repetition))
  #expect(state.text.contains("nothing recorded"))
  #expect(update(&state, .key(.enter)) == [])
  #expect(state.notice == "this run has no trace: it recorded nothing")
}

extension State {
  /// The appearance of all of it.
  fileprivate var text: String { view(self).text }

  /// 500 runs of a program, some of which fail.
  static func repeating(
    _ width: Int = 80, _ height: Int = 24, glyphs: GlyphSet = .unicode, theme: Theme = .color
  ) -> State {
    var state = State.picker(width, height, glyphs: glyphs, theme: theme)
    _ = state.explore("flaky")
    _ = update(&state, .repeated(.flaky))
    _ = update(&state, .compared(outcome: 1, Repetition.flakyComparison))
    return state
  }
}

extension RepeatedRun {
  fileprivate static func passing(_ number: Int) -> RepeatedRun {
    made(number, .exited(0), ["fetch", "keep", "write", "connect", "order"], "ordered 3 items")
  }

  fileprivate static func failing(_ number: Int) -> RepeatedRun {
    made(number, .exited(1), ["fetch", "keep", "connect", "order", "write"], "ordered 0 items")
  }

  private static func made(
    _ number: Int, _ ending: RunEnding, _ names: [String], _ note: String
  ) -> RepeatedRun {
    var digest = RunDigest()
    digest.names = names
    digest.notes = [note]
    for name in names { digest.mark.add(name) }
    var run = RepeatedRun(
      number: number, seed: UInt64(number), ending: ending, digest: digest,
      crashSummary: ending.isGood ? nil : "wrong: ordered 0 items, not 3")
    run.replay = "PROMISE_SHUFFLE=\(number) ./flaky"
    return run
  }
}

extension Repetition {
  /// Ten of five hundred runs fail.
  static let flaky: Repetition = {
    var repetition = Repetition(program: "./flaky", planned: 500)
    for number in 1...500 { repetition.add(number % 50 == 2 ? .failing(number) : .passing(number)) }
    for place in 0..<2 { repetition.keep("runs/outcome-\(place + 1).jsonl", ofGroup: place) }
    repetition.duration = .seconds(41)
    repetition.judges = [.exit, .timeLimit(.seconds(60))]
    var evidence = RunEvidence()
    (evidence.failures, evidence.passes) = (10, 490)
    evidence.orders = [
      RunEvidence.Order(
        first: .init(text: "'order'", isTimer: false),
        second: .init(text: "'write'", isTimer: false), isBeforeEnd: false, failures: 10,
        passes: 0, withoutSecond: 0)
    ]
    repetition.evidence = evidence
    repetition.progress = .complete
    return repetition
  }()

  static let flakyComparison: Comparison = {
    func side(_ names: [String], _ outcome: String) -> Comparison.Side {
      Comparison.Side(
        lines: names.enumerated().map { place, name in
          RunLine(
            time: Int64(place) * 3_000_000, queue: name == "write" ? "store" : "network",
            kind: place == 2 ? .parting : .start, text: name, event: place + 1)
        }, outcome: outcome, event: 3)
    }
    return Comparison(
      other: side(["fetch", "keep", "write", "connect", "order"], "exit 0; ordered 3 items"),
      this: side(["fetch", "keep", "connect", "order", "write"], "exit 1; ordered 0 items"),
      cause:
        "After 2 steps in common, run 1 continues with 'write' on store (event 3) and run 2 with "
        + "'connect' on network (event 3); 'write' occurs in run 2 at event 5, 'connect' occurs in run 1 "
        + "at event 4.")
  }()
}
