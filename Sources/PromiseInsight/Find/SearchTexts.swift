import PromiseEvents
import PromiseGraph

/// The texts of a stream of events, folded for searching, each with its event and the promise that it is about.
///
/// They are stored one after another in pages, so a search is one pass over bytes, and a copy that grows copies
/// only a page.
struct SearchTexts: Sendable {
  /// The owner of a text.
  struct Entry: Sendable {
    /// The event that contains it.
    var event: Int
    /// The promise that it is about, if there is one.
    @Compact var promise: PromiseID?
    /// The field of the text in the upper bits, and its end in the others.
    private var fieldAndEnd: UInt32

    init(event: Int, promise: PromiseID?, field: SearchField, end: Int) {
      self.event = event
      _promise = Compact(wrappedValue: promise)
      fieldAndEnd = UInt32(field.rawValue) << Self.endBits
      self.end = end
    }

    /// What the text says about the promise.
    var field: SearchField {
      SearchField(rawValue: UInt8(truncatingIfNeeded: fieldAndEnd >> Self.endBits)) ?? .note
    }

    /// The end of the text in its page.
    var end: Int {
      get { Int(fieldAndEnd & Self.endMask) }
      set {
        fieldAndEnd = fieldAndEnd & ~Self.endMask | min(Self.endMask, UInt32(clamping: newValue))
      }
    }

    private static var endBits: UInt32 { 28 }
    private static var endMask: UInt32 { 1 << endBits - 1 }
  }

  /// A page of texts.
  private struct Page: Sendable {
    var bytes: [UInt8] = []
    var entries: [Entry] = []
    /// How many texts are in the pages before.
    var before: Int
  }

  private var pages: [Page] = []
  /// The number of texts.
  private(set) var count = 0
  /// How often texts were discarded, which changes the numbers of the others.
  private(set) var generation = 0

  /// Adds a text.
  mutating func append(_ text: String, event: Int, promise: PromiseID?, field: SearchField = .note)
  {
    append(event: event, promise: promise, field: field) {
      appendFolded(text, to: &$0)
      $0.append(Self.separator)
    }
  }

  /// Adds a text that `write` appends: folded, and with ``separator`` after each part, so that no pattern
  /// matches across two of them.
  mutating func append(
    event: Int, promise: PromiseID?, field: SearchField, _ write: (inout [UInt8]) -> Void
  ) {
    makeRoom()
    let last = pages.count - 1
    write(&pages[last].bytes)
    pages[last].entries.append(
      Entry(event: event, promise: promise, field: field, end: pages[last].bytes.count))
    count += 1
  }

  private mutating func makeRoom() {
    if pages.isEmpty || pages[pages.count - 1].bytes.count >= Self.pageSize {
      pages.append(Page(before: count))
    }
  }

  /// Discards the texts that satisfy `isOver`. O(bytes)
  mutating func removeAll(where isOver: (Entry) -> Bool) {
    var kept = SearchTexts()
    kept.generation = generation + 1
    for page in pages {
      var start = 0
      for entry in page.entries {
        if !isOver(entry) { kept.append(page.bytes[start..<entry.end], entry) }
        start = entry.end
      }
    }
    self = kept
  }

  /// Adds a folded text.
  private mutating func append(_ bytes: ArraySlice<UInt8>, _ entry: Entry) {
    makeRoom()
    let last = pages.count - 1
    pages[last].bytes += bytes
    var entry = entry
    entry.end = pages[last].bytes.count
    pages[last].entries.append(entry)
    count += 1
  }

  /// The entry of a text, by number.
  subscript(number: Int) -> Entry {
    let page = pages[page(of: number)]
    return page.entries[number - page.before]
  }

  /// Returns the numbers of the texts that contain `pattern`, from number `start` on. O(bytes)
  func search(_ pattern: SearchPattern, from start: Int = 0) -> [Int] {
    var found: [Int] = []
    guard start < count else { return found }
    for page in pages[page(of: start)...] {
      var entry = max(0, start - page.before)
      var place = entry > 0 ? page.entries[entry - 1].end : 0
      page.bytes.withUnsafeBufferPointer { bytes in
        while let next = pattern.place(in: bytes, from: place) {
          while page.entries[entry].end <= next { entry += 1 }
          found.append(page.before + entry)
          place = page.entries[entry].end
        }
      }
    }
    return found
  }

  /// Returns the `numbers`, which must be in ascending order, whose texts contain `pattern`. O(their bytes)
  func search(_ pattern: SearchPattern, among numbers: [Int]) -> [Int] {
    var found: [Int] = []
    var rest = numbers[...]
    for page in pages {
      guard let first = rest.first else { break }
      let end = page.before + page.entries.count
      guard first < end else { continue }
      page.bytes.withUnsafeBufferPointer { bytes in
        while let number = rest.first, number < end {
          rest.removeFirst()
          let entry = number - page.before
          let from = entry > 0 ? page.entries[entry - 1].end : 0
          let text = UnsafeBufferPointer(rebasing: bytes[from..<page.entries[entry].end])
          if pattern.place(in: text, from: 0) != nil { found.append(number) }
        }
      }
    }
    return found
  }

  /// Returns the first event with a text of `promise`. O(texts)
  func firstEvent(of promise: PromiseID) -> Int? {
    for page in pages {
      if let entry = page.entries.first(where: { $0.promise == promise }) { return entry.event }
    }
    return nil
  }

  /// Returns the page that contains the text with a number.
  private func page(of number: Int) -> Int {
    pages.partitionPoint(where: { $0.before <= number }) - 1
  }

  /// A byte that does not occur in UTF-8, and so in no text and no pattern.
  static var separator: UInt8 { 0xFF }
  private static var pageSize: Int { 1 << 15 }
}
