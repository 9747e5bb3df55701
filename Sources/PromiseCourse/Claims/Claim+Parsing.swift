import PromiseKitLite

extension Claim {
  /// Reads a claim.
  ///
  /// - Throws: a sentence that says what a claim can be.
  package init(_ text: String) throws(CourseProblem) {
    self.text = text.trimmed
    var rest = self.text
    var settings: [String] = []
    var scope = Scope.standard
    if rest.hasPrefix("with "), let colon = rest.firstIndex(of: ":") {
      settings = rest[..<colon].dropFirst(5).split(separator: " ").map(String.init)
      rest = rest[rest.index(after: colon)...].trimmed
    }
    for (prefix, kind) in [("in some schedule:", Scope.some), ("in every schedule:", .every)]
    where rest.hasPrefix(prefix) {
      scope = kind
      rest = rest.dropFirst(prefix.count).trimmed
    }
    guard let statement = Self.statement(rest) else {
      throw CourseProblem(
        "'\(text)' is no claim; a claim is 'A before B', 'A on QUEUE', 'A at 80 ms', "
          + "'A is fulfilled', 'never A starts', 'A starts 3 times', 'A queued for 2 ms', "
          + "'warns LINT' or a moment as 'A starts'")
    }
    self.settings = settings
    self.scope = scope
    self.statement = statement
  }

  private static func statement(_ text: String) -> Statement? {
    if text.hasPrefix("never ") {
      return MomentPattern(String(text.dropFirst(6))).flatMap { $0.hasVerb ? .never($0) : nil }
    }
    if text.hasPrefix("warns ") { return .warns(text.dropFirst(6).trimmed) }
    if let (first, second) = parts(text, " before ") {
      guard let a = MomentPattern(first), let b = MomentPattern(second) else { return nil }
      return .before(a, b)
    }
    if let (name, time) = parts(text, " queued for "), let time = milliseconds(time) {
      return .queued(name: name, milliseconds: time)
    }
    if let (name, state) = parts(text, " is "), let claim = self.state(name, state) { return claim }
    if let (moment, time) = parts(text, " at "), let time = milliseconds(time) {
      return MomentPattern(moment).map { .at($0, milliseconds: time) }
    }
    if let (name, queue) = parts(text, " on "), !text.hasPrefix("note ") {
      return .on(name: name, queue: queue)
    }
    let words = text.split(separator: " ")
    if words.count > 2, words.last == "times" || words.last == "time",
      let count = Int(words[words.count - 2])
    {
      return MomentPattern(words.dropLast(2).joined(separator: " ")).flatMap {
        $0.hasVerb ? .times($0, count) : nil
      }
    }
    return MomentPattern(text).flatMap { $0.hasVerb ? .happens($0) : nil }
  }

  private static func state(_ name: String, _ text: String) -> Statement? {
    let atEnd = text.hasSuffix(" at the end")
    let rest = atEnd ? String(text.dropLast(" at the end".count)) : text
    let (word, value) = parts(rest, " with ") ?? (rest, "")
    let outcome = PromiseEvent.Outcome(rawValue: word)
    guard outcome != nil || word == "pending" else { return nil }
    return .state(name: name, state: outcome, text: value.isEmpty ? nil : value, atEnd: atEnd)
  }

  private static func milliseconds(_ text: String) -> Int64? {
    Int64(text.hasSuffix("ms") ? text.dropLast(2).trimmed : text)
  }

  /// What stands around the first `separator`, both not empty.
  private static func parts(_ text: String, _ separator: String) -> (String, String)? {
    guard let range = text.firstRange(of: separator) else { return nil }
    let first = text[..<range.lowerBound].trimmed
    let second = text[range.upperBound...].trimmed
    return first.isEmpty || second.isEmpty ? nil : (first, second)
  }
}
