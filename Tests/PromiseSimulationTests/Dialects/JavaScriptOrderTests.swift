import PromiseSimulation
import TestSupport
import Testing

@Suite(
  "JavaScript's rules give node's order",
  .enabled(if: NodeProgram.path != nil, "node is not installed"))
struct JavaScriptOrderTests {
  private static let rounds = Rounds(50, "DIALECT_PROGRAMS")

  @Test("Random programs log the same lines, in the same order")
  func random() throws {
    let programs = Self.rounds.seeds.map { RandomChain(seed: $0) }
    let outputs = try NodeProgram.output(of: programs.map(\.javaScript))
    try #require(outputs.count == programs.count)
    #expect(outputs.map(\.count).reduce(0, +) > programs.count * 3)
    #expect(outputs.joined().contains { $0.hasPrefix("unhandled") })
    for (program, output) in zip(programs, outputs) {
      let simulated = program.simulated()
      guard simulated != output else { continue }
      Issue.record(
        """
        \(Self.rounds.round(program.seed))
        node: \(output)
        here: \(simulated)
        \(program.javaScript)
        """)
    }
  }

  @Test("The puzzles of JavaScript's order print here what node prints")
  func puzzles() throws {
    let puzzles = JavaScriptPuzzle.all
    let outputs = try NodeProgram.output(of: puzzles.map(\.javaScript))
    try #require(outputs.count == puzzles.count)
    #expect(outputs.joined().contains { $0.hasPrefix("handled late") })
    for (puzzle, output) in zip(puzzles, outputs) {
      #expect(!output.isEmpty)
      #expect(NodeProgram.simulated(puzzle.program) == output, "\(puzzle.title)")
    }
  }

  @Test("The other rules give another order for some of them")
  func differs() {
    let programs = Self.rounds.seeds.map { RandomChain(seed: $0) }
    #expect(programs.contains { $0.simulated() != $0.simulated(as: .promiseKitLite) })
  }
}
