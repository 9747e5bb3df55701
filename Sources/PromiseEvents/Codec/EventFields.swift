/// What a number in an event stands for.
package enum EventNumber: Sendable {
  case promise, job, queue, timer, thread, process, context
  /// A time on the clock of the event, in nanoseconds.
  case time
  /// Anything else: an amount, a position, the code of a word.
  case other
}

extension PromiseEvent.Kind {
  /// Returns the same event kind, with each identity and each time replaced by what `translate`
  /// returns for its number.
  package func translated(_ translate: (Int, EventNumber) -> Int) -> PromiseEvent.Kind {
    EventFields.with(self) { fields in
      fields.translate(translate)
      return fields.takeKind(name)
    }
  }

  /// Returns the same event kind, with the text of values, errors, and notes replaced by `redact`.
  package func redacted(_ redact: (String) -> String) -> PromiseEvent.Kind {
    // There is nothing to say about a value of `Void`.
    if case .settled(let settlement) = self, settlement.description.isEmpty { return self }
    return EventFields.with(self) { $0.redact(redact) ? $0.takeKind(name) : self }
  }
}

/// The fields of one event in memory, where they can be changed before an event is made of them.
private struct EventFields {
  /// A number, and what it stands for.
  private struct Number {
    var value: Int
    let meaning: EventNumber
  }

  /// The numbers, in the order in which the event names them.
  private let numbers: UnsafeMutableBufferPointer<Number>
  private var count = 0
  /// The texts. Nearly all events have at most two.
  private var (first, second) = ("", "")
  private var otherTexts: [String] = []
  private var textCount = 0
  /// A bit for each text that may be secret.
  private var secrets: UInt64 = 0
  /// The promises of lists.
  private var listed: [PromiseID] = []
  private var options: [PromiseEvent.Choice] = []
  private var place: SourceSite?
  /// The indices of the number, the text, and the listed promise that are read next.
  private var next = (number: 0, text: 0, listed: 0)

  private init(_ numbers: UnsafeMutableBufferPointer<Number>) { self.numbers = numbers }

  /// Calls `body` with the fields of an event.
  @inline(__always)
  static func with(
    _ kind: PromiseEvent.Kind, _ body: (inout EventFields) -> PromiseEvent.Kind
  ) -> PromiseEvent.Kind {
    withUnsafeTemporaryAllocation(of: Number.self, capacity: mostNumbers) { numbers in
      var fields = EventFields(numbers)
      kind.encode(into: &fields)
      return body(&fields)
    }
  }

  /// More numbers than any event has outside its lists.
  private static var mostNumbers: Int { 32 }

  /// Returns the event that the fields describe now. It can be taken once.
  @inline(__always)
  mutating func takeKind(_ name: PromiseEvent.Kind.Name) -> PromiseEvent.Kind {
    .decode(name, from: &self)
  }

  mutating func translate(_ translate: (Int, EventNumber) -> Int) {
    for index in 0..<count where numbers[index].meaning != .other {
      numbers[index].value = translate(numbers[index].value, numbers[index].meaning)
    }
    if !listed.isEmpty {
      listed = listed.map { PromiseID(translate($0.rawValue, .promise)) }
    }
    func job(_ id: JobID) -> JobID { JobID(translate(id.rawValue, .job)) }
    guard !options.isEmpty else { return }
    options = options.map { option in
      switch option {
      case .resume(let id): .resume(job: job(id))
      case .start(let queue, let id):
        .start(queue: QueueID(translate(queue.rawValue, .queue)), job: job(id))
      case .end(let id): .end(job: job(id))
      case .fire(let timer): .fire(timer: TimerID(translate(timer.rawValue, .timer)))
      }
    }
  }

  /// Replaces the texts that may be secret. Returns whether there are any.
  mutating func redact(_ redact: (String) -> String) -> Bool {
    guard secrets != 0 else { return false }
    for index in 0..<textCount where secrets & (1 << UInt64(index)) != 0 {
      switch index {
      case 0: first = redact(first)
      case 1: second = redact(second)
      default: otherTexts[index - 2] = redact(otherTexts[index - 2])
      }
    }
    return true
  }
}

// MARK: - Writing

extension EventFields: EventSink {
  @inline(__always)
  private mutating func add(_ value: Int, _ meaning: EventNumber) {
    assert(count < Self.mostNumbers)
    numbers.initializeElement(at: count, to: Number(value: value, meaning: meaning))
    count += 1
  }

  @inline(__always)
  private mutating func add(_ text: String) {
    switch textCount {
    case 0: first = text
    case 1: second = text
    default: otherTexts.append(text)
    }
    textCount += 1
  }

  @inline(__always)
  mutating func put(_ value: Int, as key: EventKey) { add(value, .other) }

  @inline(__always)
  mutating func put(context: Int, as key: EventKey) { add(context, .context) }

  @inline(__always)
  mutating func put(time: Int64, as key: EventKey) { add(Int(time), .time) }

  @inline(__always)
  mutating func put(_ flag: Bool, as key: EventKey) { add(flag ? 1 : 0, .other) }

  @inline(__always)
  mutating func put(_ value: Int?, as key: EventKey) {
    put(value != nil, as: key)
    if let value { put(value, as: key) }
  }

  @inline(__always)
  mutating func put<ID: EventIdentity>(_ id: ID, as key: EventKey) {
    add(id.rawValue, Self.meaning(of: ID.self))
  }

  @inline(__always)
  mutating func put(_ id: (some EventIdentity)?, as key: EventKey) {
    put(id != nil, as: key)
    if let id { put(id, as: key) }
  }

  @inline(__always)
  private static func meaning<ID: EventIdentity>(of type: ID.Type) -> EventNumber {
    if type == PromiseID.self { return .promise }
    if type == JobID.self { return .job }
    if type == QueueID.self { return .queue }
    if type == TimerID.self { return .timer }
    if type == ThreadID.self { return .thread }
    return type == ProcessID.self ? .process : .other
  }

  @inline(__always)
  mutating func put(_ word: some EventWord, as key: EventKey) { add(Int(word.code), .other) }

  @inline(__always)
  mutating func put(_ word: (some EventWord)?, as key: EventKey) {
    put(word != nil, as: key)
    if let word { put(word, as: key) }
  }

  @inline(__always)
  mutating func put(_ language: PromiseEvent.ProgramLanguage) { put(language, as: "") }

  @inline(__always)
  mutating func put(_ text: String, as key: EventKey) { add(text) }

  @inline(__always)
  mutating func put(_ text: String?, as key: EventKey) {
    put(text != nil, as: key)
    if let text { add(text) }
  }

  @inline(__always)
  mutating func put(value text: String, as key: EventKey) {
    secrets |= 1 << UInt64(textCount)
    add(text)
  }

  @inline(__always)
  mutating func put(note text: String, as key: EventKey) { put(value: text, as: key) }

  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey) {
    add(promises.count, .other)
    if listed.isEmpty { listed = Array(promises) } else { listed += promises }
  }

  mutating func put(_ texts: [String], as key: EventKey) {
    add(texts.count, .other)
    for text in texts { add(text) }
  }

  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey) { options = choices }

  @inline(__always)
  mutating func put(_ site: SourceSite?) { place = site }
}

// MARK: - Reading

extension EventFields: EventSource {
  typealias Failure = Never

  @inline(__always)
  private mutating func integer() -> Int {
    assert(next.number < count)
    defer { next.number += 1 }
    return numbers[next.number].value
  }

  @inline(__always)
  mutating func integer(_ key: EventKey, in range: ClosedRange<Int>) -> Int { integer() }

  @inline(__always)
  mutating func maybeInteger(_ key: EventKey, in range: ClosedRange<Int>) -> Int? {
    flag(key) ? integer() : nil
  }

  @inline(__always)
  mutating func amount(_ key: EventKey, in range: ClosedRange<Int>) -> Int { integer() }

  @inline(__always)
  mutating func maybeAmount(_ key: EventKey, in range: ClosedRange<Int>) -> Int? {
    flag(key) ? integer() : nil
  }

  @inline(__always)
  mutating func flag(_ key: EventKey) -> Bool { integer() != 0 }

  @inline(__always)
  mutating func word<Word: EventWord>(_ key: EventKey) -> Word {
    .of(code: UInt8(truncatingIfNeeded: integer()))
  }

  @inline(__always)
  mutating func maybeWord<Word: EventWord>(_ key: EventKey) -> Word? {
    flag(key) ? word(key) : nil
  }

  @inline(__always)
  mutating func text(_ key: EventKey) -> String {
    defer { next.text += 1 }
    return switch next.text {
    case 0: first
    case 1: second
    default: otherTexts[next.text - 2]
    }
  }

  @inline(__always)
  mutating func maybeName(_ key: EventKey) -> String? { flag(key) ? text(key) : nil }

  @inline(__always)
  mutating func value(_ key: EventKey) -> String { text(key) }

  mutating func promises(_ key: EventKey) -> [PromiseID] {
    let count = integer()
    defer { next.listed += count }
    return count == listed.count ? listed : Array(listed[next.listed..<next.listed + count])
  }

  mutating func texts(_ key: EventKey) -> [String] { (0..<integer()).map { _ in text(key) } }
  mutating func choices(_ key: EventKey) -> [PromiseEvent.Choice] { options }
  mutating func site() -> SourceSite? { place }
  mutating func language() -> PromiseEvent.ProgramLanguage { word("") }
}
