import Demos
import Foundation
import ProgramCorpus
import PromiseEvents
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Synchronization

/// A line of a program of the corpus.
struct Line: Hashable, CustomStringConvertible {
  var file: String
  var number: Int

  var description: String { "\(file):\(number)" }

  /// Returns the lines of a file that end in a mark.
  static func marked(_ mark: String, in path: String) throws -> Set<Line> {
    let file = URL(filePath: path).lastPathComponent
    let lines = try String(contentsOfFile: path, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    return Set(
      lines.indices.filter { lines[$0].hasSuffix("// \(mark)") }
        .map { Line(file: file, number: $0 + 1) })
  }
}

/// A run of a program of the corpus, right or with one bug, and what the warnings say about it.
struct CorpusRun {
  let name: String
  /// The bug that it is written to have.
  let bug: Bug?
  /// The lines that a warning may name as the cause.
  let culprits: Set<Line>
  /// How many promises it has.
  let promises: Int
  /// What it noted.
  let notes: [String]
  /// The warnings, ranked.
  let told: [Culprit]

  private init(
    _ name: String, _ bug: Bug?, file: String?, _ events: [PromiseEvent]
  ) throws {
    var state = RunState()
    for event in events { state.apply(event) }
    (self.name, self.bug) = (name, bug)
    culprits = bug == nil ? [] : try file.map { try Line.marked("culprit", in: $0) } ?? []
    promises = state.graph.counts.total
    notes = state.graph.notes.map(\.text)
    told = state.culprits(isOver: true).filter { $0.warning.severity != .look }
  }

  private init(_ program: CorpusProgram, isRepaired: Bool, _ events: [PromiseEvent]) throws {
    try self.init(
      program.name + (isRepaired ? ", repaired" : ""), isRepaired ? nil : program.bug,
      file: program.file, events)
  }
}

// MARK: - Running

extension CorpusRun {
  /// Runs a written program, repaired or not, in virtual time.
  init(_ program: CorpusProgram, isRepaired: Bool = false) throws {
    let events = Self.simulate(program.concurrentQueues) { program.start(isRepaired) }
    try self.init(program, isRepaired: isRepaired, events)
  }

  /// Runs a generated program in virtual time.
  init(_ program: GeneratedProgram) throws {
    try self.init(
      "seed \(program.seed)", program.bug, file: program.bug.flatMap(GeneratedProgram.file),
      Self.events(of: program))
  }

  /// Returns the events of a generated program in virtual time.
  static func events(of program: GeneratedProgram) -> [PromiseEvent] {
    simulate(GeneratedProgram.concurrentQueues) { program.start() }
  }

  /// Runs a written program, repaired or not, on Dispatch's queues.
  static func onDispatch(_ program: CorpusProgram, isRepaired: Bool = false) async throws -> Self {
    let recorder = RecordingObserver()
    let kept = Mutex<(any Sendable)?>(nil)
    await withCheckedContinuation { continuation in
      let executor = WatchedExecutor { continuation.resume() }
      let environment = PromiseEnvironment(executor: executor, observers: [recorder])
      executor.begin()
      environment.run { kept.withLock { $0 = program.start(isRepaired) } }
      executor.end()
    }
    return try CorpusRun(program, isRepaired: isRepaired, recorder.events)
  }

  private static func simulate(
    _ concurrentQueues: [String], start: () -> any Sendable
  ) -> [PromiseEvent] {
    let recorder = RecordingObserver()
    let simulation = Simulation(
      observers: [recorder], queues: concurrentQueues.map { .concurrent($0, width: 64) })
    var kept: (any Sendable)?
    simulation.start { kept = start() }
    simulation.run()
    defer { withExtendedLifetime(kept) {} }
    return recorder.events
  }
}

// MARK: - What is right

extension CorpusRun {
  /// Whether a warning is of the kind of the bug, and names one of its lines.
  func isRight(_ culprit: Culprit) -> Bool {
    guard let bug, bug.lints.contains(culprit.warning.lint), let site = culprit.warning.site else {
      return false
    }
    return culprits.contains(Line(file: site.fileName, number: site.line))
  }

  /// Whether all warnings of the lints for order bugs are right.
  var isRightOnly: Bool {
    let lints = Set(Bug.allCases.flatMap(\.lints))
    return told.allSatisfy { isRight($0) || !lints.contains($0.warning.lint) }
  }

  /// Whether the first warning is right.
  var isNamedFirst: Bool { told.first.map(isRight) ?? false }
}

extension Bug {
  /// The lints for it.
  var lints: Set<String> {
    switch self {
    case .olderAnswer: ["older-answer-wins"]
    case .chainNotReturned: ["chain-not-awaited", "promise-not-returned"]
    case .attachOrder: ["attach-order"]
    case .workAfterTimeout: ["runs-after-timeout"]
    case .recoverTakesAll: ["recover-too-wide"]
    case .waitInHandler: ["wait-blocks-queue", "wait-blocks-chain"]
    case .sharedResolver: ["older-attempt-settles"]
    case .holdAndWait: ["hold-and-wait"]
    case .overlappingRuns: ["overlapping-runs"]
    case .effectAfterFailure: ["effect-after-cleanup"]
    }
  }
}
