import Foundation
import PromiseKitLite
import PromiseSimulation
import Testing

@Suite("What the reduction leaves out makes no difference")
struct ReductionTests {
  /// Checks `EXPLORE_PROGRAMS` random programs, starting with `EXPLORE_SEED`.
  private static let seeds: Range<UInt64> = {
    let first = number("EXPLORE_SEED") ?? 0
    return first..<first + max(1, number("EXPLORE_PROGRAMS") ?? 100)
  }()

  /// A program with more schedules than this, without the reduction, is skipped.
  private static let most = Int(number("EXPLORE_SCHEDULES") ?? 200)

  private static func number(_ name: String) -> UInt64? {
    ProcessInfo.processInfo.environment[name].flatMap { UInt64($0) }
  }

  @Test(
    "Random programs have the same outcomes with it and without, and each can be reproduced")
  func outcomes() {
    var (compared, several) = (0, 0)
    for seed in Self.seeds {
      let program = SmallGenerator.program(seed: seed)
      switch program.compared(most: Self.most) {
      case .tooLarge: break
      case .same(_, _, let outcomes):
        compared += 1
        several += outcomes > 1 ? 1 : 0
      case .different(let what):
        let (small, fault) = program.shrunk(what) { smaller in
          if case .different(let what) = smaller.compared(most: Self.most) { what } else { nil }
        }
        Issue.record("EXPLORE_SEED=\(seed) EXPLORE_PROGRAMS=1:\n\(small)\n\(fault)")
        return
      }
    }
    // The programs are useful: they can be compared, and many depend on their schedule.
    guard Self.seeds.count >= 100 else { return }
    #expect(compared * 2 > Self.seeds.count)
    #expect(several * 5 > compared)
  }
}
