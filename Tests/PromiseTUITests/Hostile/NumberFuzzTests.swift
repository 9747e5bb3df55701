import PromiseKitLite
import TestSupport
import Testing

@testable import promise_tui

/// Extreme numbers in every integer field of a trace, through every command.
///
/// A number that overflows somewhere ends the process; a long run prints the seed first.
@Suite("An extreme number in a trace")
struct NumberFuzzTests {
  @Test("Every command that reads the trace computes with it or reports it, and none traps")
  func everyField() throws {
    for round in FuzzPlan.seeds(3) {
      // A few rounds already reach fields and values that are far apart.
      let seed = FuzzPlan.isLong ? round : round &* 89
      FuzzPlan.tell(seed, "numbers")
      var fuzzer = NumberFuzzer(seed: seed)
      let trace = fuzzer.changed(BaseTraces.all[seed % BaseTraces.all.count])
      let forms = try EveryForm(
        of: trace, named: "run.jsonl", thoroughly: FuzzPlan.isLong && round % 16 == 0)
      #expect(!forms.outputs.isEmpty, "\(seed)")
    }
  }

  @Test("So it is with a binary trace")
  func everyFieldOfBinaryTraces() throws {
    for round in FuzzPlan.seeds(3) {
      let seed = FuzzPlan.isLong ? round : round &* 89
      FuzzPlan.tell(seed, "binary numbers")
      var fuzzer = NumberFuzzer(seed: seed)
      let trace = try fuzzer.binary(BaseTraces.all[seed % BaseTraces.all.count])
      let forms = try EveryForm(
        of: trace, named: "run.ptrace", thoroughly: FuzzPlan.isLong && round % 16 == 0)
      #expect(!forms.outputs.isEmpty, "\(seed)")
    }
  }

  @Test("The fuzzer reaches every integer field of the format")
  func fields() {
    var keys: Set<String> = []
    func look(_ value: JSONValue, _ key: String) {
      switch value {
      case .integer: keys.insert(key)
      case .array(let values): for value in values { look(value, key) }
      case .object(let fields): for field in fields { look(field.value, field.key) }
      case .null, .bool, .real, .string: break
      }
    }
    for trace in BaseTraces.all { for event in trace.events { look(.object(event), "") } }
    #expect(keys.sorted() == NumberFuzzer.keys.sorted())
  }
}

/// Puts extreme numbers into the fields of a trace, the same ones for the same seed.
struct NumberFuzzer: RandomNumberGenerator {
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

  private var state: UInt64
  /// Each key with each value, and how many of the lines get it; then whatever the generator says.
  private var changes: [(key: String, value: Int, share: Int)] = []

  init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    let key = Self.keys[seed % Self.keys.count]
    let value = Self.extremes[seed / Self.keys.count % Self.extremes.count]
    changes = [(key, value, Int.random(in: 1...4, using: &self))]
    guard seed % 3 == 2 || seed >= Self.keys.count * Self.extremes.count else { return }
    for _ in 0..<Int.random(in: 1...4, using: &self) {
      changes.append(
        (
          Self.keys.randomElement(using: &self) ?? key,
          Self.extremes.randomElement(using: &self) ?? value, Int.random(in: 1...8, using: &self)
        ))
    }
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Returns the trace with these numbers.
  mutating func changed(_ trace: BaseTraces.Trace) -> [UInt8] {
    var trace = trace
    for change in changes {
      for index in trace.events.indices where Int.random(in: 1...change.share, using: &self) == 1 {
        trace.events[index] = changed(trace.events[index], change.key, change.value)
      }
    }
    if Int.random(in: 0..<4, using: &self) == 0 {
      trace.header = trace.header.map {
        guard case .integer = $0.value else { return $0 }
        return JSONField(
          key: $0.key, value: .integer(Self.extremes.randomElement(using: &self) ?? 0))
      }
      trace.header.append(
        JSONField(
          key: "since", value: .integer(Self.extremes.randomElement(using: &self) ?? 0)))
    }
    return trace.bytes
  }

  /// Returns the trace in the binary format with these numbers, and with others in its header and
  /// between its records.
  mutating func binary(_ trace: BaseTraces.Trace) throws -> [UInt8] {
    let events = try trace.read
    var changes = changes
    if Int.random(in: 0..<2, using: &self) == 0 {
      changes.append(
        (
          Self.binaryKeys.randomElement(using: &self) ?? "",
          Self.extremes.randomElement(using: &self) ?? 0, Int.random(in: 1...8, using: &self)
        ))
    }
    var count = 0
    var binary = BinaryTrace()
    binary.change = { [changes] key, number in
      count += 1
      let change = changes.last { $0.key == key && count % $0.share == 0 }
      return change?.value ?? number
    }
    return binary.bytes(events)
  }

  /// The numbers that a binary trace has besides.
  private static let binaryKeys = ["stamp", "ticks", "nanoseconds", "epoch", "pid", "thread", "q"]

  private func changed(_ fields: [JSONField], _ key: String, _ number: Int) -> [JSONField] {
    fields.map { JSONField(key: $0.key, value: changed($0.value, $0.key == key, key, number)) }
  }

  private func changed(
    _ value: JSONValue, _ isIt: Bool, _ key: String, _ number: Int
  ) -> JSONValue {
    switch value {
    case .integer: isIt ? .integer(number) : value
    case .array(let values): .array(values.map { changed($0, isIt, key, number) })
    case .object(let fields): .object(changed(fields, key, number))
    case .null, .bool, .real, .string: value
    }
  }
}
