import Dispatch
import Foundation
import ProgramCorpus
import PromiseEvents
import PromiseGraph
import PromiseKitLite
import PromiseSimulation

/// A place in the source of a program of the corpus.
struct Line: Hashable, CustomStringConvertible {
  var file: String
  var number: Int

  var description: String { "\(file):\(number)" }
}

/// A run of a program of the corpus, right or with one bug, with what is known of it.
struct CorpusRun {
  let name: String
  let bug: Bug?
  let state: RunState
  /// The lines that a warning may name as the cause, and those that only suffer from it.
  let culprits: Set<Line>
  let victims: Set<Line>

  /// Runs one of the written programs, repaired or not.
  init(_ program: CorpusProgram, isRepaired: Bool = false) throws {
    name = program.name + (isRepaired ? ", repaired" : "")
    bug = isRepaired ? nil : program.bug
    state = Self.run(concurrent: program.concurrentQueues) { program.start(isRepaired) }
    let lines = try String(contentsOfFile: program.file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let file = URL(filePath: program.file).lastPathComponent
    let marked = { (mark: String) in
      Set(lines.indices.filter { lines[$0].hasSuffix(mark) }.map { Line(file: file, number: $0 + 1) })
    }
    culprits = marked("// culprit")
    victims = marked("// victim")
  }

  private static func run(concurrent: [String], _ start: () -> any Sendable) -> RunState {
    let recorder = RecordingObserver()
    let simulation = Simulation(
      observers: [recorder], queues: concurrent.map { .concurrent($0, width: 16) })
    var kept: (any Sendable)?
    simulation.start { kept = start() }
    simulation.run()
    var state = RunState()
    for event in recorder.events { state.apply(event) }
    withExtendedLifetime(kept) {}
    return state
  }

  /// The warnings, those that change an outcome first.
  var warnings: [Warning] { Array(state.warnings) + state.warningsAtEnd }

  /// What the program noted.
  var notes: [String] { state.graph.notes.map(\.text) }
}
