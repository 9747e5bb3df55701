extension PromiseTrace {
  /// Reads a trace piece by piece: bytes in, events out. ``PromiseTrace/Header`` describes the
  /// format.
  ///
  /// ```swift
  /// var reader = PromiseTrace.Reader(lineLimit: 1 << 20)
  /// var events = try reader.read(Array(data))
  /// events += try reader.finish()
  /// ```
  ///
  /// A line that cannot be read loses only its own event: it is reported in ``problems``, and the
  /// missing number shows as a gap. An event of a kind from a newer minor version is counted in
  /// ``skipped`` and returned as a ``PromiseEvent/Kind/dropped(count:)`` with a count of 0, which
  /// only keeps its number.
  public struct Reader: Sendable {
    /// The header, once it has been read.
    public private(set) var header: PromiseTrace.Header?
    /// The first hundred lines that could not be read.
    public private(set) var problems: [PromiseTrace.Problem] = []
    /// The number of lines that could not be read.
    public private(set) var problemCount = 0
    /// The number of events of unknown kinds from a newer version that were skipped, by kind.
    public private(set) var skipped: [String: Int] = [:]

    /// A Boolean value that indicates whether the last line is incomplete: the program that wrote
    /// the trace was killed, or ran out of space.
    package var isCutShort: Bool { problems.last?.kind == .truncated }

    /// The number of lines that were started.
    private var line = 1
    /// The beginning of a line whose end has not arrived.
    private var partial: [UInt8] = []
    private var isSkippingLine = false
    private var isAtEnd = false
    private let lineLimit: Int
    /// The number of bytes that have arrived since the newest event, and the most that may.
    private var bytesWithoutEvent = 0
    private var mostWithoutEvent = 1 << 30
    /// The parts of the current line, and texts of earlier lines.
    private var tape = JSONTape()
    private var shared = SharedTexts()

    /// Creates a reader that rejects lines of more than `lineLimit` bytes.
    public init(lineLimit: Int = 16 << 20) { self.lineLimit = max(0, lineLimit) }

    /// Creates a reader that gives up after so many bytes without an event, instead of a gigabyte.
    package init(bytesWithoutEvent: Int) {
      self.init()
      mostWithoutEvent = bytesWithoutEvent
    }

    /// Reads the next bytes, and returns the events whose lines they complete.
    ///
    /// - Parameter bytes: Any piece of the trace; lines need not be complete.
    /// - Throws: A ``PromiseTrace/ReadingError`` if this is not a trace, of a newer version, or endless.
    /// - Complexity: O(n) in the bytes.
    public mutating func read(_ bytes: [UInt8]) throws(PromiseTrace.ReadingError) -> [PromiseEvent]
    {
      var events: [PromiseEvent] = []
      try bytes.withUnsafeBufferPointer { bytes throws(TraceError) in
        var start = 0
        while let end = bytes.firstLineFeed(from: start) {
          try take(UnsafeBufferPointer(rebasing: bytes[start..<end]), into: &events)
          start = end + 1
          line += 1
        }
        keep(UnsafeBufferPointer(rebasing: bytes[start...]))
        // An endless input that is not a trace is not read to its end.
        if isSkippingLine, header == nil { throw .notATrace(reason: "the line is too long") }
      }
      bytesWithoutEvent = events.isEmpty ? bytesWithoutEvent + bytes.count : 0
      guard bytesWithoutEvent <= mostWithoutEvent else { throw .endless }
      return events
    }

    /// Ends the trace, and returns the event of a last line without a line feed.
    ///
    /// - Throws: A ``PromiseTrace/ReadingError`` if there was no trace at all.
    public mutating func finish() throws(PromiseTrace.ReadingError) -> [PromiseEvent] {
      var events: [PromiseEvent] = []
      isAtEnd = true
      if !partial.isEmpty || isSkippingLine {
        try take(UnsafeBufferPointer(start: nil, count: 0), into: &events)
      }
      if header == nil { throw .empty }
      return events
    }

    /// Keeps the beginning of a line, unless the line is already too long.
    private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard !isSkippingLine else { return }
      if partial.count + bytes.count > lineLimit {
        partial = []
        isSkippingLine = true
      } else {
        partial += bytes
      }
    }

    /// Reads the end of a line.
    private mutating func take(
      _ end: UnsafeBufferPointer<UInt8>, into events: inout [PromiseEvent]
    ) throws(TraceError) {
      if end.count <= lineLimit, partial.isEmpty, !isSkippingLine {
        return try takeLine(end, into: &events)
      }
      keep(end)
      let whole = partial
      partial = []
      guard isSkippingLine else {
        return try whole.withUnsafeBufferPointer { line throws(TraceError) in
          try takeLine(line, into: &events)
        }
      }
      isSkippingLine = false
      guard header != nil else { throw .notATrace(reason: "the line is too long") }
      report(.tooLong)
    }

    /// Reads a complete line.
    private mutating func takeLine(
      _ line: UnsafeBufferPointer<UInt8>, into events: inout [PromiseEvent]
    ) throws(TraceError) {
      if header != nil {
        if let event = event(line) { events.append(event) }
      } else {
        let mark = line.starts(with: Self.byteOrderMark) ? 3 : 0
        header = try TraceHeader(line: UnsafeBufferPointer(rebasing: line[mark...]))
      }
    }

    private mutating func event(_ line: UnsafeBufferPointer<UInt8>) -> PromiseEvent? {
      let language = header?.programLanguage ?? .swift
      if line.allSatisfy({ $0 == 0x20 || $0 == 0x0D }) { return nil }
      do {
        try JSONScanner.scan(line, into: &tape)
      } catch {
        let breaksOff = isAtEnd && error.offset >= line.count
        report(breaksOff ? .truncated : .garbage(reason: error.description))
        return nil
      }
      do {
        return try TraceFields.read(line, tape) { fields throws(TraceFields.Failure) in
          try PromiseEvent(fields: fields, language, &shared)
        }
      } catch {
        return skip(error, line)
      }
    }

    /// Skips an event that a newer version may know.
    private mutating func skip(
      _ failure: TraceFields.Failure, _ line: UnsafeBufferPointer<UInt8>
    ) -> PromiseEvent? {
      guard case .unknownWord(let field, let word) = failure,
        let header, header.minor > TraceHeader.currentMinor,
        let placeholder = try? TraceFields.read(
          line, tape,
          { fields throws(TraceFields.Failure) in
            try PromiseEvent(fields: fields, kind: .dropped(count: 0))
          })
      else {
        report(.garbage(reason: failure.description))
        return nil
      }
      let name = quotable(field == "k" ? word : "\(field) \(word)")
      if skipped[name] != nil || skipped.count < Self.listLimit { skipped[name, default: 0] += 1 }
      return placeholder
    }

    private mutating func report(_ kind: TraceProblem.Kind) {
      problemCount += 1
      if problems.count < Self.listLimit || isAtEnd {
        problems.append(TraceProblem(line: line, kind: kind))
      }
    }

    private static var listLimit: Int { 100 }
    /// The mark that some editors put at the start of a text.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Returns the index of the first line feed from `start` on; `nil` if there is none.
  fileprivate func firstLineFeed(from start: Int) -> Int? {
    let feeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(self)
    var index = start
    // Eight bytes at a time: the highest bit of the first byte that is a line feed is set.
    while index + 8 <= count {
      let word =
        UInt64(littleEndian: raw.loadUnaligned(fromByteOffset: index, as: UInt64.self)) ^ feeds
      let found = (word &- ones) & ~word & (ones << 7)
      if found != 0 { return index + found.trailingZeroBitCount / 8 }
      index += 8
    }
    return self[index...].firstIndex(of: UInt8(ascii: "\n"))
  }
}

/// Recently read texts. A text that repeats is not created again, and its copies share their
/// memory; this applies to file names and most labels.
struct SharedTexts: Sendable {
  private var texts: [String] = Array(repeating: "", count: Self.size)

  /// Returns the text of `count` bytes from `start`.
  mutating func text(_ bytes: UnsafeBufferPointer<UInt8>, _ start: Int, _ count: Int) -> String {
    // Shorter ones are stored inline.
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

  /// The number of texts, a power of two.
  private static var size: Int { 1024 }
}
