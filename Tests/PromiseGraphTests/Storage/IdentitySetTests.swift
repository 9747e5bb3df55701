import Testing

@testable import PromiseGraph

@Suite struct IdentitySetTests {
  @Test(
    "It contains what a set contains, in order, including out-of-range numbers", arguments: 1...5)
  func numbers(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
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
