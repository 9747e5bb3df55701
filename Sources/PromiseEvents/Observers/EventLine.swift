extension PromiseEvent: CustomStringConvertible {
  /// The event as one line of a log: number, time, thread, queue, and what happened, with its fields.
  ///
  /// ```
  ///    12      80.2 ms  T3   net        adopted promise=p2 inner=p6
  /// ```
  public var description: String { line { $0.description } }

  /// ``description`` with queues named by `name`. Text from the program is sanitized, so that the
  /// result is a single line and cannot move the cursor.
  func line(naming name: (QueueID) -> String) -> String {
    let columns = [
      "\(sequence)".padded(before: 6), "\(time.milliseconds) ms".padded(before: 12),
      (thread?.description ?? "").padded(to: 3), (queue.map(name) ?? "").padded(to: 9),
    ]
    return sanitized(columns.joined(separator: "  ") + "  " + kind.line(naming: name))
  }
}

extension PromiseEvent.Kind {
  /// Returns the name of the kind and its fields: `jobEnqueued job=j1 promise=p2 queue=net`. Queues are named
  /// by `name`.
  package func line(naming name: (QueueID) -> String) -> String {
    ([self.name.rawValue] + fields.map { "\($0.name)=\($0.text(naming: name).quotedUnlessWord)" })
      .joined(separator: " ")
  }

  /// The fields of the event as a line of a log shows them: those of a trace under longer names, without
  /// the text of source files.
  package var fields: [EventField] {
    var list = FieldList()
    encode(into: &list)
    return list.fields
  }
}

/// A field of an event for people and other programs: its name, and its value.
package struct EventField: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    case number(Int)
    case flag
    case text(String)
    case queue(QueueID)
    /// A promise, a job, a timer, a thread, or a process: `p2`, and its number.
    case identity(String, number: Int)
    /// A time on the clock of the event, in nanoseconds.
    case time(Int64)
  }

  package let name: String
  package let value: Value

  /// Returns the value as text.
  package func text(naming queueName: (QueueID) -> String) -> String {
    switch value {
    case .number(let number): "\(number)"
    case .flag: "true"
    case .text(let text): text
    case .queue(let queue): queueName(queue)
    case .identity(let name, _): name
    case .time(let time): "\(time.milliseconds)ms"
    }
  }

  fileprivate init(_ key: EventKey, _ value: Value) {
    name = Self.names[key.name] ?? key.name
    self.value = value
  }

  /// The names of the fields whose keys in a trace are short.
  private static let names = [
    "p": "promise", "j": "job", "on": "queue", "i": "index", "op": "operation", "out": "outcome",
    "why": "reason", "end": "ending", "odd": "oddity",
  ]
}

private struct FieldList: EventSink {
  var fields: [EventField] = []

  mutating func put(_ value: Int, as key: EventKey) { add(.number(value), as: key) }

  mutating func put<ID: EventIdentity>(_ id: ID, as key: EventKey) {
    add(
      ID.self == QueueID.self
        ? .queue(QueueID(id.rawValue))
        : .identity(id.description, number: id.rawValue), as: key)
  }

  mutating func put(_ flag: Bool, as key: EventKey) { if flag { add(.flag, as: key) } }

  mutating func put(_ word: some EventWord, as key: EventKey) {
    add(.text(word.rawValue), as: key)
  }

  // The only text with this key that is neither a value nor a note is that of a source file.
  mutating func put(_ text: String, as key: EventKey) {
    if key.name != "text" { add(.text(text), as: key) }
  }

  mutating func put(value text: String, as key: EventKey) {
    if !text.isEmpty { add(.text(text), as: key) }
  }

  mutating func put(note text: String, as key: EventKey) { add(.text(text), as: key) }

  mutating func put(time: Int64, as key: EventKey) { add(.time(time), as: key) }

  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey) {
    if !promises.isEmpty { put(list: promises, as: key) }
  }

  mutating func put(_ texts: [String], as key: EventKey) { put(list: texts, as: key) }

  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey) {
    put(list: choices, as: key)
  }

  mutating func put(_ site: SourceSite?) { if let site { add(.text("\(site)"), as: "at") } }

  /// Adds the first elements of a list, which may be very long.
  private mutating func put(list: some Collection<some CustomStringConvertible>, as key: EventKey) {
    let some = list.prefix(4).map(\.description).joined(separator: ",")
    add(.text(some + (list.count > 4 ? ",…" : "")), as: key)
  }

  private mutating func add(_ value: EventField.Value, as key: EventKey) {
    fields.append(EventField(key, value))
  }
}

extension String {
  /// The text, in quotation marks if it could be mistaken for several fields.
  fileprivate var quotedUnlessWord: String {
    let isWord = !isEmpty && !contains { $0.isWhitespace || "\"=\\".contains($0) }
    return isWord ? self : QuotedText.quoted(self)
  }
}
