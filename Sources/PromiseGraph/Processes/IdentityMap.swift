/// The numbers that the identities of one process have in the events of several: given one after another, in
/// the order in which the identities are first seen.
struct IdentityMap: Sendable {
  /// Identities up to this one keep their number.
  private var kept = 0
  /// The number of each identity up to some thousands beyond those seen so far; 0 where there is none.
  private var dense: [Int] = []
  /// The numbers of the others.
  private var strays: [Int: Int] = [:]

  /// Returns the number of an identity; a new identity gets the one after `last`. Amortized O(1)
  mutating func number(of identity: Int, after last: inout Int) -> Int {
    if 1...max(1, kept) ~= identity, kept > 0 { return identity }
    // A damaged trace can have an identity that no program gives.
    let place = identity > 0 ? identity - kept - 1 : .max
    if place < dense.count {
      if dense[place] == 0 {
        last += 1
        dense[place] = last
      }
      return dense[place]
    }
    if let known = strays[identity] { return known }
    last += 1
    if place <= 2 * dense.count + Self.slack {
      dense += Array(repeating: 0, count: place + 1 - dense.count)
      dense[place] = last
    } else if strays.count < Self.mostStrays {
      strays[identity] = last
    }
    return last
  }

  /// Lets an identity keep its number, as every identity does while there is only one process.
  mutating func keep(_ identity: Int, upTo last: inout Int) {
    kept = max(kept, identity)
    last = max(last, identity)
  }

  /// Returns the identity that has a number; `nil` if there is none. O(identities)
  func identity(numbered number: Int) -> Int? {
    if 1...max(1, kept) ~= number, kept > 0 { return number }
    guard number > 0 else { return nil }
    return dense.firstIndex(of: number).map { $0 + kept + 1 }
      ?? strays.first { $0.value == number }?.key
  }

  private static var slack: Int { 4096 }
  private static var mostStrays: Int { 1 << 20 }
}
