/// Reads the fields of an event from a line of a trace. Repeated texts are shared.
struct TraceSource: EventSource {
  typealias Failure = TraceFields.Failure

  let fields: TraceFields
  let programLanguage: PromiseEvent.ProgramLanguage
  let shared: UnsafeMutablePointer<SharedTexts>

  @inline(__always)
  func integer(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int {
    try fields.integer(key, in: range)
  }
  @inline(__always)
  func maybeInteger(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    try fields.maybeInteger(key, in: range)
  }
  @inline(__always)
  func amount(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int {
    try fields.integer(key).clamped(to: range)
  }
  @inline(__always)
  func maybeAmount(_ key: EventKey, in range: ClosedRange<Int>) throws(Failure) -> Int? {
    try fields.maybeInteger(key)?.clamped(to: range)
  }
  @inline(__always)
  func flag(_ key: EventKey) throws(Failure) -> Bool { try fields.flag(key) }
  @inline(__always)
  func word<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word { try fields.word(key) }
  @inline(__always)
  func maybeWord<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word? {
    try fields.maybeWord(key)
  }
  func text(_ key: EventKey) throws(Failure) -> String { EventTexts.cut(try fields.string(key)) }
  func maybeName(_ key: EventKey) throws(Failure) -> String? {
    try fields.maybeString(key, &shared.pointee).map(EventTexts.cut)
  }
  func value(_ key: EventKey) throws(Failure) -> String {
    EventTexts.cut(try fields.maybeString(key) ?? "")
  }
  func promises(_ key: EventKey) throws(Failure) -> [PromiseID] { try fields.promises(key) }
  func texts(_ key: EventKey) throws(Failure) -> [String] {
    try fields.strings(key).map(EventTexts.cut)
  }

  @inline(__always)
  func language() throws(Failure) -> PromiseEvent.ProgramLanguage { programLanguage }

  func site() throws(Failure) -> SourceSite? {
    guard let file = try maybeName("file") else { return nil }
    return SourceSite(
      file: file, line: try amount("line", in: EventNumbers.lines),
      column: try amount("col", in: EventNumbers.lines))
  }

  func choices(_ key: EventKey) throws(Failure) -> [PromiseEvent.Choice] {
    var choices: [PromiseEvent.Choice] = []
    for fields in try fields.objects(key) { choices.append(try fields.choice()) }
    return choices
  }
}

extension TraceFields {
  fileprivate func choice() throws(Failure) -> PromiseEvent.Choice {
    if let job: JobID = try maybeIdentity("resume") { return .resume(job: job) }
    if let job: JobID = try maybeIdentity("start") {
      return .start(
        queue: QueueID(try integer("on", in: EventNumbers.identities)), job: job)
    }
    if let job: JobID = try maybeIdentity("end") { return .end(job: job) }
    if let timer: TimerID = try maybeIdentity("fire") { return .fire(timer: timer) }
    throw .unknownWord(field: "options", firstKey ?? "{}")
  }
}

extension PromiseEvent {
  /// Creates the event on a line of the trace of a program in this language. Its texts are first
  /// looked up in `shared`.
  init(
    fields: TraceFields, _ language: ProgramLanguage, _ shared: inout SharedTexts
  ) throws(TraceFields.Failure) {
    let name: Kind.Name = try fields.word("k")
    let kind = try withUnsafeMutablePointer(to: &shared) { shared throws(TraceFields.Failure) in
      var source = TraceSource(fields: fields, programLanguage: language, shared: shared)
      return try Kind.decode(name, from: &source)
    }
    try self.init(fields: fields, kind: kind)
  }

  /// Creates an event of the given kind, with everything else from a line of a trace.
  init(fields: TraceFields, kind: Kind) throws(TraceFields.Failure) {
    self.init(
      sequence: try fields.integer("n", in: EventNumbers.identities),
      time: Int64(try fields.integer("t", in: EventNumbers.times)),
      thread: try fields.maybeIdentity("th"), queue: try fields.maybeIdentity("q"), kind: kind)
  }
}
