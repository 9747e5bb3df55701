extension PromiseTrace {
  /// Reads a trace piece by piece: bytes in, events out; ``PromiseTrace/Header`` tells the format.
  ///
  /// ```swift
  /// var reader = PromiseTrace.Reader(lineLimit: 1 << 20)
  /// var events = try reader.read(Array(data))
  /// events += try reader.finish()
  /// ```
  ///
  /// A line that cannot be read costs its event alone: it is told in ``problems``, and the missing
  /// number shows as a gap. An event of a kind that a newer minor version brought is counted in
  /// ``skipped`` and handed out as a ``PromiseEvent/Kind/dropped(count:)`` of none, which changes nothing
  /// but keeps its number.
  public struct Reader: Sendable {
    /// The header, once it has been read.
    public private(set) var header: PromiseTrace.Header?
    /// The first hundred lines that could not be read, and how many there were in all.
    public private(set) var problems: [PromiseTrace.Problem] = []
    /// How many lines could not be read.
    public private(set) var problemCount = 0
    /// How many events of which kinds of a newer version were skipped.
    public private(set) var skipped: [String: Int] = [:]

    /// The last line breaks off: whoever wrote the trace was ended, or had no more room.
    package var isCutShort: Bool { problems.last?.kind == .truncated }

    /// How many lines were begun.
    private var line = 1
    /// The beginning of a line whose end has not come.
    private var partial: [UInt8] = []
    private var isSkippingLine = false
    private var isAtEnd = false
    private let lineLimit: Int
    /// Where the line is taken apart, and the texts of those before it.
    private var tape = JSONTape()
    private var shared = SharedTexts()

    /// A reader that refuses lines of more than `lineLimit` bytes.
    public init(lineLimit: Int = 16 << 20) { self.lineLimit = max(0, lineLimit) }

    /// Takes the next bytes and gives back the events whose lines they complete.
    ///
    /// - Parameter bytes: Any piece of the trace: lines need not be whole.
    /// - Throws: A ``PromiseTrace/ReadingError`` if it is no trace or of a newer version.
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
      }
      return events
    }

    /// Takes the end of the trace; gives back the event of a last line without a line feed.
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

    /// Keeps the beginning of a line, unless the line is too long already.
    private mutating func keep(_ bytes: UnsafeBufferPointer<UInt8>) {
      guard !isSkippingLine else { return }
      if partial.count + bytes.count > lineLimit {
        partial = []
        isSkippingLine = true
      } else {
        partial += bytes
      }
    }

    /// Takes the end of a line.
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

    /// Takes a line that is whole.
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
          try PromiseEvent(fields: fields, &shared)
        }
      } catch {
        return skip(error, line)
      }
    }

    /// A newer version may know what this one does not.
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
      let name = field == "k" ? word : "\(field) \(word)"
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
    /// What some editors put before a text.
    private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Where the first line feed from `start` on stands; none where there is none.
  fileprivate func firstLineFeed(from start: Int) -> Int? {
    let feeds: UInt64 = 0x0A0A_0A0A_0A0A_0A0A
    let ones: UInt64 = 0x0101_0101_0101_0101
    let raw = UnsafeRawBufferPointer(self)
    var index = start
    // Eight bytes at a time: the highest bit of the first one that is a line feed is set.
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
