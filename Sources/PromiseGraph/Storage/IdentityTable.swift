/// Things by the number of their identity, whose copies share what they have in common.
///
/// Identities count from 1, so that a number is a place in a page. The table bears any other number as
/// well, because a trace may be damaged or made up: holes cost some words for 1024 numbers, numbers far
/// beyond all others go to a small dictionary, and when that is full they are refused. Every thing
/// lies in a box of its own, so that changing one in a copy copies that one alone, its page of 16 and the
/// list of 64 pages where that is. All is O(1).
package struct IdentityTable<Element> {
  /// A thing, or nothing: an array is the box that Swift itself copies on write.
  private typealias Box = [Element]
  private typealias Page = [Box]

  private var chunks: [[Page]] = []
  /// How many things lie in each of them.
  private var keptInChunks: [Int] = []
  private var strays: [Int: Element] = [:]
  /// How many things there are.
  package private(set) var count = 0
  /// How many things were ever put into pages.
  private var inserted = 0
  /// The greatest number that has a place in a page.
  private var greatest = 0
  /// The bytes of the boxes, pages and lists of pages that were copied so far, because another copy of the
  /// table has them too: about what the copies do not share.
  private(set) var copiedBytes = 0

  /// How far a number may lie ahead where few things were put in.
  private let ordinaryReach: Int

  /// A table without things.
  package init() { self.init(ordinaryReach: 1 << 20) }

  /// A table where a number may lie so far ahead, whatever was put in.
  init(ordinaryReach: Int) { self.ordinaryReach = ordinaryReach }

  /// The thing of that number.
  package subscript(number: Int) -> Element? { read(number) { $0 } }

  /// What `body` makes of the thing of that number, which is not copied.
  @inline(__always)
  func read<Result>(_ number: Int, _ body: (borrowing Element) -> Result) -> Result? {
    guard let place = place(of: number) else { return strays[number].map { body($0) } }
    guard !chunks[place.chunk][place.page][place.slot].isEmpty else { return nil }
    return body(chunks[place.chunk][place.page][place.slot][0])
  }

  /// Puts `element` in, unless there is one of that number or the number is refused; tells whether
  /// there is one now.
  @discardableResult
  package mutating func insert(_ number: Int, _ element: @autoclosure () -> Element) -> Bool {
    if contains(number) { return true }
    guard number > 0, number <= reach else { return insertStray(number, element()) }
    let place = Place(number)
    while chunks.count <= place.chunk {
      chunks.append([])
      keptInChunks.append(0)
    }
    while chunks[place.chunk].count <= place.page { chunks[place.chunk].append([]) }
    while chunks[place.chunk][place.page].count <= place.slot {
      chunks[place.chunk][place.page].append([])
    }
    chunks[place.chunk][place.page][place.slot] = [element()]
    keptInChunks[place.chunk] += 1
    greatest = max(greatest, number)
    count += 1
    inserted += 1
    return true
  }

  /// Changes the thing of that number in place; nothing happens where there is none.
  package mutating func update(_ number: Int, _ change: (inout Element) -> Void) {
    if let place = place(of: number) {
      guard !chunks[place.chunk][place.page][place.slot].isEmpty else { return }
      let before = addresses(place)
      change(&chunks[place.chunk][place.page][place.slot][0])
      count(before, place)
    } else if var stray = strays[number] {
      change(&stray)
      strays[number] = stray
    }
  }

  /// Takes the thing of that number out.
  package mutating func remove(_ number: Int) {
    guard contains(number) else { return }
    count -= 1
    guard let place = place(of: number) else {
      strays[number] = nil
      return
    }
    let before = addresses(place)
    chunks[place.chunk][place.page][place.slot] = []
    count(before, place)
    keptInChunks[place.chunk] -= 1
    // A page without things, and a list without pages, is given up.
    guard chunks[place.chunk][place.page].allSatisfy({ $0.isEmpty }) else { return }
    chunks[place.chunk][place.page] = []
    if keptInChunks[place.chunk] == 0 { chunks[place.chunk] = [] }
  }

  /// Whether there is a thing of that number.
  package func contains(_ number: Int) -> Bool {
    guard let place = place(of: number) else { return strays[number] != nil }
    return !chunks[place.chunk][place.page][place.slot].isEmpty
  }

  /// The numbers in ascending order. O(count), and what the holes cost.
  package var numbers: [Int] {
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for (chunk, pages) in chunks.enumerated() {
      for (page, boxes) in pages.enumerated() {
        for (slot, box) in boxes.enumerated() where !box.isEmpty {
          numbers.append(chunk * Place.chunkSize + page * Place.pageSize + slot + 1)
        }
      }
    }
    return strays.isEmpty ? numbers : (numbers + strays.keys).sorted()
  }

  /// The numbers 1 to ``count`` are those that are there.
  package var isDense: Bool { count == greatest && strays.isEmpty }

  /// How many things have a number in the chunks before each, and at the end how many in all of them.
  var countsBefore: [Int] { keptInChunks.reduce(into: [0]) { $0.append(($0.last ?? 0) + $1) } }

  /// The number of the thing at a place among those of one chunk.
  func number(at place: Int, inChunk chunk: Int) -> Int? {
    var left = place
    for (page, boxes) in chunks[chunk].enumerated() {
      for (slot, box) in boxes.enumerated() where !box.isEmpty {
        if left == 0 { return chunk * Place.chunkSize + page * Place.pageSize + slot + 1 }
        left -= 1
      }
    }
    return nil
  }

  /// Some numbers are absurd, and lie elsewhere.
  var hasStrays: Bool { !strays.isEmpty }

  /// How far a number may lie ahead and still be given a place in a page.
  private var reach: Int { max(ordinaryReach, 2 * inserted) }

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
    return place.page < chunks[place.chunk].count
      && place.slot < chunks[place.chunk][place.page].count
      && (strays.isEmpty || strays[number] == nil) ? place : nil
  }

  /// Where the list, the page and the box lie at a place.
  @inline(__always)
  private func addresses(_ place: Place) -> (list: Int, page: Int, box: Int) {
    let pages = chunks[place.chunk]
    let page = pages[place.page]
    return (address(of: pages), address(of: page), address(of: page[place.slot]))
  }

  /// Counts what has another address now than `before`.
  @inline(__always)
  private mutating func count(_ before: (list: Int, page: Int, box: Int), _ place: Place) {
    let after = addresses(place)
    // What an array has beside its elements, and an allocation beside the array.
    let header = 48
    if before.box != after.box { copiedBytes += MemoryLayout<Element>.stride + header }
    if before.page != after.page { copiedBytes += 8 * Place.pageSize + header }
    if before.list != after.list { copiedBytes += 8 * (Place.chunkSize / Place.pageSize) + header }
  }

  private func address<T>(of array: [T]) -> Int {
    array.withUnsafeBufferPointer { Int(bitPattern: $0.baseAddress) }
  }

  /// Where the thing of a number lies.
  private struct Place {
    var chunk: Int
    var page: Int
    var slot: Int

    @inline(__always)
    init(_ number: Int) {
      let index = number - 1
      chunk = index / Self.chunkSize
      page = index % Self.chunkSize / Self.pageSize
      slot = index % Self.pageSize
    }

    static var pageSize: Int { 16 }
    static var chunkSize: Int { 1024 }
  }

  /// 2^20 numbers: where none of them is used, the lists of their chunks take 8 KiB.
  private static var strayLimit: Int { 4096 }
}

extension IdentityTable: Equatable where Element: Equatable {
  package static func == (a: Self, b: Self) -> Bool {
    a.count == b.count && a.chunks == b.chunks && a.strays == b.strays
  }
}
extension IdentityTable: Sendable where Element: Sendable {}
