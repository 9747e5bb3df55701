import Foundation
import PromiseSimulation
import Testing

@Suite(
  "JavaScript's rules give node's order",
  .enabled(if: NodeProgram.path != nil, "node is not installed"))
struct JavaScriptOrderTests {
  /// The seeds of `DIALECT_PROGRAMS` random programs, from `DIALECT_SEED`.
  private static let seeds: Range<UInt64> = {
    let environment = ProcessInfo.processInfo.environment
    let first = environment["DIALECT_SEED"].flatMap { UInt64($0) } ?? 0
    let count = environment["DIALECT_PROGRAMS"].flatMap { UInt64($0) } ?? 50
    return first..<first + max(1, count)
  }()

  @Test("Random programs log the same lines, in the same order")
  func random() throws {
    let programs = Self.seeds.map { RandomChain(seed: $0) }
    print(
      "random programs of JavaScript: DIALECT_SEED=\(Self.seeds.lowerBound)",
      "DIALECT_PROGRAMS=\(programs.count)")
    let outputs = try NodeProgram.output(of: programs.map(\.javaScript), longest: 15)
    try #require(outputs.count == programs.count)
    #expect(outputs.map(\.count).reduce(0, +) > programs.count * 3)
    #expect(outputs.joined().contains { $0.hasPrefix("unhandled") })
    for (program, output) in zip(programs, outputs) {
      let simulated = program.simulated()
      guard simulated != output else { continue }
      Issue.record(
        """
        DIALECT_SEED=\(program.seed) DIALECT_PROGRAMS=1
        node: \(output)
        here: \(simulated)
        \(program.javaScript)
        """)
    }
  }

  @Test("The puzzles of JavaScript's order print here what node prints")
  func puzzles() throws {
    let puzzles = JavaScriptPuzzle.all
    let outputs = try NodeProgram.output(of: puzzles.map(\.javaScript), longest: 15)
    try #require(outputs.count == puzzles.count)
    #expect(outputs.joined().contains { $0.hasPrefix("handled late") })
    for (puzzle, output) in zip(puzzles, outputs) {
      #expect(!output.isEmpty)
      #expect(NodeProgram.simulated(puzzle.program) == output, "\(puzzle.title)")
    }
  }

  @Test("The other rules give another order for some of them")
  func differs() {
    let programs = Self.seeds.map { RandomChain(seed: $0) }
    #expect(programs.contains { $0.simulated() != $0.simulated(as: .promiseKitLite) })
  }
}
