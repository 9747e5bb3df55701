/// The fields of one event in memory, where they can be changed before an event is made of them: to
/// translate the numbers of identities, and to replace texts that may be secret. The memory is
/// reused for the next event.
package struct EventFields: Sendable {
  /// What a number stands for.
  package enum Meaning: Sendable {
    case promise, job, queue, timer, thread, process, context
    /// A time on the clock of the event, in nanoseconds.
    case time
    /// Anything else: an amount, a position, the code of a word.
    case other
  }

  package struct Number: Sendable {
    package let meaning: Meaning
    package var value: Int
  }

  /// The numbers, in the order in which the event names them.
  package var numbers: [Number] = []
  /// The options of a choice.
  package var options: [PromiseEvent.Choice] = []
  private var strings: [String] = []
  /// The indices of the texts that may be secret.
  private var secrets: [Int] = []
  private var place: SourceSite?
  private var name = PromiseEvent.Kind.Name.dropped
  /// The indices of the number and the text that are read next.
  private var next = (number: 0, text: 0)

  /// Creates fields without an event.
  package init() {}

  /// Replaces the fields by those of an event of the given kind.
  package mutating func load(_ kind: PromiseEvent.Kind) {
    numbers.removeAll(keepingCapacity: true)
    strings.removeAll(keepingCapacity: true)
    secrets.removeAll(keepingCapacity: true)
    options = []
    place = nil
    next = (0, 0)
    name = kind.name
    kind.encode(into: &self)
  }

  /// Returns the event that the fields describe now. It can be taken once after each ``load(_:)``.
  package mutating func takeKind() -> PromiseEvent.Kind { .decode(name, from: &self) }

  /// Replaces the texts that may be secret. Returns whether there are any.
  fileprivate mutating func redact(_ redact: (String) -> String) -> Bool {
    for index in secrets { strings[index] = redact(strings[index]) }
    return !secrets.isEmpty
  }
}

extension PromiseEvent.Kind {
  /// Returns the same event kind, with the text of values, errors, and notes replaced by `redact`.
  package func redacted(_ redact: (String) -> String) -> PromiseEvent.Kind {
    // There is nothing to say about a value of `Void`.
    if case .settled(let settlement) = self, settlement.description.isEmpty { return self }
    var fields = EventFields()
    fields.load(self)
    return fields.redact(redact) ? fields.takeKind() : self
  }
}

// MARK: - Writing

extension EventFields: EventSink {
  @inline(__always)
  private mutating func put(_ value: Int, _ meaning: Meaning) {
    numbers.append(Number(meaning: meaning, value: value))
  }

  @inline(__always)
  mutating func put(_ value: Int, as key: EventKey) { put(value, .other) }

  @inline(__always)
  mutating func put(context: Int, as key: EventKey) { put(context, .context) }

  @inline(__always)
  mutating func put(time: Int64, as key: EventKey) { put(Int(time), .time) }

  @inline(__always)
  mutating func put(_ flag: Bool, as key: EventKey) { put(flag ? 1 : 0, .other) }

  @inline(__always)
  mutating func put(_ value: Int?, as key: EventKey) {
    put(value != nil, as: key)
    if let value { put(value, as: key) }
  }

  @inline(__always)
  mutating func put<ID: EventIdentity>(_ id: ID, as key: EventKey) {
    put(id.rawValue, Self.meaning(of: ID.self))
  }

  @inline(__always)
  mutating func put(_ id: (some EventIdentity)?, as key: EventKey) {
    put(id != nil, as: key)
    if let id { put(id, as: key) }
  }

  @inline(__always)
  private static func meaning<ID: EventIdentity>(of type: ID.Type) -> Meaning {
    if type == PromiseID.self { return .promise }
    if type == JobID.self { return .job }
    if type == QueueID.self { return .queue }
    if type == TimerID.self { return .timer }
    if type == ThreadID.self { return .thread }
    return type == ProcessID.self ? .process : .other
  }

  @inline(__always)
  mutating func put(_ word: some EventWord, as key: EventKey) { put(Int(word.code), .other) }

  @inline(__always)
  mutating func put(_ word: (some EventWord)?, as key: EventKey) {
    put(word != nil, as: key)
    if let word { put(word, as: key) }
  }

  @inline(__always)
  mutating func put(_ language: PromiseEvent.ProgramLanguage) { put(language, as: "") }

  @inline(__always)
  mutating func put(_ text: String, as key: EventKey) { strings.append(text) }

  @inline(__always)
  mutating func put(_ text: String?, as key: EventKey) {
    put(text != nil, as: key)
    if let text { strings.append(text) }
  }

  @inline(__always)
  mutating func put(value text: String, as key: EventKey) {
    secrets.append(strings.count)
    strings.append(text)
  }

  @inline(__always)
  mutating func put(note text: String, as key: EventKey) { put(value: text, as: key) }

  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey) {
    put(promises.count, .other)
    for promise in promises { put(promise.rawValue, .promise) }
  }

  mutating func put(_ texts: [String], as key: EventKey) {
    put(texts.count, .other)
    strings += texts
  }

  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey) { options = choices }
  mutating func put(_ site: SourceSite?) { place = site }
}

// MARK: - Reading

extension EventFields: EventSource {
  typealias Failure = Never

  @inline(__always)
  private mutating func integer() -> Int {
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
    return strings[next.text]
  }

  @inline(__always)
  mutating func maybeName(_ key: EventKey) -> String? { flag(key) ? text(key) : nil }

  @inline(__always)
  mutating func value(_ key: EventKey) -> String { text(key) }

  mutating func promises(_ key: EventKey) -> [PromiseID] {
    (0..<integer()).map { _ in PromiseID(integer()) }
  }

  mutating func texts(_ key: EventKey) -> [String] { (0..<integer()).map { _ in text(key) } }
  mutating func choices(_ key: EventKey) -> [PromiseEvent.Choice] { options }
  mutating func site() -> SourceSite? { place }
  mutating func language() -> PromiseEvent.ProgramLanguage { word("") }
}
