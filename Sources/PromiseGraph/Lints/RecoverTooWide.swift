package import PromiseEvents

/// A `recover` turned an error into a value that is unlike the errors that it is usually given.
///
/// **Why.** A `recover` without a condition takes every error that reaches it, also those of the
/// links before. What was meant as a replacement for one failure hides another one. (Rule 9)
///
/// **Reported** from what one line was given in one run: most of its errors were of one kind, and
/// this one is of another kind and arose further back, in a link whose failure also skipped the
/// links that usually fail, or in an input of a fan-in of which another one usually fails. The kind
/// is the name of the error as its description begins, without numbers. There must be at least two of the usual kind, and twice as many as of this one. Once
/// for each line and kind. Not reported for a line that was given errors of one kind, or of several
/// kinds from one link, nor if the handler throws, nor without values in the recording.
///
/// **Fix.** Name the error that the value is for, with `recover(only:)`, or recover before the
/// links whose errors it is not for.
///
/// ```swift
/// // wrong: a wrong password looks like a page that is missing
/// for name in ["ann", "ann", "bob"] {
///   login(name).then { _ in load(404) }.recover { _ in Promise.value(start) }
///     .done { print(name, $0.lines) }.cauterize()
/// }
/// // Prints "bob ["start"]"
/// // Prints "ann ["start"]"
/// // Prints "ann ["start"]"
/// // right
/// for name in ["ann", "ann", "bob"] {
///   login(name).then { _ in load(404) }
///     .recover(only: NoPage.self) { _ in Promise.value(start) }
///     .done { print(name, $0.lines) }.catch { print(name, $0) }
/// }
/// // Prints "bob wrongPassword"
/// // Prints "ann ["start"]"
/// // Prints "ann ["start"]"
/// ```
package enum RecoverTooWide: Lint {
  package static let id = "recover-too-wide"
  package static let severity = Severity.warning
  package static let summary =
    "a recover turned an error into a value that is unlike the errors it is usually given"
  package static let fix = "name the error that the value is for: recover(only:)"
  package static let inJavaScript: ProgramWords? = ProgramWords(
    fix: "test for the error that the value is for, and throw every other one again")
  package static let kinds: [PromiseEvent.Kind.Name]? = [.settled]

  package static func finding(
    after event: PromiseEvent, in graph: Graph, knowing memory: LintMemory
  ) -> Finding? {
    guard let swallowed = SwallowedError(event, in: graph),
      var tally = memory.recovers[swallowed.line]
    else { return nil }
    tally.add(swallowed)
    guard let (odd, usual) = tally.oddOne else { return nil }
    var finding = Finding(Moment(event), promise: odd.promise)
    if let origin = odd.origin { finding.add(origin) }
    finding.cause = odd.sequence
    finding.site = odd.site
    (finding.text, finding.otherText) = (odd.kind, usual.kind)
    return finding
  }

  package static func remember(_ finding: Finding, in graph: Graph, memory: inout LintMemory) {
    guard let line = graph.read(finding.promise, { $0.line }), let kind = finding.text else {
      return
    }
    memory.recovers[line]?.reported.insert(kind)
  }

  package static func note(_ event: PromiseEvent, in graph: Graph, memory: inout LintMemory) {
    guard let swallowed = SwallowedError(event, in: graph),
      memory.recovers.count < mostLines || memory.recovers[swallowed.line] != nil
    else { return }
    memory.recovers[swallowed.line, default: RecoverTally()].add(swallowed)
  }

  package static func consequences(
    of finding: Finding, in graph: Graph, knowing memory: LintMemory
  ) -> Consequences {
    Consequences(.changed, harm: [finding.promise].compactMap { $0 }.map { .promise($0) })
  }

  package static func sentence(
    _ finding: Finding, in graph: Graph, _ language: Language
  ) -> String {
    let name = graph.placedTitle(of: finding.promise, finding.site, language)
    let (kind, usual) = (finding.text ?? "", finding.otherText ?? "")
    guard finding.otherCount > 0 else {
      return language.text("\(name) turned \(kind) into a value; usually it is given \(usual)")
    }
    let list = finding.list(in: graph, language)
    return language.text(
      "\(name) turned \(kind) of \(list) into a value; usually it is given \(usual)")
  }

  private static var mostLines: Int { 1024 }
}

/// An error that the handler of a recover turned into a value.
private struct SwallowedError {
  let line: Int
  let kind: String
  let promise: PromiseID
  let origin: PromiseID?
  let sequence: Int
  let site: SourceSite?
  /// How many links the error has skipped.
  let depth: Int
  /// The line of the input in which it arose, if it came through a fan-in; 0 otherwise.
  let input: Int

  /// Creates it if `event` fulfills a recover whose parent was rejected.
  init?(_ event: PromiseEvent, in graph: Graph) {
    guard case .settled(let settlement) = event.kind, settlement.outcome == .fulfilled,
      let link = graph.read(
        settlement.promise, { ($0.creation.operation, $0.line, $0.skipped, $0.parent) }),
      link.0 == .recover, link.1 > 0, link.2 == nil, let parent = link.3,
      let error = graph[parent]?.settlement, error.outcome == .rejected
    else { return nil }
    let kind = Self.kind(of: error.description)
    guard !kind.isEmpty else { return nil }
    (line, self.kind, promise) = (link.1, kind, settlement.promise)
    origin = error.origin.flatMap { $0 == parent ? nil : $0 }
    sequence = event.sequence
    site = graph.read(promise) { $0.creation.site } ?? nil
    let way = Self.way(of: parent, in: graph)
    depth = way.depth
    let source = error.origin ?? parent
    input = way.isJoined ? graph.read(source) { $0.line } ?? 0 : 0
  }

  /// Returns the beginning of a description, up to what the error carries, without numbers.
  private static func kind(of description: String) -> String {
    let name = description.prefix { $0 != "(" && $0 != ":" && $0 != "\n" && $0 != "{" }
    let text = name.split { $0 == " " || $0.isNumber }.joined(separator: " ")
    return String(text.prefix(60))
  }

  /// Returns how many links the error of a promise has skipped, and whether it came through a fan-in.
  private static func way(
    of promise: PromiseID, in graph: Graph
  ) -> (depth: Int, isJoined: Bool) {
    var (next, depth, isJoined) = (promise, 0, false)
    for _ in 0..<64 {
      guard let node = graph[next] else { break }
      if node.skipped != nil { depth += 1 }
      if node.creation.operation.isFanIn { isJoined = true }
      guard let from = node.settlement?.from ?? (node.skipped == nil ? nil : node.parent) else {
        break
      }
      next = from
    }
    return (depth, isJoined)
  }
}

/// The errors that the recover of one line turned into values.
struct RecoverTally: Hashable, Sendable {
  /// The kinds that were reported.
  var reported: Set<String> = []
  private var kinds: [Kind] = []

  /// The errors of one kind: how many, and the first one.
  struct Kind: Hashable, Sendable {
    let kind: String
    let promise: PromiseID
    let origin: PromiseID?
    let sequence: Int
    let site: SourceSite?
    fileprivate(set) var count = 1
    fileprivate(set) var least: Int
    fileprivate(set) var most: Int
    /// The line of the input in which the first one arose, if it came through a fan-in; 0 otherwise.
    let input: Int
  }

  fileprivate mutating func add(_ error: SwallowedError) {
    if let place = kinds.firstIndex(where: { $0.kind == error.kind }) {
      kinds[place].count += 1
      kinds[place].least = min(kinds[place].least, error.depth)
      kinds[place].most = max(kinds[place].most, error.depth)
    } else if kinds.count < 8 {
      kinds.append(
        Kind(
          kind: error.kind, promise: error.promise, origin: error.origin, sequence: error.sequence,
          site: error.site, least: error.depth, most: error.depth,
          input: error.input))
    }
  }

  /// A kind that arose further back than the usual one, or in another input of a fan-in, if there is a usual one.
  fileprivate var oddOne: (odd: Kind, usual: Kind)? {
    guard let usual = kinds.max(by: { $0.count < $1.count }), usual.count >= 2 else { return nil }
    let others = kinds.filter { $0.kind != usual.kind }
    guard others.reduce(0, { $0 + $1.count }) * 2 <= usual.count else { return nil }
    return others.first {
      let isOther = $0.input > 0 && usual.input > 0 && $0.input != usual.input
      let isFurther = $0.least > usual.most || isOther && $0.least == usual.most
      return isFurther && !reported.contains($0.kind)
    }
    .map { ($0, usual) }
  }
}
