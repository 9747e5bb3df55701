import Foundation

/// The rounds of a test over random input. Each has a seed, from which its input follows.
package struct Rounds: Sendable {
  package let seeds: Range<Int>
  /// Whether the environment says how many there are.
  package let isLong: Bool
  private let countVariable, seedVariable: String

  /// As many rounds as a variable of the environment says, or `usual`. The variable with the first seed has the same name
  /// with SEED as its last word: FUZZ_ROUNDS and FUZZ_SEED.
  package init(_ usual: Int, _ variable: String = "FUZZ_ROUNDS", from first: Int = 0) {
    countVariable = variable
    seedVariable = (variable.split(separator: "_").dropLast() + ["SEED"]).joined(separator: "_")
    let (count, start) = (Self.number(countVariable), Self.number(seedVariable) ?? first)
    isLong = count != nil
    seeds = start..<start + max(1, count ?? usual)
  }

  /// Whether FUZZ_ROUNDS is set.
  package static var isFuzzing: Bool { number("FUZZ_ROUNDS") != nil }

  /// Returns the number in a variable of the environment.
  package static func number(_ variable: String) -> Int? {
    ProcessInfo.processInfo.environment[variable].flatMap { Int($0) }
  }

  /// Runs `body` for each seed, with the generator of that seed. A long run prints each seed first, so that a trap can
  /// be traced to it. An error ends the rounds, with the seed.
  package func each(
    in file: String = #fileID,
    _ body: (_ round: Round, _ random: inout SeededGenerator) throws -> Void
  ) throws {
    for seed in seeds {
      let round = round(seed)
      if isLong { FileHandle.standardError.write(Data("\(file): \(round)\n".utf8)) }
      var random = SeededGenerator(seed: seed)
      do { try body(round, &random) } catch { throw RoundFailure("\(round):\n\(error)") }
    }
  }

  package func round(_ seed: Int) -> Round {
    Round(seed: seed, description: "\(seedVariable)=\(seed) \(countVariable)=1")
  }
}

/// A round, described by the variables of the environment that run it alone.
package struct Round: CustomStringConvertible, Sendable {
  package let seed: Int
  package let description: String
}

/// What a round found.
package struct RoundFailure: Error, CustomStringConvertible {
  package let description: String

  package init(_ description: String) { self.description = description }
}
