/// Small numbers by the number of an identity, 0 where nothing was said: nearly all in an array, those of
/// absurd identities in a dictionary.
struct IdentityMarks: Hashable, Sendable {
  private var near: [Int32] = []
  private var far: [Int: Int32] = [:]

  subscript(number: Int) -> Int32 {
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

  /// Takes the marks out that lie in the dictionary, and for which `isOver` holds. O(their count)
  mutating func removeFar(where isOver: (Int) -> Bool) {
    if !far.isEmpty { far = far.filter { !isOver($0.key) } }
  }

  /// The numbers that have a mark, ascending. O(greatest number)
  var numbers: [Int] {
    let absurd = far.keys.filter { far[$0] != 0 }.sorted()
    let split = absurd.partitionPoint(where: { $0 < 0 })
    return absurd[..<split] + near.indices.filter { near[$0] != 0 } + absurd[split...]
  }

  private static var reach: Int { 1 << 22 }
}
