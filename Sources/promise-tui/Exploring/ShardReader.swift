import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation

/// Reads a file that `explore --shard` wrote.
struct ShardReader {
  let path: String
  /// The expectations of the demo that the file names, for a file that names no others.
  let ownExpectations: (ShardPlan) throws(CommandError) -> [Invariant]

  /// The largest file: orders of a hundred million schedules.
  private static let mostBytes = 2 << 30

  /// Returns what the file contains.
  func read() throws(CommandError) -> ShardFile {
    let bytes = try SmallFile.read(path, limit: Self.mostBytes)
    var lines = bytes.split(separator: UInt8(ascii: "\n"))[...]
    guard let first = lines.popFirst(), let head = Self.fields(first),
      let format = head.integer("promise-exploration-shard")
    else { throw useless("is not a shard: 'explore --shard' writes such files") }
    guard format == ShardFile.format else {
      throw useless("is from another version of this program: run that shard again")
    }
    guard let plan = Self.plan(head), let number = head.integer("shard"),
      let count = head.integer("of"), let shard = ExplorationShard(number, of: count)
    else { throw damaged }
    guard let last = lines.popLast(), let end = Self.fields(last), let coverage = Self.ending(end)
    else {
      throw useless("is not complete: run '\(plan.command(shard, path))' again")
    }
    let invariants = plan.expectations.isEmpty ? try ownExpectations(plan) : plan.expectations
    var sections: [ShardResult.Section] = []
    for line in lines {
      guard let fields = Self.fields(line) else { throw damaged }
      if let section = Self.section(fields, invariants) {
        sections.append(section)
      } else if let finding = Self.finding(fields, invariants), !sections.isEmpty {
        sections[sections.count - 1].tally.insert(finding)
      } else {
        throw damaged
      }
    }
    return ShardFile(
      plan: plan, shard: shard,
      result: ShardResult(
        sections: sections, coverage: coverage, hasOutsideCalls: end.flag("outsideCalls"),
        duration: .seconds(end.number("seconds") ?? 0)))
  }

  private var damaged: CommandError { useless("is damaged: run that shard again") }

  private func useless(_ reason: String) -> CommandError {
    CommandError("\(path) \(reason)", status: 65)
  }

  private static func fields(_ line: ArraySlice<UInt8>) -> [JSONField]? {
    if case .object(let fields)? = try? JSONScanner.value(of: line) { fields } else { nil }
  }

  private static func plan(_ fields: [JSONField]) -> ShardPlan? {
    guard let program = fields.text("program"), let name = fields.text("demo"),
      let fingerprint = fields.text("version"), let schedules = fields.integer("schedules"),
      let milliseconds = fields.integer("milliseconds"), let steps = fields.integer("steps"),
      schedules > 0, milliseconds >= 0, steps > 0
    else { return nil }
    let texts = fields.texts("expectations")
    let expectations = texts.compactMap { Invariant(shown: $0) }
    guard texts.count == expectations.count else { return nil }
    var search = fields.flag("reduction") ? Search.exhaustive : .unreduced
    if let text = fields.text("seed") {
      guard let seed = UInt64(text) else { return nil }
      search = .random(seed: seed)
    }
    return ShardPlan(
      program: program, name: name, settings: fields.texts("set"), fingerprint: fingerprint,
      search: search,
      budget: Budget(
        schedules: schedules, duration: .milliseconds(milliseconds), steps: steps),
      expectations: expectations)
  }

  private static func ending(_ fields: [JSONField]) -> Coverage? {
    fields.text("end").flatMap { Coverage(name: $0, difference: "") }
  }

  private static func section(_ fields: [JSONField], _ invariants: [Invariant])
    -> ShardResult.Section?
  {
    guard let number = fields.integer("section"), let orders = fields.text("orders"),
      let hashes = hashes(orders)
    else { return nil }
    var tally = Tally(unmet: Set(fields.integers("unmet").compactMap { invariants.element($0) }))
    tally.schedules = fields.integer("schedules") ?? 0
    tally.pruned = fields.integer("pruned") ?? 0
    tally.steps = fields.integer("steps") ?? 0
    tally.deadlocks = fields.integer("deadlocks") ?? 0
    tally.neverSettled = fields.integer("neverSettled") ?? 0
    tally.parked = fields.integer("lostThreads") ?? 0
    tally.hasEndlessRuns = fields.flag("endless")
    tally.orders = hashes
    tally.coverage = fields.text("stopped").flatMap {
      Coverage(name: $0, difference: fields.text("why") ?? "")
    }
    return ShardResult.Section(number: number, tally: tally)
  }

  private static func finding(_ fields: [JSONField], _ invariants: [Invariant]) -> Tally.Finding? {
    guard let name = fields.text("outcome"),
      let result = Exploration.Outcome.Result(name: name, text: fields.text("text") ?? ""),
      let count = fields.integer("schedules"), let first = fields.integer("first")
    else { return nil }
    var outcome = Exploration.Outcome(result: result)
    outcome.notes = fields.texts("notes")
    outcome.unhandled = fields.texts("unhandled")
    outcome.deadlock = fields.text("deadlock")
    outcome.isEndless = fields.flag("endless")
    return Tally.Finding(
      outcome: outcome, broken: fields.integers("breaks").compactMap { invariants.element($0) },
      count: count, first: first, schedule: Schedule(fields.integers("choices")),
      order: fields["order"] == .null ? nil : fields.texts("order"))
  }

  private static func hashes(_ text: String) -> Set<UInt64>? {
    var hashes: Set<UInt64> = []
    var (number, digits) = (UInt64(0), 0)
    for byte in text.utf8 {
      guard let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { return nil }
      (number, digits) = (number << 4 | UInt64(digit), digits + 1)
      if digits == 16 {
        hashes.insert(number)
        (number, digits) = (0, 0)
      }
    }
    return digits == 0 ? hashes : nil
  }
}

extension Invariant {
  /// Reads an expectation as a report shows it.
  init?(shown text: String) {
    if let known = Invariant(text) {
      self = known
    } else if text.hasPrefix("note ") {
      self = .note(String(text.dropFirst(5)))
    } else if text.hasPrefix("result ") {
      self = .result(String(text.dropFirst(7)))
    } else {
      return nil
    }
  }
}

extension Coverage {
  fileprivate init?(name: String, difference: String) {
    let known: [Coverage] = [
      .exhaustive, .scheduleLimit, .timeLimit, .stopped, .stepLimit, .outsideCalls, .parkedThreads,
      .notRepeatable(difference),
    ]
    guard let coverage = known.first(where: { $0.name == name }) else { return nil }
    self = coverage
  }
}

extension Exploration.Outcome.Result {
  fileprivate init?(name: String, text: String) {
    let known: [Self] = [
      .fulfilled(text), .rejected(text), .cancelled(text), .neverSettled, .none,
    ]
    guard let result = known.first(where: { $0.name == name }) else { return nil }
    self = result
  }
}

extension Array {
  fileprivate func element(_ place: Int) -> Element? {
    indices.contains(place) ? self[place] : nil
  }
}

extension [JSONField] {
  fileprivate func number(_ key: String) -> Double? {
    switch self[key] {
    case .integer(let number)?: Double(number)
    case .real(let number)?: number
    case .null, .bool, .string, .array, .object, nil: nil
    }
  }
}
