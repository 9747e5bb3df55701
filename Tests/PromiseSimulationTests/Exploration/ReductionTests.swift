import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("What the reduction leaves out makes no difference")
struct ReductionTests {
  private static let programs = Rounds(100, "EXPLORE_PROGRAMS")

  /// A program with more schedules than this, without the reduction, is skipped.
  private static let most = Rounds.number("EXPLORE_SCHEDULES") ?? 200

  @Test(
    "Random programs have the same outcomes with it and without, and each can be reproduced")
  func outcomes() throws {
    var (compared, several) = (0, 0)
    try Self.programs.each { _, random in
      let program = SmallGenerator.program(random)
      switch program.compared(most: Self.most) {
      case .tooLarge: break
      case .same(_, _, let outcomes):
        compared += 1
        several += outcomes > 1 ? 1 : 0
      case .different(let what):
        let (small, fault) = program.shrunk(what) { smaller in
          if case .different(let what) = smaller.compared(most: Self.most) { what } else { nil }
        }
        throw RoundFailure("\(small)\n\(fault)")
      }
    }
    // The programs are useful: they can be compared, and many depend on their schedule.
    guard Self.programs.seeds.count >= 100 else { return }
    #expect(compared * 2 > Self.programs.seeds.count)
    #expect(several * 5 > compared)
  }
}
