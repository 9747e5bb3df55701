import TestSupport
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("The text of a value in a recording")
struct ReadingValuesTests {
  struct User: Sendable { var name: String, age: Int }
  struct Team: Sendable { var lead: User, others: [User] }
  enum Step: Sendable { case start, moved(Int, by: String), done(user: User), failed(any Error) }
  struct Refused: Error { var code = 7 }
  enum Offline: Error { case noNetwork, busy(seconds: Int) }
  final class Session: Sendable { let token = "sesame" }
  indirect enum Node: Sendable { case end, next(Node) }

  /// A type with code of its own at every place that `print` looks at.
  struct Loud: Error, CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable,
    TextOutputStreamable, Comparable, Hashable
  {
    let calls = Counter()
    var number = 0

    var description: String { called("description") }
    var debugDescription: String { called("debugDescription") }
    var customMirror: Mirror { Mirror(self, children: ["called": called("customMirror")]) }
    func write<Target: TextOutputStream>(to target: inout Target) { target.write(called("write")) }
    static func < (left: Loud, right: Loud) -> Bool {
      left.called("<").isEmpty || left.number < right.number
    }
    static func == (left: Loud, right: Loud) -> Bool { left.number == right.number }
    func hash(into hasher: inout Hasher) { hasher.combine(number) }

    private func called(_ name: String) -> String {
      calls.add()
      return name
    }

    /// How often code of the type has run.
    var count: Int { calls.count }
  }

  enum LoudCase: Error, CustomStringConvertible {
    case whisper
    var description: String { "the description of the case" }
  }

  struct Money: PromiseTraceDescribable {
    var cents: Int
    var traceDescription: String { "\(cents / 100).\(cents % 100) €" }
  }

  struct Guest: Sendable {
    unowned let host: Session
    weak let friend: Session?
    unowned(unsafe) let other: Session
    let number: Int
  }

  @Test("shows numbers, texts, and what consists of them")
  func simple() {
    let table: [(any Sendable, String)] = [
      (42, "42"), (UInt8(7), "7"), (-1.5, "-1.5"), (true, "true"), ("a \"b\"", "a \"b\""),
      ("abc".dropFirst(), "bc"), (Character("é"), "é"), (["a", "b"], "[\"a\", \"b\"]"),
      (Int?.none, "nil"), (Optional("a"), "Optional(\"a\")"), (1..<3, "1..<3"), (1...3, "1...3"),
      ([Int](), "[]"), ([String: Int](), "[:]"), (["b": 2, "a": 1], "[\"a\": 1, \"b\": 2]"),
      (Set([3, 1, 2]), "[1, 2, 3]"), ((1, name: "a"), "(1, name: \"a\")"), ((), "()"),
      (Duration.milliseconds(1500), "1.5 seconds"), (Int.self, "Int.Type"),
      (User(name: "Ann", age: 3), "User(name: \"Ann\", age: 3)"), (Step.start, "start"),
      (Step.moved(3, by: "Ann"), "moved(3, by: \"Ann\")"),
      (Step.done(user: User(name: "A", age: 1)), "done(user: User(name: \"A\", age: 1))"),
      (Step.failed(Offline.noNetwork), "failed(noNetwork)"), (Refused(), "Refused(code: 7)"),
      (Offline.noNetwork, "noNetwork"), (Offline.busy(seconds: 3), "busy(seconds: 3)"),
      (Result<Int, any Error>.success(3), "success(3)"),
      (CancellationError(), "CancellationError()"),
      (Session(), "Session"), ([Session()], "[Session]"), (Money(cents: 1250), "12.50 €"),
      ([Money(cents: 1250)], "[12.50 €]"),
    ]
    for (value, text) in table { #expect(BoundedText.reading(value) == text) }
  }

  @Test("calls no code of the program, however the value is nested")
  func silent() {
    let (loud, other) = (Loud(), Loud(number: 1))
    // A range compares its bounds when it is created.
    let range = other..<other
    let before = other.count
    #expect(BoundedText.reading(loud) == "Loud(…)")
    #expect(BoundedText.reading([loud, loud]) == "[Loud(…), Loud(…)]")
    #expect(BoundedText.reading(Optional(loud)) == "Optional(Loud(…))")
    #expect(BoundedText.reading((1, loud)) == "(1, Loud(…))")
    #expect(BoundedText.reading(Step.failed(loud)) == "failed(Loud(…))")
    #expect(BoundedText.reading([loud: loud]) == "[Loud(…): Loud(…)]")
    #expect(BoundedText.reading(Set([loud, other])) == "[Loud(…), Loud(…)]")
    #expect(BoundedText.reading(range) == "Loud(…)..<Loud(…)")
    #expect(BoundedText.reading(AnyHashable(loud)) == "Loud(…)")
    #expect(BoundedText.reading(LoudCase.whisper) == "whisper")
    #expect(
      PMKError.compactMap(loud, Int.self).traceDescription
        == "Could not `compactMap<Int>`: Loud(…)")
    #expect(loud.count == 0)
    #expect(other.count == before)
  }

  @Test("reads three levels and 16 elements, and then says how many there are")
  func limits() {
    let deep = [[[[1, 2, 3]]]]
    #expect(BoundedText.reading(deep) == "[[[[3 elements]]]]")
    let user = User(name: "A", age: 1)
    #expect(
      BoundedText.reading([Team(lead: user, others: [user])])
        == "[Team(lead: User(name: \"A\", age: 1), others: [User(…)])]")
    #expect(
      BoundedText.reading(Array(0..<17))
        == "[17 elements: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, …]")
    #expect(BoundedText.reading(Set(0..<17)) == "[17 elements]")
    #expect(
      BoundedText.reading(Dictionary(uniqueKeysWithValues: (0..<17).map { ($0, $0) }))
        == "[17 pairs]")
  }

  @Test("is cut after 120 characters, also inside a character that never ends")
  func length() {
    #expect(
      BoundedText.reading(String(repeating: "x", count: 121)) == String(repeating: "x", count: 120)
        + "…")
    #expect(BoundedText.reading([String(repeating: "x", count: 1 << 20)]).count == 121)
    let endless = "e" + String(repeating: "\u{301}", count: 1 << 20)
    #expect(BoundedText.reading(endless).utf8.count < 500)
    #expect(BoundedText.reading(Character(endless)).utf8.count < 500)
    #expect(BoundedText.reading([endless]).utf8.count < 2500)
  }

  @Test("does not follow references that keep nothing alive")
  func weakFields() {
    let kept = Session()
    func makeGuest() -> Guest {
      let gone = Session()
      return Guest(host: gone, friend: gone, other: kept, number: 3)
    }
    #expect(BoundedText.reading(makeGuest()) == "Guest(host: …, friend: …, other: …, number: 3)")
    withExtendedLifetime(kept) {}
  }

  @Test("needs little stack for a value of 100,000 levels")
  func deep() {
    var node = Node.end
    for _ in 0..<100_000 { node = .next(node) }
    // To free the value would need more stack than there is.
    let kept = Unmanaged.passRetained(Box(node))
    onSmallStack {
      #expect(BoundedText.reading(kept.takeUnretainedValue().value) == "next(next(next(next(…))))")
    }
  }

  @Test("is read of 20 MB: the first elements, and their number")
  func huge() {
    let bytes = [UInt8](repeating: 1, count: 20_000_000)
    #expect(BoundedText.reading(bytes).hasPrefix("[20000000 elements: 1, 1, "))
  }

  @Test("is nothing with values off, and what print writes with full values")
  func choices() {
    let loud = Loud()
    let settled = Settled.value(loud)
    #expect(settled.description(for: .off) == "")
    #expect(Settled.error(loud).description(for: .off) == "")
    #expect(settled.description(for: .on) == "Loud(…)")
    #expect(loud.count == 0)
    #expect(settled.description(for: .full) == "write")
    #expect(settled.description == "write")
    #expect(Settled.value(Money(cents: 1250)).description(for: .full) == "12.50 €")
    #expect(Settled.value(()).description(for: .on) == "")
    #expect(Settled.value(UInt8(3)).description(for: .on) == "3")
  }

  @Test("is full in an environment with an observer of the program's own")
  func observed() {
    let recorder = RecordingObserver()
    PromiseEnvironment(observers: [recorder]).run {
      _ = Promise.value(label: "loud", Loud())
    }
    let texts = recorder.events.compactMap { event in
      if case .settled(let settlement) = event.kind { settlement.description } else { nil }
    }
    #expect(texts == ["write"])
  }
}
