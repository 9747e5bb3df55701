/// Receives the fields of an event from ``PromiseEvent/Kind/encode(into:)``, one after the other,
/// each with its name. A new encoding of events needs a sink, and an ``EventSource`` that reads it.
/// What is known of an event by its fields, such as what it mentions, needs only a sink.
protocol EventSink {
  mutating func put(_ value: Int, as key: EventKey)
  mutating func put(_ value: Int?, as key: EventKey)
  mutating func put(_ id: some EventIdentity, as key: EventKey)
  mutating func put(_ id: (some EventIdentity)?, as key: EventKey)
  mutating func put(_ flag: Bool, as key: EventKey)
  mutating func put(_ word: some EventWord, as key: EventKey)
  mutating func put(_ word: (some EventWord)?, as key: EventKey)
  mutating func put(_ text: String, as key: EventKey)
  mutating func put(_ text: String?, as key: EventKey)
  /// Receives the text of a value or an error, which may be secret.
  mutating func put(value text: String, as key: EventKey)
  /// Receives the text of a note, which may be secret.
  mutating func put(note text: String, as key: EventKey)
  /// Receives the promise in which the error of a settlement arose.
  mutating func put(origin: PromiseID?, as key: EventKey)
  /// Receives the number of a context.
  mutating func put(context: Int, as key: EventKey)
  /// Receives a time on the clock of the event.
  mutating func put(time: Int64, as key: EventKey)
  mutating func put(_ promises: some Collection<PromiseID>, as key: EventKey)
  mutating func put(_ texts: [String], as key: EventKey)
  mutating func put(_ choices: [PromiseEvent.Choice], as key: EventKey)
  /// Receives a source location: its file, line, and column.
  mutating func put(_ site: SourceSite?)
  /// Receives the language of the program, which a trace has in its header.
  mutating func put(_ language: PromiseEvent.ProgramLanguage)
}

// By default, missing values are left out.
extension EventSink {
  @inline(__always)
  mutating func put(_ value: Int?, as key: EventKey) { if let value { put(value, as: key) } }

  @inline(__always)
  mutating func put(_ id: some EventIdentity, as key: EventKey) { put(id.rawValue, as: key) }

  @inline(__always)
  mutating func put(_ id: (some EventIdentity)?, as key: EventKey) {
    if let id { put(id, as: key) }
  }

  @inline(__always)
  mutating func put(_ word: (some EventWord)?, as key: EventKey) {
    if let word { put(word, as: key) }
  }

  @inline(__always)
  mutating func put(_ text: String?, as key: EventKey) { if let text { put(text, as: key) } }

  @inline(__always)
  mutating func put(value text: String, as key: EventKey) { put(text, as: key) }

  @inline(__always)
  mutating func put(note text: String, as key: EventKey) { put(text, as: key) }

  @inline(__always)
  mutating func put(origin: PromiseID?, as key: EventKey) { put(origin, as: key) }

  @inline(__always)
  mutating func put(context: Int, as key: EventKey) { put(context, as: key) }

  @inline(__always)
  mutating func put(time: Int64, as key: EventKey) { put(Int(time), as: key) }

  @inline(__always)
  mutating func put(_ language: PromiseEvent.ProgramLanguage) {}
}
