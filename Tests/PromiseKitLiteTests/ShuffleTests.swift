import Dispatch
import Synchronization
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("PROMISE_SHUFFLE")
struct ShuffleTests {
  @Test("delays depend on the seed, the name, and the number of earlier jobs, and nothing else")
  func sameSeedSameDelays() async {
    let names = (0..<20).map { Shuffle.name("job \($0)", "job") }
    let inTurn = Shuffle(seed: 7)
    let expected = names.map { name in (0..<10).map { _ in inTurn.delay(of: name) } }
    // The same names from as many tasks, in whatever order these run.
    let mixed = Shuffle(seed: 7)
    let delays = await withTaskGroup(of: (Int, [Int64]).self) { group in
      for (place, name) in names.enumerated() {
        group.addTask { (place, (0..<10).map { _ in mixed.delay(of: name) }) }
      }
      return await group.reduce(into: [Int: [Int64]]()) { $0[$1.0] = $1.1 }
    }
    #expect(delays == Dictionary(uniqueKeysWithValues: expected.enumerated().map { ($0, $1) }))
    let other = Shuffle(seed: 8)
    #expect(names.map { name in (0..<10).map { _ in other.delay(of: name) } } != expected)
  }

  @Test("most jobs are not delayed, none by more than the longest delay, and main by 5 ms at most")
  func delaysAreBounded() {
    let shuffle = Shuffle(seed: 1, longest: 20_000_000)
    let delays = (0..<10_000).map { shuffle.delay(of: UInt64($0)) }
    let late = delays.filter { $0 > 0 }
    #expect((2000...3000).contains(late.count))
    #expect(late.allSatisfy { (400_000...20_000_000).contains($0) })
    #expect(late.contains { $0 < 1_000_000 } && late.contains { $0 > 15_000_000 })
    #expect((0..<10_000).allSatisfy { shuffle.delay(of: UInt64($0), onMain: true) <= 5_000_000 })
    let none = Shuffle(seed: 1, longest: 0)
    #expect((0..<100).allSatisfy { none.delay(of: UInt64($0)) == 0 })
  }

  @Test(
    "a value is a seed, and optionally the longest delay",
    arguments: [
      ("17", 17, 5_000_000), ("18446744073709551615", .max, 5_000_000),
      ("3:max=20ms", 3, 20_000_000),
      ("3:max=250us", 3, 250_000), ("3:max=1s", 3, 1_000_000_000),
    ] as [(String, UInt64, Int64)])
  func reading(text: String, seed: UInt64, longest: Int64) throws {
    let shuffle = try Shuffle(text)
    #expect(shuffle.seed == seed && shuffle.longest == longest)
  }

  @Test("any text is a seed, deterministically")
  func textSeeds() throws {
    #expect(try Shuffle("tuesday").seed == Shuffle("tuesday:max=1ms").seed)
    #expect(try Shuffle("tuesday").seed != Shuffle("monday").seed)
  }

  @Test(
    "an invalid value is reported with what is wrong and what is valid",
    arguments: [
      (":max=1ms", "seed"), ("3:", "max=20ms"), ("3:min=1ms", "max=20ms"),
      ("3:max=", "from 1us to 1s"),
      ("3:max=0ms", "from 1us to 1s"), ("3:max=2s", "from 1us to 1s"), ("3:max=-1ms", "from 1us"),
      ("3:max=99999999999999999999s", "from 1us"),
    ])
  func misreading(text: String, reason: String) {
    let error = #expect(throws: InputError.self) { try Shuffle(text) }
    #expect(error?.sentence.contains(reason) == true)
  }

  @Test("on serial queues the order of the rules holds, whatever the seed")
  func orderHolds() async throws {
    for seed in 0..<100 as Range<UInt64> {
      let environment = PromiseEnvironment(
        executor: DispatchExecutor(), observers: [],
        shuffle: Shuffle(seed: seed, longest: 100_000))
      let queue = DispatchQueue(label: "serial")
      let said = Mutex<[String]>([])
      @Sendable func say(_ text: String) { said.withLock { $0.append(text) } }
      let (first, seal) = environment.run { Promise<Int>.pending() }
      // Attachment order, also for what is attached later, and siblings before grandchildren.
      // (rules 3, 4)
      let ends = (1...4).map { number in
        first.map(label: "child \(number)", on: queue) { value -> Int in
          say("child \(number)")
          return value
        }.map(label: "grandchild \(number)", on: queue) { _ in say("grandchild \(number)") }
      }
      // On the queue itself: elsewhere the first child may run while the others are being enqueued.
      queue.async { seal.fulfill(0) }
      for end in ends { _ = try await end.async() }
      #expect(
        said.withLock { $0 } == (1...4).map { "child \($0)" } + (1...4).map { "grandchild \($0)" },
        "seed \(seed)")
    }
  }

  @Test("a job is delayed on its queue without delaying others; inline handlers are not delayed")
  func whereDelaysAreTaken() {
    let executor = SlowExecutor()
    let environment = PromiseEnvironment(
      executor: executor, observers: [], shuffle: Shuffle(seed: 1, longest: 1_000_000))
    environment.run {
      let first = Promise.value(1)
      for number in 0..<200 {
        first.done(label: "on a queue \(number)", on: .global()) { _ in }.cauterize()
        first.done(label: "inline \(number)", on: nil) { _ in }.cauterize()
      }
    }
    #expect(executor.counts.jobs == 200)
    #expect(executor.counts.delays == 0, "nothing is late before a queue runs it")
    executor.runAll()
    #expect((20...90).contains(executor.counts.delays))
  }
}

/// Keeps jobs until they must run, and counts how often one of them takes time.
private final class SlowExecutor: Executor {
  struct Counts { var jobs = 0, delays = 0 }
  private let state = Mutex((counts: Counts(), waiting: [@Sendable () -> Void]()))

  var counts: Counts { state.withLock { $0.counts } }
  func runAll() {
    while let job = state.withLock({ $0.waiting.isEmpty ? nil : $0.waiting.removeFirst() }) {
      job()
    }
  }

  var now: Int64 { 0 }
  var thread: ThreadID { 1 }
  var postsDeallocationsLater: Bool { false }
  func kind(ofQueue label: String, declared: PromiseEvent.QueueKind?)
    -> (kind: PromiseEvent.QueueKind, assumed: Bool)
  { (declared ?? .serial, declared == nil) }
  func enqueue(
    _ job: any Job, on dispatcher: any Dispatcher, queue: QueueID?,
    in environment: PromiseEnvironment
  ) {
    state.withLock { state in
      state.counts.jobs += 1
      state.waiting.append { environment.bind(queue: queue) { job.runToEnd() } }
    }
  }
  func schedule(
    at due: Int64, timer: TimerID?, of: PromiseCore, in: PromiseEnvironment,
    fire: @escaping @Sendable () -> Void
  ) -> ScheduledTimer { ScheduledTimer { false } }
  func wait(
    in environment: PromiseEnvironment, canFail: Bool,
    until register: (@escaping @Sendable () -> Void) -> Void
  ) -> PromiseEvent.WaitEnding { .deadlock }
  func work(for nanoseconds: Int64) { state.withLock { $0.counts.delays += 1 } }
}
