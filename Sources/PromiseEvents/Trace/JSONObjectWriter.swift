/// Writes one JSON object on one line, field by field, into memory that has room for it.
struct JSONObjectWriter {
  private var cursor: UnsafeMutablePointer<UInt8>
  private let end: UnsafeMutablePointer<UInt8>
  private var isEmpty = true
  /// A Boolean value that indicates whether the texts of values and notes are written.
  private let includesValues: Bool

  private init(_ line: UnsafeMutablePointer<UInt8>, room: Int, includesValues: Bool) {
    cursor = line
    end = line + room
    self.includesValues = includesValues
  }

  /// Appends an object with the fields that `body` adds, and a line feed, to `bytes`. The line
  /// takes at most `room` bytes; see ``room(fixed:text:)``.
  static func append(
    to bytes: inout [UInt8], room: Int, includesValues: Bool = true,
    _ body: (inout JSONObjectWriter) -> Void
  ) {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: room) { line in
      guard let start = line.baseAddress else { return }
      var object = JSONObjectWriter(start, room: room, includesValues: includesValues)
      object.put(UInt8(ascii: "{"))
      body(&object)
      object.put("}\n")
      bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: object.cursor - start))
    }
  }

  /// Returns the number of bytes that a line needs for fields of `fixed` bytes and `text` bytes of
  /// text, each of which may become a six-byte escape.
  static func room(fixed: Int, text: Int) -> Int { fixed + text * 6 }
}

// MARK: - Fields

extension JSONObjectWriter: EventSink {
  @inline(__always)
  mutating func put(_ value: Int, as key: EventKey) {
    begin(key)
    put(value)
  }

  /// Puts `true`; a value of `false` is left out.
  @inline(__always)
  mutating func put(_ flag: Bool, as key: EventKey) {
    guard flag else { return }
    begin(key)
    put("true")
  }

  /// Puts the name of a case, which needs no escaping.
  @inline(__always)
  mutating func put(_ word: some EventWord, as key: EventKey) {
    var word = word.rawValue
    begin(key)
    put(UInt8(ascii: "\""))
    word.withUTF8 { put($0) }
    put(UInt8(ascii: "\""))
  }

  mutating func put(_ text: String, as key: EventKey) {
    begin(key)
    quote(text)
  }

  mutating func put(value text: String, as key: EventKey) {
    if includesValues, !text.isEmpty { put(text, as: key) }
  }

  mutating func put(note text: String, as key: EventKey) {
    put(includesValues ? text : "", as: key)
  }

  /// Puts the list; an empty one is left out.
  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey) {
    if !promises.isEmpty { putList(promises, as: key) { $0.put($1.rawValue) } }
  }

  mutating func put(_ texts: [String], as key: EventKey) {
    putList(texts, as: key) { $0.quote($1) }
  }

  /// Puts the list of choices, each as an object.
  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey) {
    putList(choices, as: key) { object, choice in
      object.put(UInt8(ascii: "{"))
      object.isEmpty = true
      switch choice {
      case .resume(let job): object.put(job, as: "resume")
      case .start(let queue, let job):
        object.put(job, as: "start")
        object.put(queue, as: "on")
      case .end(let job): object.put(job, as: "end")
      case .fire(let timer): object.put(timer, as: "fire")
      }
      object.put(UInt8(ascii: "}"))
    }
    isEmpty = false
  }

  @inline(__always)
  mutating func put(_ site: SourceSite?) {
    guard let site else { return }
    put(site.file, as: "file")
    put(site.line, as: "line")
    put(site.column, as: "col")
  }

  @inline(__always)
  private mutating func putList<Element>(
    _ elements: some Collection<Element>, as key: EventKey,
    _ body: (inout JSONObjectWriter, Element) -> Void
  ) {
    begin(key)
    put(UInt8(ascii: "["))
    var isFirst = true
    for element in elements {
      if !isFirst { put(UInt8(ascii: ",")) }
      isFirst = false
      body(&self, element)
    }
    put(UInt8(ascii: "]"))
  }

  private mutating func quote(_ text: String) {
    var value = text
    put(UInt8(ascii: "\""))
    let isPlain = value.withUTF8 { utf8 in
      guard !utf8.contains(where: { Self.mayNeedEscape($0) }) else { return false }
      put(utf8)
      return true
    }
    if !isPlain { for scalar in value.unicodeScalars { put(scalar) } }
    put(UInt8(ascii: "\""))
  }

  @inline(__always)
  private mutating func begin(_ key: EventKey) {
    if !isEmpty { put(UInt8(ascii: ",")) }
    isEmpty = false
    put(UInt8(ascii: "\""))
    put(key.text)
    put("\":")
  }
}

// MARK: - Bytes

extension JSONObjectWriter {
  @inline(__always)
  private mutating func put(_ byte: UInt8) {
    assert(cursor < end)
    cursor.pointee = byte
    cursor += 1
  }

  @inline(__always)
  private mutating func put(_ text: StaticString) {
    put(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  @inline(__always)
  private mutating func put(_ utf8: UnsafeBufferPointer<UInt8>) {
    guard let start = utf8.baseAddress else { return }
    assert(utf8.count <= end - cursor)
    cursor.update(from: start, count: utf8.count)
    cursor += utf8.count
  }

  private mutating func put(_ number: Int) {
    if number < 0 { put(UInt8(ascii: "-")) }
    var rest = number.magnitude
    var low = cursor
    repeat {
      put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10))
      rest /= 10
    } while rest > 0
    // The digits were written in reverse order.
    var high = cursor - 1
    while low < high {
      (low.pointee, high.pointee) = (high.pointee, low.pointee)
      low += 1
      high -= 1
    }
  }

  /// Control characters are escaped, including DEL and C1, and bidirectional controls, so that a
  /// trace that is printed on a terminal has no effect on it.
  private mutating func put(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"", "\\":
      put(UInt8(ascii: "\\"))
      put(UInt8(truncatingIfNeeded: scalar.value))
    case "\n": put("\\n")
    case "\t": put("\\t")
    case _ where isHarmful(scalar):
      put("\\u")
      for place: UInt32 in [12, 8, 4, 0] { put(Self.digit(scalar.value >> place)) }
    default: for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter { put(byte) }
    }
  }

  /// Returns true for every byte that starts something that must be escaped, and for a few others.
  @inline(__always)
  private static func mayNeedEscape(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x22 || byte == 0x5C || byte == 0x7F || byte == 0xC2 || byte == 0xD8
      || byte == 0xE2
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    let digit = UInt8(truncatingIfNeeded: value & 15)
    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
  }
}
