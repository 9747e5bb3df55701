/// The name of a field of an event, as it appears in the bytes of a trace.
struct EventKey: ExpressibleByStringLiteral {
  let text: StaticString
  /// The first eight bytes, with the first byte lowest.
  let head: UInt64

  @inline(__always)
  init(stringLiteral text: StaticString) {
    self.text = text
    var head: UInt64 = 0
    for index in 0..<min(8, text.utf8CodeUnitCount) {
      head |= UInt64(text.utf8Start[index]) << UInt64(8 * index)
    }
    self.head = head
  }

  /// The key as text.
  var name: String { text.description }
}

/// An enumeration of cases without payload. A trace contains the name of the case; the packed form
/// contains one byte, the index of the case among all cases, which is also its representation in
/// memory.
protocol EventWord: RawRepresentable<String>, CaseIterable, Sendable, BitwiseCopyable {
  /// The cases by the bytes of their names.
  static var words: EventWords<Self> { get }
}

extension EventWord {
  /// The byte of the case.
  @inline(__always)
  var code: UInt8 { withUnsafeBytes(of: self) { $0[0] } }

  /// Returns the case for a byte from ``code``.
  @inline(__always)
  static func of(code: UInt8) -> Self {
    withUnsafeBytes(of: code) { $0.loadUnaligned(as: Self.self) }
  }
}

/// Looks up the cases of an enumeration by the bytes of their names, without creating a string.
struct EventWords<Word: EventWord>: Sendable {
  private struct Entry: Sendable {
    var head: UInt64
    var name: [UInt8]
    var word: Word
  }

  /// A hash table with linear probing: an entry is at the index given by its hash, or at the next
  /// free one.
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

  /// Returns the case with the given name.
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

extension PromiseEvent.Kind.Name: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.Operation: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.Outcome: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.Oddity: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.JobEnding: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.WaitEnding: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.AwaitEnding: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.SkipReason: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.SpanRole: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.GateAction: EventWord { static let words = EventWords<Self>() }
extension PromiseEvent.ProgramLanguage: EventWord { static let words = EventWords<Self>() }

/// The states in which a promise is freed, without their payloads.
enum StateWord: String, EventWord {
  case settled, pending, forwarded
  static let words = EventWords<Self>()
}

/// The kinds of queues, without their payloads.
enum QueueWord: String, EventWord {
  case serial, immediate, concurrent
  static let words = EventWords<Self>()
}

extension PromiseEvent.Kind.Name {
  /// The index of the kind among all kinds.
  package var place: Int { Int(code) }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the text of `count` bytes from `start`.
  func text(_ start: Int, _ count: Int) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: self[start..<start + count]), as: UTF8.self)
  }

  /// Returns up to eight bytes from `start` as one number, with the first byte lowest and zeros for
  /// the bytes after `count`.
  @inline(__always)
  func head(_ start: Int, _ count: Int) -> UInt64 {
    if start + 8 <= self.count {
      let word = UnsafeRawBufferPointer(self).loadUnaligned(
        fromByteOffset: start, as: UInt64.self)
      let head = UInt64(littleEndian: word)
      return count >= 8 ? head : head & ~(~0 << UInt64(8 * count))
    }
    var head: UInt64 = 0
    for index in 0..<Swift.min(8, count) {
      head |= UInt64(self[start + index]) << UInt64(8 * index)
    }
    return head
  }
}

extension PromiseEvent.Operation {
  /// The byte of the operation in the packed form of events.
  @inlinable
  package var byte: UInt8 { withUnsafeBytes(of: self) { $0[0] } }
}

extension PromiseEvent.JobEnding {
  /// The byte of the ending in the packed form of events.
  @inlinable
  package var byte: UInt8 { withUnsafeBytes(of: self) { $0[0] } }
}
