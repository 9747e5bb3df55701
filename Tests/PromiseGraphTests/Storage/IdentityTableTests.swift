import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite struct IdentityTableTests {
  @Test("A table returns what was inserted, and keeps the first of two elements")
  func insert() {
    var table = IdentityTable<String>()
    for number in 1...200 { table.insert(number, "\(number)") }
    table.insert(7, "again")
    #expect(table.count == 200)
    #expect(table.isDense)
    #expect((1...200).allSatisfy { table[$0] == "\($0)" })
    #expect(table[0] == nil && table[201] == nil && table[.min] == nil)
  }

  @Test("Holes and out-of-range numbers are accepted, and listed in order")
  func strays() {
    var table = IdentityTable<Int>()
    let numbers = [5, 130, 1, .max, 0, -3, 1 << 50]
    for number in numbers {
      let isThere = table.insert(number, number)
      #expect(isThere)
    }
    #expect(table.numbers == numbers.sorted())
    #expect(numbers.allSatisfy { table[$0] == $0 })
    #expect(!table.isDense)
    table.update(.max) { $0 = 1 }
    table.update(4) { $0 = 1 }
    #expect(table[.max] == 1 && table[4] == nil)
    for number in numbers { table.remove(number) }
    #expect(table.count == 0 && table.numbers.isEmpty)
  }

  @Test("Too many out-of-range numbers are refused")
  func refusal() {
    var table = IdentityTable<Int>()
    for number in 0..<5000 { table.insert(.max - number, number) }
    #expect(table.count == 4096)
    let (absurd, usual) = (table.insert(-1, 0), table.insert(1, 0))
    #expect(!absurd && usual)
  }

  @Test("A number out of reach is still found after the table has grown past it")
  func reach() {
    var table = IdentityTable<Int>()
    let far = (1 << 20) + 10
    table.insert(far, 1)
    for number in 1...(1 << 20) { table.insert(number, 0) }
    for number in (1 << 20) + 1...(1 << 20) + 20 { table.insert(number, 2) }
    #expect(table[far] == 1)
    #expect(table[far + 1] == 2)
    #expect(table.count == (1 << 20) + 20)
  }

  @Test("A trace whose beginning is missing has all of its elements, wherever the numbers begin")
  func beginning() {
    for first in [1, 3_000_000, 200_000_000] {
      var table = IdentityTable<Int>()
      for number in first..<first + 20_000 { table.insert(number, number) }
      #expect(table.count == 20_000 && !table.hasStrays)
      #expect(table[first] == first && table[first + 19_999] == first + 19_999)
      #expect(table.numbers == Array(first..<first + 20_000))
      table.insert(first - 1, 7)
      #expect(table.contains(first - 1) == true)
    }
  }

  @Test("Changing a copy does not change the original")
  func copies() {
    var table = IdentityTable<Int>()
    for number in 1...100 { table.insert(number, number) }
    let copy = table
    table.update(50) { $0 = 0 }
    table.remove(51)
    #expect(copy[50] == 50 && copy[51] == 51)
    #expect(table[50] == 0 && table[51] == nil)
    #expect(copy != table)
  }
}

@Suite struct PagedArrayTests {
  @Test("A paged array contains what was appended, at every length")
  func appending() {
    var paged: PagedArray<Int> = []
    for length in 0..<300 {
      #expect(paged.count == length)
      #expect(Array(paged) == Array(0..<length))
      paged.append(length)
    }
    paged.update(70) { $0 = -1 }
    paged.update(3) { $0 = -2 }
    #expect(paged[70] == -1 && paged[3] == -2 && paged[71] == 71)
    var popped: [Int] = []
    while let last = paged.popLast() { popped.append(last) }
    #expect(popped.count == 300 && popped.first == 299 && popped.last == 0)
    #expect(paged == [])
    paged.append(1)
    #expect(paged == [1])
  }
}

@Suite struct IdentityReachTests {
  @Test("With insertions and removals, numbers stay valid however large they become")
  func passing() {
    var table = IdentityTable<Int>(ordinaryReach: 1_000)
    for number in 1...10_000 {
      table.insert(number, number)
      table.remove(number)
    }
    for number in 10_001...15_000 { table.insert(number, number) }
    #expect(table.count == 5_000)
    #expect(table[15_000] == 15_000)
  }
}

@Suite struct NumberListTests {
  @Test("Numbers stay in order wherever one is removed")
  func removal() {
    var table = IdentityTable<NumberList.Neighbors>()
    var list = NumberList()
    for number in [4, 2, 9, 7, 5] { list.append(number, in: &table) }
    list.append(9, in: &table)
    list.remove(9, in: &table)
    list.remove(4, in: &table)
    list.remove(5, in: &table)
    list.remove(100, in: &table)
    #expect(list.numbers(in: table) == [2, 7])
    #expect(list.count == 2 && list.first == 2 && list.last == 7)
    list.remove(2, in: &table)
    list.remove(7, in: &table)
    #expect(list.numbers(in: table).isEmpty && list == NumberList())
  }
}
