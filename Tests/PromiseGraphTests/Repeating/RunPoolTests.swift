import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("The traces that are kept for the closest pair")
struct RunPoolTests {
  private var numbers = HandlerNumbers()

  @Test("Of all runs, the failing and the passing one with the fewest differences are paired")
  mutating func closest() throws {
    var random = SeededGenerator(seed: 8)
    for _ in 0..<30 {
      var pool = RunPool()
      let members = (1...20).map { member($0, fails: $0 % 5 == 0, random: &random) }
      for member in members { #expect(pool.add(member).isEmpty) }
      let pair = try #require(pool.pair(firstOnly: false))
      let best = members.filter(\.fails).flatMap { failing in
        members.filter { !$0.fails }.map { failing.moments.differences(from: $0.moments) }
      }.min()
      #expect(pair.differences == best)
      #expect(pair.failing.fails && !pair.passing.fails)
    }
  }

  @Test("The closest pair is found although the passing run came long before the failing one")
  mutating func early() throws {
    var pool = RunPool()
    var random = SeededGenerator(seed: 9)
    for number in 1...60 {
      _ = pool.add(member(number, fails: false, random: &random))
    }
    let bad = (0..<8).map { "h\($0)" }
    var near = bad
    near.swapAt(3, 4)
    _ = pool.add(member(61, fails: false, near))
    for number in 62...90 { _ = pool.add(member(number, fails: false, random: &random)) }
    _ = pool.add(member(91, fails: true, bad))
    let pair = try #require(pool.pair(firstOnly: false))
    #expect((pair.passing.number, pair.failing.number, pair.differences) == (61, 91, 1))
  }

  @Test("Runs beyond the limits are dropped, but never the first of a group or the closest pair")
  mutating func limits() throws {
    var limits = RunPool.Limits()
    (limits.runs, limits.bytes) = (10, 10_000)
    var pool = RunPool(limits: limits)
    var random = SeededGenerator(seed: 10)
    var kept: Set<Int> = []
    for number in 1...300 {
      let isFirst = number == 1 || number == 100
      kept.insert(number)
      let dropped = pool.add(
        member(number, fails: number % 100 == 0, isFirst: isFirst, random: &random))
      #expect(kept.isSuperset(of: dropped), "each is dropped once")
      kept.subtract(dropped)
      #expect(kept.count <= 12)
      #expect(kept.contains(1) && (number < 100 || kept.contains(100)))
      if let pair = pool.pair(firstOnly: false) {
        #expect(kept.isSuperset(of: [pair.failing.number, pair.passing.number]))
      }
    }
    var small = RunPool.Limits()
    small.bytes = 50
    var tight = RunPool(limits: small)
    #expect(tight.add(member(1, fails: false, random: &random)) == [1])
    let first = try #require(
      Optional(tight.add(member(2, fails: false, isFirst: true, random: &random))))
    #expect(first == [], "the first of a group is kept whatever its size is")
  }

  @Test("A run with a known order and verdict is not kept again")
  mutating func known() {
    var pool = RunPool()
    #expect(pool.add(member(1, fails: false, ["a", "b"])) == [])
    #expect(pool.add(member(2, fails: false, ["a", "b"])) == [2])
    #expect(pool.add(member(3, fails: true, ["a", "b"])) == [])
    #expect(pool.pair(firstOnly: false)?.differences == 0)
    #expect(pool.pair(firstOnly: true) == nil)
  }

  private mutating func member(
    _ number: Int, fails: Bool, isFirst: Bool = false, random: inout SeededGenerator
  ) -> RunPool.Member {
    member(
      number, fails: fails, isFirst: isFirst,
      (0..<8).map { "h\($0)" }.shuffled(using: &random))
  }

  private mutating func member(
    _ number: Int, fails: Bool, isFirst: Bool = false, _ names: [String]
  ) -> RunPool.Member {
    RunPool.Member(
      number: number, group: 0, fails: fails, isFirst: isFirst, bytes: 100,
      moments: numbers.moments(of: RunEvidenceTests.run(names)))
  }
}
