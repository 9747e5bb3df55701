/// Elements by the number of their identity. Copies share what they have in common.
///
/// Identities count from 1, so a number is an index in a page. The table accepts any other number as well,
/// because a trace may be damaged or made up: holes cost a few words per 32,768 numbers, numbers far beyond all
/// others go to a small dictionary, and when that is full they are refused. Every element has a box of its own,
/// so changing one in a copy copies only that box, its page of 8, its list of 64 pages, and the list of 64 of
/// those. All operations are O(1).
package struct IdentityTable<Element> {
  /// An element or nothing, in an array, because Swift copies arrays on write.
  fileprivate typealias Box = [Element]
  fileprivate typealias Page = [Box]
  fileprivate typealias Chunk = [Page]

  /// A list of chunks.
  fileprivate struct Part {
    var chunks: [Chunk] = []
    /// The number of elements in each chunk.
    var kept: [Int32] = []

    var isEmpty: Bool { kept.allSatisfy { $0 == 0 } }
  }

  private var parts: [Part] = []
  private var strays: [Int: Element] = [:]
  /// The number of elements.
  package private(set) var count = 0
  /// How many elements were ever inserted into pages.
  private var inserted = 0
  /// The greatest number in a page.
  private var greatest = 0
  /// The bytes of the boxes, pages and lists that were copied so far because another copy of the table has them
  /// too: about what the copies do not share.
  package private(set) var copiedBytes = 0

  /// The first number, from which the reach is counted: the beginning of a trace may be missing.
  private var anchor = 0

  /// How far a number may be ahead if few elements were inserted.
  private let ordinaryReach: Int

  /// Creates an empty table.
  package init() { self.init(ordinaryReach: 1 << 20) }

  /// Creates an empty table whose numbers may always be that far ahead.
  package init(ordinaryReach: Int) { self.ordinaryReach = ordinaryReach }

  /// The element with a number.
  package subscript(number: Int) -> Element? { read(number) { $0 } }

  /// Returns the result of `body` for the element with a number, without copying it.
  @inline(__always)
  package func read<Result>(_ number: Int, _ body: (borrowing Element) -> Result) -> Result? {
    guard let place = place(of: number) else { return strays[number].map { body($0) } }
    guard !parts[place.part].chunks[place.chunk][place.page][place.slot].isEmpty else {
      return nil
    }
    return body(parts[place.part].chunks[place.chunk][place.page][place.slot][0])
  }

  /// Inserts `element`, unless there is one with its number or the number is refused. Returns whether there is
  /// one now.
  @discardableResult
  package mutating func insert(_ number: Int, _ element: @autoclosure () -> Element) -> Bool {
    if contains(number) { return true }
    if inserted == 0, number > ordinaryReach, number <= Self.mostHoles { anchor = number }
    guard number > 0, number <= reach else { return insertStray(number, element()) }
    let place = Place(number)
    while parts.count <= place.part { parts.append(Part()) }
    parts[place.part].put([element()], place)
    greatest = max(greatest, number)
    count += 1
    inserted += 1
    return true
  }

  /// Changes the element with a number in place, if there is one.
  package mutating func update(_ number: Int, _ change: (inout Element) -> Void) {
    if let place = place(of: number) {
      guard !parts[place.part].chunks[place.chunk][place.page][place.slot].isEmpty else { return }
      let before = addresses(place)
      change(&parts[place.part].chunks[place.chunk][place.page][place.slot][0])
      count(before, place)
    } else if var stray = strays[number] {
      change(&stray)
      strays[number] = stray
    }
  }

  /// Removes the element with a number.
  package mutating func remove(_ number: Int) {
    guard contains(number) else { return }
    count -= 1
    guard let place = place(of: number) else {
      strays[number] = nil
      return
    }
    let before = addresses(place)
    parts[place.part].chunks[place.chunk][place.page][place.slot] = []
    count(before, place)
    parts[place.part].give(up: place)
  }

  /// Returns whether there is an element with a number.
  package func contains(_ number: Int) -> Bool {
    guard let place = place(of: number) else { return strays[number] != nil }
    return !parts[place.part].chunks[place.chunk][place.page][place.slot].isEmpty
  }

  /// The numbers in ascending order. O(count), plus the cost of holes.
  package var numbers: [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for (part, chunks) in parts.enumerated() {
      for (chunk, pages) in chunks.chunks.enumerated() {
        for (page, boxes) in pages.enumerated() {
          for (slot, box) in boxes.enumerated() where !box.isEmpty {
            numbers.append(Place.number(part, chunk, page, slot))
          }
        }
      }
    }
    return strays.isEmpty ? numbers : (numbers + strays.keys).sorted()
  }

  /// Whether the numbers are 1 to ``count``.
  package var isDense: Bool { count == greatest && strays.isEmpty }

  /// The chunks that have elements, by their indices, each with the number of elements before it.
  package var filledChunks: [(chunk: Int, before: Int)] {
    var filled: [(chunk: Int, before: Int)] = []
    var before = 0
    for (part, chunks) in parts.enumerated() {
      for (chunk, kept) in chunks.kept.enumerated() where kept > 0 {
        filled.append((part * Place.partSize + chunk, before))
        before += Int(kept)
      }
    }
    return filled
  }

  /// Returns the number of the element at an index in one chunk.
  package func number(at place: Int, inChunk chunk: Int) -> Int? {
    let (part, chunk) = chunk.quotientAndRemainder(dividingBy: Place.partSize)
    var left = place
    for (page, boxes) in parts[part].chunks[chunk].enumerated() {
      for (slot, box) in boxes.enumerated() where !box.isEmpty {
        if left == 0 { return Place.number(part, chunk, page, slot) }
        left -= 1
      }
    }
    return nil
  }

  /// Whether some numbers are out of range and stored in the dictionary.
  package var hasStrays: Bool { !strays.isEmpty }

  /// How far a number may be ahead and still be stored in a page.
  private var reach: Int { max(anchor + ordinaryReach, 2 * inserted) }

  private mutating func insertStray(_ number: Int, _ element: Element) -> Bool {
    guard strays.count < Self.strayLimit else { return false }
    strays[number] = element
    count += 1
    return true
  }

  @inline(__always)
  private func place(of number: Int) -> Place? {
    guard number > 0, number <= greatest else { return nil }
    let place = Place(number)
    guard place.chunk < parts[place.part].chunks.count,
      place.page < parts[place.part].chunks[place.chunk].count,
      place.slot < parts[place.part].chunks[place.chunk][place.page].count,
      strays.isEmpty || strays[number] == nil
    else { return nil }
    return place
  }

  /// Returns the addresses of the list, the page and the box at a place.
  @inline(__always)
  private func addresses(_ place: Place) -> (list: Int, page: Int, box: Int) {
    (
      address(of: parts[place.part].chunks[place.chunk]),
      address(of: parts[place.part].chunks[place.chunk][place.page]),
      address(of: parts[place.part].chunks[place.chunk][place.page][place.slot])
    )
  }

  /// Counts what has a different address now than `before`.
  @inline(__always)
  private mutating func count(_ before: (list: Int, page: Int, box: Int), _ place: Place) {
    let after = addresses(place)
    // The header of an array, plus that of an allocation.
    let header = 48
    if before.box != after.box { copiedBytes += MemoryLayout<Element>.stride + header }
    if before.page != after.page { copiedBytes += 8 * Place.pageSize + header }
    if before.list != after.list { copiedBytes += 8 * Place.chunkSize + header }
  }

  /// Returns the address of an array's storage; comparing two needs nothing to be kept alive.
  @inline(__always)
  private func address<T>(of array: borrowing [T]) -> Int {
    unsafeBitCast(copy array, to: Int.self)
  }

  private static var strayLimit: Int { 4096 }
  /// How many numbers before the first one may be left out. They cost 128 KB.
  private static var mostHoles: Int { 1 << 28 }
}

/// The place of the element with a number.
private struct Place {
  var part: Int
  var chunk: Int
  var page: Int
  var slot: Int

  @inline(__always)
  init(_ number: Int) {
    let index = UInt(bitPattern: number - 1)
    part = Int(index >> 15)
    chunk = Int(index >> 9 & 63)
    page = Int(index >> 3 & 63)
    slot = Int(index & 7)
  }

  /// Returns the number that has a place.
  static func number(_ part: Int, _ chunk: Int, _ page: Int, _ slot: Int) -> Int {
    (part << 15 | chunk << 9 | page << 3 | slot) + 1
  }

  /// The sizes of a page, a chunk and a part.
  static var pageSize: Int { 8 }
  static var chunkSize: Int { 64 }
  static var partSize: Int { 64 }
}

extension IdentityTable.Part {
  /// Stores a box at its place.
  package mutating func put(_ box: IdentityTable.Box, _ place: Place) {
    while chunks.count <= place.chunk { chunks.append([]) }
    while kept.count <= place.chunk { kept.append(0) }
    Self.put(box, &chunks[place.chunk], place)
    kept[place.chunk] += 1
  }

  private static func put(
    _ box: IdentityTable.Box, _ chunk: inout IdentityTable.Chunk, _ place: Place
  ) {
    while chunk.count <= place.page { chunk.append([]) }
    put(box, &chunk[place.page], place)
  }

  private static func put(
    _ box: IdentityTable.Box, _ page: inout IdentityTable.Page, _ place: Place
  ) {
    while page.count < place.slot { page.append([]) }
    if page.count == place.slot { page.append(box) } else { page[place.slot] = box }
  }

  /// Discards the page, the chunk and the part of an emptied box if they are empty too.
  package mutating func give(up place: Place) {
    kept[place.chunk] -= 1
    if kept[place.chunk] == 0 {
      chunks[place.chunk] = []
      if isEmpty { (chunks, kept) = ([], []) }
    } else if chunks[place.chunk][place.page].allSatisfy({ $0.isEmpty }) {
      chunks[place.chunk][place.page] = []
    }
  }
}

extension IdentityTable: Equatable where Element: Equatable {
  package static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.parts == b.parts && a.strays == b.strays
  }
}
extension IdentityTable: Sendable where Element: Sendable {}
extension IdentityTable.Part: Equatable where Element: Equatable {}
extension IdentityTable.Part: Sendable where Element: Sendable {}
