/// The table of keys: every key and what it does, in each mode. ``KeyMap`` looks keys up in it. The rows of a layer
/// are in its folder.
package enum KeyTable {
  /// The keys that move by a row, and those that move by a page.
  static let arrows: [(Key, Action)] = [(.up, .up), (.down, .down), ("k", .up), ("j", .down)]
  static let pages: [(Key, Action)] = [
    (.pageUp, .pageUp), (.pageDown, .pageDown), (.control("u"), .halfPageUp),
    (.control("d"), .halfPageDown),
  ]

  /// Returns a key for each number.
  static func digits(_ numbers: ClosedRange<Int>, _ action: (Int) -> Action) -> [(Key, Action)] {
    numbers.map { (.character(Character(String($0))), action($0)) }
  }
}
