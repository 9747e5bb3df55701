/// An enumeration whose cases a trace writes by their names.
protocol TraceWord: RawRepresentable<String>, CaseIterable, Sendable {
  /// The cases by the bytes of their names.
  static var words: TraceWords<Self> { get }
}

/// The cases of an enumeration by the bytes of their names: no text is made to find one.
struct TraceWords<Word: TraceWord>: Sendable {
  private struct Entry: Sendable {
    var head: UInt64
    var name: [UInt8]
    var word: Word
  }

  /// An entry lies in the place that its hash tells, or in the next one that was free.
  private var entries: [Entry?]

  init() {
    var size = 4
    while size < 3 * Word.allCases.count { size *= 2 }
    entries = Array(repeating: nil, count: size)
    for word in Word.allCases {
      let name = Array(word.rawValue.utf8)
      let head = name.withUnsafeBufferPointer { $0.head(0, $0.count) }
      var place = Self.hash(head, name.count) & (size - 1)
      while entries[place] != nil { place = (place + 1) & (size - 1) }
      entries[place] = Entry(head: head, name: name, word: word)
    }
  }

  /// The case whose name these bytes are.
  func word(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> Word? {
    let head = bytes.head(start, count)
    var place = Self.hash(head, count) & (entries.count - 1)
    while let entry = entries[place] {
      if entry.head == head, entry.name.count == count,
        count <= 8 || entry.name.elementsEqual(bytes[start..<start + count])
      {
        return entry.word
      }
      place = (place + 1) & (entries.count - 1)
    }
    return nil
  }

  private static func hash(_ head: UInt64, _ count: Int) -> Int {
    Int(truncatingIfNeeded: (head &+ UInt64(count)) &* 0x9E37_79B9_7F4A_7C15 >> 40)
  }
}

extension PromiseEvent.Kind.Name: TraceWord { static let words = TraceWords<Self>() }
extension PromiseEvent.Operation: TraceWord { static let words = TraceWords<Self>() }
extension PromiseEvent.Outcome: TraceWord { static let words = TraceWords<Self>() }
extension PromiseEvent.Oddity: TraceWord { static let words = TraceWords<Self>() }
extension PromiseEvent.JobEnding: TraceWord { static let words = TraceWords<Self>() }
extension PromiseEvent.WaitEnding: TraceWord { static let words = TraceWords<Self>() }
extension PromiseEvent.AwaitEnding: TraceWord { static let words = TraceWords<Self>() }
extension PromiseEvent.SkipReason: TraceWord { static let words = TraceWords<Self>() }
