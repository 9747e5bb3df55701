import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct IdentitySetTests {
  @Test("Wherever the numbers begin, they are listed in order, and quickly")
  func beginning() {
    for first in [1, 3_000_000, 1 << 40] {
      var set = IdentitySet()
      for number in first..<first + 50_000 { set.insert(number) }
      set.insert(first - 1)
      set.insert(7)
      set.insert(.max)
      #expect(set.count == Set([7, first - 1, .max] + (first..<first + 50_000)).count)
      #expect(Array(set.numbers) == Set([7, first - 1, .max] + (first..<first + 50_000)).sorted())
      for number in set.numbers { set.remove(number) }
      #expect(set.count == 0 && set.next(after: nil) == nil)
    }
  }

  @Test("Very many numbers before the first one are visited in order")
  func manyStrays() {
    var set = IdentitySet()
    let start = 1 << 40
    for number in start..<start + 1000 { set.insert(number) }
    for number in (1...20_000).reversed() { set.insert(number) }
    #expect(set.numbers.elementsEqual(Array(1...20_000) + Array(start..<start + 1000)))
  }

  @Test(
    "It contains what a set contains, in order, including out-of-range numbers", arguments: 1...5)
  func numbers(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var set = IdentitySet()
    var model: Set<Int> = []
    let absurd = [Int.max, .min, -1, 0, 1 << 40, 70_000, 1 << 21]
    for _ in 0..<2000 {
      let number =
        Int.random(in: 0..<20, using: &generator) == 0
        ? absurd[Int.random(in: 0..<absurd.count, using: &generator)]
        : Int.random(in: 1...500, using: &generator)
      if Bool.random(using: &generator) {
        set.insert(number)
        model.insert(number)
      } else {
        set.remove(number)
        model.remove(number)
      }
      #expect(set.contains(number) == model.contains(number))
    }
    var found: [Int] = []
    while let next = set.next(after: found.last) { found.append(next) }
    #expect(found == model.sorted())
  }
}
