import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation

/// The file that `explore --shard` writes: JSON Lines, with what was explored in the first line, then a
/// line for each section, followed by one for each of its outcomes, and the end in the last line.
struct ShardFile: Hashable, Sendable {
  var plan: ShardPlan
  var shard: ExplorationShard
  var result: ShardResult

  /// The version of the format.
  static let format = 1
}

/// What the shares of one exploration have in common.
struct ShardPlan: Hashable, Sendable {
  /// The version of the program.
  var program: String
  /// The demo as it was named, with its variant, and the settings of its knobs.
  var name: String
  var settings: [String]
  /// Identifies the version of the demo, including its knobs.
  var fingerprint: String
  var search: Search
  var budget: Budget
  /// The expectations on the command line; empty for the demo's own.
  var expectations: [Invariant]
}

// MARK: - Writing

extension ShardFile {
  /// The text of the file. `invariants` are the expectations that were checked.
  func text(_ invariants: [Invariant]) -> String {
    let end = JSON.object([
      ("end", .text(result.coverage.name)), ("outsideCalls", .flag(result.hasOutsideCalls)),
      ("seconds", .fraction(result.duration / .seconds(1))),
    ])
    let sections = result.sections.flatMap { $0.lines(invariants) }
    return ([plan.json(shard)] + sections + [end]).map { "\($0)\n" }.joined()
  }
}

extension ShardPlan {
  fileprivate func json(_ shard: ExplorationShard) -> JSON {
    let seed: JSON = if case .random(let seed) = search { .text("\(seed)") } else { .null }
    return .object([
      ("promise-exploration-shard", .number(ShardFile.format)), ("program", .text(program)),
      ("demo", .text(name)), ("set", .texts(settings)), ("version", .text(fingerprint)),
      ("shard", .number(shard.number)), ("of", .number(shard.count)),
      ("reduction", .flag(search == .exhaustive)), ("seed", seed),
      ("schedules", .number(budget.schedules)),
      ("milliseconds", .number(Int(budget.duration / .milliseconds(1)))),
      ("steps", .number(budget.steps)),
      ("expectations", .texts(expectations.map(\.description))),
    ])
  }
}

extension ShardResult.Section {
  fileprivate func lines(_ invariants: [Invariant]) -> [JSON] {
    func places(_ some: some Sequence<Invariant>) -> JSON {
      .list(some.compactMap { invariants.firstIndex(of: $0) }.sorted().map(JSON.number))
    }
    let why: String? =
      if case .notRepeatable(let difference)? = tally.coverage { difference } else { nil }
    let head = JSON.object([
      ("section", .number(number)), ("schedules", .number(tally.schedules)),
      ("pruned", .number(tally.pruned)), ("steps", .number(tally.steps)),
      ("deadlocks", .number(tally.deadlocks)), ("neverSettled", .number(tally.neverSettled)),
      ("lostThreads", .number(tally.parked)), ("endless", .flag(tally.hasEndlessRuns)),
      ("unmet", places(tally.unmet)), ("stopped", .maybe(tally.coverage?.name)),
      ("why", .maybe(why)), ("orders", .text(Self.hexadecimal(tally.orders))),
    ])
    return [head] + tally.findings.map { $0.json(places($0.broken)) }
  }

  /// Returns 16 digits for each number, in ascending order.
  private static func hexadecimal(_ numbers: Set<UInt64>) -> String {
    var text: [UInt8] = []
    text.reserveCapacity(numbers.count * 16)
    let digits = Array("0123456789abcdef".utf8)
    for number in numbers.sorted() {
      for place in stride(from: 60, through: 0, by: -4) {
        text.append(digits[Int(number >> UInt64(place) & 15)])
      }
    }
    return String(decoding: text, as: UTF8.self)
  }
}

extension Tally.Finding {
  fileprivate func json(_ broken: JSON) -> JSON {
    .object([
      ("outcome", .text(outcome.result.name)), ("text", .maybe(outcome.result.text)),
      ("notes", .texts(outcome.notes)), ("unhandled", .texts(outcome.unhandled)),
      ("deadlock", .maybe(outcome.deadlock)), ("endless", .flag(outcome.isEndless)),
      ("breaks", broken), ("schedules", .number(count)), ("first", .number(first)),
      ("choices", .list(schedule.choices.map(JSON.number))),
      ("order", order.map(JSON.texts) ?? .null),
    ])
  }
}

extension Exploration.Outcome.Result {
  /// The description of the value or the error; `nil` if there is neither.
  fileprivate var text: String? {
    switch self {
    case .fulfilled(let text), .rejected(let text), .cancelled(let text): text
    case .neverSettled, .none: nil
    }
  }
}
