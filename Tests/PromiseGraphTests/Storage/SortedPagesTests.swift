import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Sorted pages")
struct SortedPagesTests {
  @Test("They stay sorted through insertions and removals", arguments: [1, 2, 3])
  func order(seed: Int) {
    var generator = SeededGenerator(seed: seed)
    var pages = SortedPages<Int>()
    var plain: [Int] = []
    for _ in 0..<3000 {
      let number = Int.random(in: 0..<600, using: &generator)
      if Int.random(in: 0..<3, using: &generator) > 0 {
        pages.insert(number)
        plain.insert(number, at: plain.firstIndex { $0 >= number } ?? plain.count)
      } else {
        pages.remove(number)
        if let index = plain.firstIndex(of: number) { plain.remove(at: index) }
      }
      #expect(pages.count == plain.count && pages.first == plain.first)
    }
    #expect(Array(pages) == plain)
    for number in plain { pages.remove(number) }
    #expect(pages.count == 0 && pages.first == nil)
  }

  @Test("A copy keeps its elements")
  func copies() {
    var pages = SortedPages<Int>()
    for number in (0..<1000).reversed() { pages.insert(number) }
    let copy = pages
    for number in 0..<500 { pages.remove(2 * number) }
    #expect(Array(copy) == Array(0..<1000))
    #expect(pages.allSatisfy { $0 % 2 == 1 } && pages.count == 500)
  }
}
