import PromiseKitLite
import PromiseSystem

/// Checks the lines of a trace that another program has written: the fields of each line, and the order of
/// the events.
struct TraceFormatCheck {
  /// What is wrong with a line, or worth knowing.
  struct Finding: Hashable {
    /// The number of the line, from 1.
    var line: Int
    var text: String
    /// Whether the trace is valid in spite of it.
    var isNote = false
  }

  private var reader = TraceReader()
  private var line = 0
  private var partial: [UInt8] = []
  /// The events, each with the number of its line.
  private var events: [(event: PromiseEvent, line: Int)] = []
  private var findings: [Finding] = []
  /// The fields that were reported as unknown, with their kinds.
  private var reported: Set<String> = []
  /// Whether there were more lines than are checked.
  private var isCut = false

  /// The most events whose order is checked.
  static let mostEvents = 1_000_000
  /// The most findings of each sort that are printed.
  static let mostShown = 50

  /// The number of events.
  var count: Int { events.count }

  /// Takes the next bytes.
  mutating func take(_ bytes: [UInt8]) throws(TraceError) {
    var start = bytes.startIndex
    while let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) {
      try take(line: partial + bytes[start..<end])
      partial = []
      start = end + 1
    }
    partial += bytes[start...]
  }

  /// Takes the end of the trace, and returns what was found, in the order of the lines.
  mutating func finish() throws(TraceError) -> [Finding] {
    if !partial.isEmpty {
      let last = partial
      partial = []
      let count = findings.count
      try take(line: last)
      if findings.count == count {
        findings.append(
          Finding(line: line, text: "the last line has no line feed: end every line with one"))
      }
    }
    if reader.header == nil { throw .empty }
    if isCut {
      findings.append(
        Finding(
          line: line, text: "only the first \(Self.mostEvents) events were checked", isNote: true))
    }
    var order = TraceOrderCheck(since: reader.header?.since ?? 0)
    findings += order.check(events)
    return findings.sorted { ($0.line, $0.text) < ($1.line, $1.text) }
  }

  private mutating func take(line bytes: [UInt8]) throws(TraceError) {
    line += 1
    let problems = reader.problemCount
    let read = try reader.read(bytes + [UInt8(ascii: "\n")])
    if line == 1 { return checkHeader(bytes) }
    if reader.problemCount > problems { return report(reader.problems.last) }
    guard let event = read.first else { return }
    if case .dropped(let count) = event.kind, count == 0 {
      return note("its kind or a word in it is from a newer version of the format: it is skipped")
    }
    guard events.count < Self.mostEvents else {
      isCut = true
      return
    }
    events.append((event, line))
    checkKeys(bytes, event)
  }

  /// Reports a line that the reader has refused. A kind that it does not know is no mistake.
  private mutating func report(_ problem: TraceProblem?) {
    guard let problem else { return }
    switch problem.kind {
    case .garbage(let reason):
      let isUnknownKind = reason.hasPrefix("the field k has the unknown value")
      findings.append(
        Finding(
          line: line,
          text: isUnknownKind ? "\(reason): it is skipped" : "\(reason)\(advice(reason))",
          isNote: isUnknownKind))
    case .truncated: findings.append(Finding(line: line, text: "the line is incomplete"))
    case .tooLong:
      findings.append(Finding(line: line, text: "the line is too long: cut the texts in it"))
    }
  }

  /// The next step after a line that cannot be read.
  private func advice(_ reason: String) -> String {
    if reason.contains("missing") {
      return ": docs/reference/trace-format.md lists the fields of each kind"
    }
    if reason.contains("unknown value") {
      return ": docs/reference/trace-format.md lists the words of this field"
    }
    return ""
  }

  private mutating func note(_ text: String) {
    findings.append(Finding(line: line, text: text, isNote: true))
  }

  // MARK: - Fields

  private mutating func checkHeader(_ bytes: [UInt8]) {
    guard case .object(let fields)? = try? JSONScanner.value(of: bytes[...]) else { return }
    let known = [
      "promise-trace", "clock", "title", "language", "pid", "since", "boot", "epoch", "unix",
    ]
    for field in fields where !known.contains(field.key) {
      note("the header has the unknown field \(quotable(field.key)): it is ignored")
    }
    guard let clock = fields.text("clock"), clock != "virtual", clock != "monotonic" else { return }
    note("the clock \(quotable(clock)) is unknown: 'monotonic' is assumed")
  }

  /// Notes the fields that this version of the format does not have. A field that is empty or false may be
  /// left out.
  private mutating func checkKeys(_ bytes: [UInt8], _ event: PromiseEvent) {
    guard case .object(let fields)? = try? JSONScanner.value(of: bytes[...]) else { return }
    let written = TraceWriter().line(event).dropLast()
    guard case .object(let known)? = try? JSONScanner.value(of: written) else { return }
    for field in fields where known[field.key] == nil {
      switch field.value {
      case .null, .bool(false), .string(""): continue
      case .array(let values) where values.isEmpty: continue
      default: break
      }
      let name = event.kind.name.rawValue
      guard reported.insert("\(name) \(field.key)").inserted else { continue }
      note("'\(name)' has no field \(quotable(field.key)): it is ignored, here and in other lines")
    }
  }
}
