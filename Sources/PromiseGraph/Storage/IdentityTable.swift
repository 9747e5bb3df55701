/// Things by the number of their identity, whose copies share what they have in common.
///
/// Identities count from 1, so that a number is a place in a page. The table bears any other number as
/// well, because a trace may be damaged or made up: holes cost a word for 64 numbers, numbers far
/// beyond all others go to a small dictionary, and when that is full they are refused. Every thing
/// lies in a box of its own, so that changing one in a copy copies that one alone. All is O(1).
package struct IdentityTable<Element> {
  /// A thing, or nothing: an array is the box that Swift itself copies on write.
  private typealias Box = [Element]

  private var pages: [[Box]] = []
  private var strays: [Int: Element] = [:]
  /// How many things there are.
  package private(set) var count = 0
  /// The greatest number that has a place in a page.
  private var greatest = 0

  /// A table without things.
  package init() {}

  /// The thing of that number.
  package subscript(number: Int) -> Element? {
    guard let (page, slot) = place(of: number) else { return strays[number] }
    return pages[page][slot].first
  }

  /// Puts `element` in, unless there is one of that number or the number is refused; tells whether
  /// there is one now.
  @discardableResult
  package mutating func insert(_ number: Int, _ element: @autoclosure () -> Element) -> Bool {
    if contains(number) { return true }
    guard number > 0, number <= reach else { return insertStray(number, element()) }
    let (page, slot) = Self.split(number)
    while pages.count <= page { pages.append([]) }
    while pages[page].count <= slot { pages[page].append([]) }
    pages[page][slot] = [element()]
    greatest = max(greatest, number)
    count += 1
    return true
  }

  /// Changes the thing of that number in place; nothing happens where there is none.
  package mutating func update(_ number: Int, _ change: (inout Element) -> Void) {
    if let (page, slot) = place(of: number) {
      if !pages[page][slot].isEmpty { change(&pages[page][slot][0]) }
    } else if var stray = strays[number] {
      change(&stray)
      strays[number] = stray
    }
  }

  /// Takes the thing of that number out.
  package mutating func remove(_ number: Int) {
    guard contains(number) else { return }
    count -= 1
    if let (page, slot) = place(of: number) {
      pages[page][slot] = []
    } else {
      strays[number] = nil
    }
  }

  /// Whether there is a thing of that number.
  package func contains(_ number: Int) -> Bool {
    guard let (page, slot) = place(of: number) else { return strays[number] != nil }
    return !pages[page][slot].isEmpty
  }

  /// The numbers in ascending order. O(count), and what the holes cost.
  package var numbers: [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for (page, boxes) in pages.enumerated() {
      for (slot, box) in boxes.enumerated() where !box.isEmpty {
        numbers.append(page * Self.pageSize + slot + 1)
      }
    }
    return strays.isEmpty ? numbers : (numbers + strays.keys).sorted()
  }

  /// The numbers 1 to ``count`` are those that are there.
  package var isDense: Bool { count == greatest && strays.isEmpty }

  /// How far a number may lie ahead and still be given a place in a page.
  private var reach: Int { max(Self.ordinaryReach, 2 * count) }

  private mutating func insertStray(_ number: Int, _ element: Element) -> Bool {
    guard strays.count < Self.strayLimit else { return false }
    strays[number] = element
    count += 1
    return true
  }

  private func place(of number: Int) -> (page: Int, slot: Int)? {
    guard number > 0, number <= greatest else { return nil }
    let (page, slot) = Self.split(number)
    return slot < pages[page].count && (strays.isEmpty || strays[number] == nil)
      ? (page, slot) : nil
  }

  private static func split(_ number: Int) -> (page: Int, slot: Int) {
    ((number - 1) / pageSize, (number - 1) % pageSize)
  }

  private static var pageSize: Int { 64 }
  /// 2^20 numbers: where none of them is used, their pages take 128 KiB.
  private static var ordinaryReach: Int { 1 << 20 }
  private static var strayLimit: Int { 4096 }
}

extension IdentityTable: Equatable where Element: Equatable {}
extension IdentityTable: Sendable where Element: Sendable {}
