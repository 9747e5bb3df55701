import PromiseKitLite
import TestSupport
import Testing

@testable import promise_tui

/// Extreme numbers in every integer field of a trace, through every command.
///
/// A number that overflows somewhere ends the process; a long run prints the seed first.
@Suite("An extreme number in a trace")
struct NumberFuzzTests {
  @Test(
    "Every command that reads the trace computes with it or reports it, and none traps",
    arguments: ["run.jsonl", "run.ptrace"])
  func everyField(name: String) throws {
    let rounds = Rounds(3)
    try rounds.each { round, random in
      let trace = BaseTraces.all[round.seed % BaseTraces.all.count]
      var numbers = ExtremeNumbers(round.seed, random)
      let bytes = try name == "run.jsonl" ? numbers.lines(trace) : numbers.binary(trace)
      let forms = try EveryForm(
        of: bytes, named: name, thoroughly: rounds.isLong && round.seed % 16 == 0)
      #expect(!forms.outputs.isEmpty, "\(round)")
    }
  }

  @Test("The fuzzer reaches every integer field of the format")
  func fields() {
    var keys: Set<String> = []
    for event in BaseTraces.all.flatMap(\.events) {
      _ = event.changed { key, value in
        if case .integer = value { keys.insert(key) }
        return value
      }
    }
    #expect(keys.sorted() == ExtremeNumbers.keys.sorted())
  }
}

/// Puts extreme numbers into the fields of a trace.
struct ExtremeNumbers {
  /// The fields with numbers.
  static let keys = [
    "by", "chosen", "col", "context", "count", "due", "end", "fire", "from", "i", "inner", "input",
    "j", "line", "n", "on", "ordinal", "origin", "p", "parent", "parents", "pid", "process", "q",
    "resume", "start", "t", "th", "thread", "timer", "to", "uncertainty", "waiting", "width",
  ]

  static let extremes: [Int] = [
    .max, .min, 0, -1, 1, 1 << 53 - 1, 1 << 61, -1 << 61, Int(Int32.max), Int(Int32.min), 1 << 53,
    1 << 53 + 1, 1 << 62, -1 << 62, .max - 1, .min + 1, Int(UInt32.max), 1_000_000, 2,
    1 << 61 - 1, Int(Int32.max) + 1, 65_536,
  ]

  /// The numbers that a binary trace has besides.
  private static let binaryKeys = ["stamp", "ticks", "nanoseconds", "epoch", "pid", "thread", "q"]

  private var random: SeededGenerator
  /// Each key with each value, and how many of the lines get it; then whatever the generator says.
  private var changes: [(key: String, value: Int, share: Int)] = []

  init(_ seed: Int, _ random: SeededGenerator) {
    self.random = random
    // A few seeds already reach fields and values that are far apart.
    let (keys, values) = (Self.keys, Self.extremes)
    let pair = seed * 89 % (keys.count * values.count)
    let share = 1 + self.random.below(4)
    changes = [(keys[pair % keys.count], values[pair / keys.count], share)]
    guard seed % 3 == 2 || seed >= keys.count * values.count else { return }
    for _ in 0...self.random.below(4) { change(anyOf: keys) }
  }

  private mutating func change(anyOf keys: [String]) {
    changes.append((random.any(of: keys), extreme(), 1 + random.below(8)))
  }

  private mutating func extreme() -> Int { random.any(of: Self.extremes) }

  /// Returns the trace with these numbers.
  mutating func lines(_ trace: BaseTraces.Trace) -> [UInt8] {
    var trace = trace
    for change in changes {
      for index in trace.events.indices where random.one(in: change.share) {
        trace.events[index] = trace.events[index].changed { key, value in
          if case .integer = value, key == change.key { .integer(change.value) } else { value }
        }
      }
    }
    if random.one(in: 4) {
      trace.header = trace.header.changed { _, value in
        if case .integer = value { .integer(extreme()) } else { value }
      }
      trace.header.append(JSONField(key: "since", value: .integer(extreme())))
    }
    return trace.bytes
  }

  /// Returns the trace in the binary format with these numbers, and with others in its header and
  /// between its records.
  mutating func binary(_ trace: BaseTraces.Trace) throws -> [UInt8] {
    if random.one(in: 2) { change(anyOf: Self.binaryKeys) }
    var count = 0
    var binary = BinaryTrace()
    binary.change = { [changes] key, number in
      count += 1
      return changes.last { $0.key == key && count % $0.share == 0 }?.value ?? number
    }
    return binary.bytes(try trace.read)
  }
}
