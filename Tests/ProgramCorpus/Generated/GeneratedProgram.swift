import PromiseKitLite
import TestSupport

/// A program made at random: one part with an order bug, or none, among parts that look like bugs.
package struct GeneratedProgram: Sendable {
  package let bug: Bug?
  package let seed: Int
  package let isLabelled: Bool

  package init(_ bug: Bug?, seed: Int) {
    (self.bug, self.seed, isLabelled) = (bug, seed, seed % 2 == 0)
  }

  /// The queue that is not serial.
  package static let concurrentQueues = [Scene.net]

  /// Starts it, and returns what lives until its end.
  package func start() -> any Sendable {
    var random = SeededGenerator(seed: seed &* 31 &+ 7)
    var parts: [(part: Part, isWrong: Bool)] = []
    let others = Part.all.filter { $0.bug != bug || $0.bug == nil }.shuffled(using: &random)
    if let bug, let part = Part.all.first(where: { $0.bug == bug }) { parts.append((part, true)) }
    // The right form of the same part, in some of them.
    if let part = parts.first?.part, random.below(3) == 0 { parts.append((part, false)) }
    var room = 190 - parts.map(\.part.size).reduce(0, +)
    for part in others where part.size <= room {
      parts.append((part, false))
      room -= part.size
    }
    var kept: [any Sendable] = []
    for (number, (part, isWrong)) in parts.shuffled(using: &random).enumerated() {
      let scene = Scene(number: number, isLabelled: isLabelled, random: random.fork())
      kept.append(scene)
      kept.append(part.start(scene, isWrong))
    }
    return kept
  }
}

/// A part of generated programs, right or with a bug.
struct Part: Sendable {
  /// The bug of its wrong form; `nil` if it is always right.
  let bug: Bug?
  /// How many promises it has at most.
  let size: Int
  /// The file in which it is written; the comments mark its lines as in ``CorpusProgram``.
  let file: String
  /// Starts it, and returns what lives until its end.
  let start: @Sendable (_ scene: Scene, _ isWrong: Bool) -> any Sendable

  init(
    _ bug: Bug?, size: Int, file: String = #filePath,
    _ start: @escaping @Sendable (_ scene: Scene, _ isWrong: Bool) -> any Sendable
  ) {
    (self.bug, self.size, self.file, self.start) = (bug, size, file, start)
  }

  static let all: [Part] = [
    .search, .importing, .twoHandlers, .booking, .signIn, .decoding, .sending, .pool, .renewal,
    .copying, .downloads, .statistics, .mirrors, .retries, .steps, .polling, .form,
  ]
}

extension GeneratedProgram {
  /// The file in which the part with this bug is written.
  package static func file(of bug: Bug) -> String? { Part.all.first { $0.bug == bug }?.file }
}
