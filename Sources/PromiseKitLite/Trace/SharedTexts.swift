/// Texts that were read a moment ago: one that comes again is not made again, and its copies share their
/// memory. File names and most labels do.
struct SharedTexts: Sendable {
  private var texts: [String] = Array(repeating: "", count: Self.size)

  /// The text of `count` bytes from `start` on.
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> String {
    // Shorter ones take no memory of their own.
    guard count > 15, count <= 256 else { return bytes.text(start, count) }
    let place = Self.place(bytes, start, count)
    let isKnown =
      texts[place].utf8.count == count
      && texts[place].utf8.withContiguousStorageIfAvailable {
        $0.elementsEqual(bytes[start..<start + count])
      } ?? false
    if !isKnown { texts[place] = bytes.text(start, count) }
    return texts[place]
  }

  private static func place(
    _ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int
  ) -> Int {
    var hash = UInt64(count)
    var place = start
    while place < start + count {
      hash = (hash ^ bytes.head(place, start + count - place)) &* 0x9E37_79B9_7F4A_7C15
      hash ^= hash >> 29
      place += 8
    }
    return Int(truncatingIfNeeded: hash >> 32) & (size - 1)
  }

  /// A power of two.
  private static var size: Int { 1024 }
}
