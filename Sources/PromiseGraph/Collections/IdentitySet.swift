import PromiseEvents

/// A set of identity numbers, one bit each, whose copies share what they have in common.
///
/// Numbers far beyond all others, or far before the first one, go to a small set of their own, as in an
/// ``IdentityTable``.
package struct IdentitySet: Hashable, Sendable {
  private var words: PagedArray<UInt64> = []
  /// How many words are left out before the first one: the beginning of a trace may be missing.
  private var origin = 0
  private var strays: Set<Int> = []
  /// The number of elements.
  package private(set) var count = 0

  /// Creates an empty set.
  package init() {}

  /// Returns the index of the word that has, or would have, the bit of `number`; negative before the first.
  private func word(of number: Int) -> Int { number < 0 ? -1 : number / 64 - origin }

  /// Adds `number`. O(1)
  package mutating func insert(_ number: Int) {
    guard !contains(number) else { return }
    count += 1
    if words.isEmpty { origin = max(0, number / 64 - Self.reach) }
    let word = word(of: number)
    guard word >= 0, word <= 2 * words.count + Self.reach else {
      strays.insert(number)
      return
    }
    while words.count <= word { words.append(0) }
    words.update(word) { $0 |= 1 << UInt64(number % 64) }
  }

  /// Removes `number`. O(1)
  package mutating func remove(_ number: Int) {
    guard contains(number) else { return }
    count -= 1
    if !strays.isEmpty { strays.remove(number) }
    let word = word(of: number)
    guard word >= 0, word < words.count else { return }
    words.update(word) { $0 &= ~(1 << UInt64(number % 64)) }
  }

  /// Returns whether the set contains `number`. O(1)
  package func contains(_ number: Int) -> Bool {
    let word = word(of: number)
    if word >= 0, word < words.count, words[word] >> UInt64(number % 64) & 1 == 1 { return true }
    return strays.contains(number)
  }

  /// Returns the least element greater than `number`, or the least of all if `number` is `nil`. It checks 64
  /// numbers at a time, and all strays. To visit several elements, use ``numbers``.
  package func next(after number: Int?) -> Int? {
    let stray =
      strays.isEmpty ? nil : strays.filter { stray in number.map { $0 < stray } ?? true }.min()
    guard let near = nextNear(after: number) else { return stray }
    return stray.map { min($0, near) } ?? near
  }

  /// Returns the least element greater than `number` that is not a stray.
  private func nextNear(after number: Int?) -> Int? {
    let start = max(64 * origin, number?.saturatingPlus(1) ?? 0)
    let first = start / 64 - origin
    var index = first
    while index < words.count {
      let mask: UInt64 = index == first ? ~0 << UInt64(start % 64) : ~0
      let word = words[index] & mask
      if word != 0 { return (index + origin) * 64 + word.trailingZeroBitCount }
      index += 1
    }
    return nil
  }

  /// The numbers in ascending order, computed lazily; the strays are sorted first.
  package var numbers: some Sequence<Int> {
    let strays = strays.sorted()
    return sequence(state: (near: nextNear(after: nil), stray: 0)) { state -> Int? in
      let stray = state.stray < strays.count ? strays[state.stray] : nil
      guard let near = state.near, near <= stray ?? near else {
        state.stray += 1
        return stray
      }
      state.near = nextNear(after: near)
      return near
    }
  }

  /// 2^20 numbers.
  private static var reach: Int { 1 << 14 }
}

/// Small numbers by identity number, 0 by default: nearly all in an array, those of out-of-range identities in
/// a dictionary.
package struct IdentityMarks: Hashable, Sendable {
  private var near: [Int32] = []
  private var far: [Int: Int32] = [:]

  package init() {}

  package subscript(number: Int) -> Int32 {
    get { near.indices.contains(number) ? near[number] : far[number] ?? 0 }
    set {
      if near.indices.contains(number) {
        near[number] = newValue
      } else if number >= 0, number < Self.reach {
        let room = max(number + 1, min(2 * near.count, Self.reach))
        near += Array(repeating: 0, count: room - near.count)
        near[number] = newValue
      } else {
        far[number] = newValue
      }
    }
  }

  /// The numbers that have a mark, in ascending order. O(greatest number)
  package var numbers: [Int] {
    let absurd = far.keys.filter { far[$0] != 0 }.sorted()
    let split = absurd.partitionPoint(where: { $0 < 0 })
    return absurd[..<split] + near.indices.filter { near[$0] != 0 } + absurd[split...]
  }

  private static var reach: Int { 1 << 22 }
}
