import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("The smallest change of an order that changes the result")
struct ScheduleSearchTests {
  /// 'keep' enqueues 'write' on another queue and 'connect' on its own, which enqueues 'order'.
  private let shop = MadeProgram(
    works: [
      .init(name: "keep", queue: 1, enqueues: [1, 2]), .init(name: "write", queue: 2),
      .init(name: "connect", queue: 1, enqueues: [3]),
      .init(name: "connection", queue: nil, enqueues: [4]), .init(name: "order", queue: 1),
    ], roots: [0])

  private func isEmpty(_ names: [String]) -> Bool {
    guard let order = names.firstIndex(of: "order") else { return false }
    return names.firstIndex(of: "write").map { order < $0 } ?? true
  }

  @Test("The two neighbors whose order decides are found, and both orders are counted")
  func neighbors() throws {
    let search = shop.search(
      from: ["keep", "connect", "connection", "order", "write"], fails: isEmpty)
    #expect(search.ending == .found)
    let finding = try #require(search.finding)
    #expect(
      search.sentence
        == "fails with 'order' before 'write' (3 of 3 runs), passes with 'write' before 'order' (3 of 3): this is the only difference"
    )
    #expect(
      finding.schedule.steps.names == ["keep", "connect", "connection", "write", "order"])
    #expect(search.tried.count == 1)
    #expect(search.runs == 6)
  }

  @Test("A passing run is turned into a failing one in the same way")
  func passing() throws {
    let search = shop.search(
      from: ["keep", "write", "connect", "connection", "order"], fails: isEmpty)
    #expect(search.ending == .found)
    #expect(
      search.sentence?.hasPrefix(
        "fails with 'order' before 'write' (3 of 3 runs), passes with 'write' before 'order' (3 of 3)"
      )
        == true)
    #expect(search.finding?.schedule.steps.names.suffix(2) == ["order", "write"])
  }

  @Test("Where passing runs differ is tried first")
  func guided() {
    let works = (0..<16).map { MadeProgram.Work(name: "job \($0)", queue: $0 + 1) }
    let program = MadeProgram(works: works, roots: Array(works.indices))
    var good = works.map(\.name)
    let bad = good
    good.swapAt(3, 12)
    let fails: ([String]) -> Bool = { names in
      (names.firstIndex(of: "job 3") ?? 0) < (names.firstIndex(of: "job 12") ?? 0)
    }
    let guided = program.search(from: bad, guides: [good], fails: fails)
    let alone = program.search(from: bad, fails: fails)
    #expect(guided.ending == .found)
    #expect(alone.ending == .found)
    #expect(
      guided.finding?.change == OrderChange([.before(first: 12, second: 3)]))
    #expect(alone.finding?.change == guided.finding?.change)
    #expect(guided.tried.count * 2 < alone.tried.count)
  }

  @Test("A change of two parts is found, and parts that do not matter are undone")
  func reduced() {
    let works = (0..<8).map { MadeProgram.Work(name: "job \($0)", queue: $0 + 1) }
    let program = MadeProgram(works: works, roots: Array(works.indices))
    let names = works.map(\.name)
    func isSwapped(_ order: [String], _ a: Int, _ b: Int) -> Bool {
      (order.firstIndex(of: "job \(a)") ?? 0) > (order.firstIndex(of: "job \(b)") ?? 0)
    }
    let fails: ([String]) -> Bool = { !(isSwapped($0, 0, 1) && isSwapped($0, 6, 7)) }
    let guided = program.search(from: names, guides: [names.reversed()], fails: fails)
    #expect(guided.ending == .found)
    #expect(
      guided.finding.map { Set($0.change.parts) }
        == [.before(first: 1, second: 0), .before(first: 7, second: 6)])
    let alone = program.search(from: names, fails: fails)
    #expect(
      alone.finding.map { Set($0.change.parts) } == guided.finding.map { Set($0.change.parts) })
  }

  @Test("Orders that the queues or the program forbid are not tried")
  func legal() {
    // 'a' and 'b' share a queue, and 'c' is enqueued by 'b'.
    let program = MadeProgram(
      works: [
        .init(name: "a", queue: 1), .init(name: "b", queue: 1, enqueues: [2]),
        .init(name: "c", queue: 2),
      ], roots: [0, 1])
    let search = program.search(from: ["a", "b", "c"]) { _ in true }
    #expect(search.ending == .exhausted)
    #expect(search.tried.isEmpty)
    #expect(search.remarks == ["no order that was tried changes the result"])
  }

  @Test("If two jobs change places, what they enqueue on one queue does, too")
  func followers() throws {
    let program = MadeProgram(
      works: [
        .init(name: "a", queue: 1, enqueues: [2]), .init(name: "b", queue: 2, enqueues: [3]),
        .init(name: "a's", queue: 3), .init(name: "b's", queue: 3),
      ], roots: [0, 1])
    let base = RunStarts(program.run(program.steps(["a", "b", "a's", "b's"])))
    let order = try #require(base.order(with: OrderChange([.before(first: 1, second: 0)])))
    #expect(order.schedule.steps.names == ["b", "a", "b's", "a's"])
    #expect(order.decisive == 2)
    #expect(base.order(with: OrderChange([.before(first: 3, second: 2)])) == nil)
  }

  @Test("A result that the order does not bring back depends on something outside")
  func outside() {
    var count = 0
    let search = shop.search(from: ["keep", "connect", "connection", "order", "write"]) { _ in
      count += 1
      return count == 1
    }
    #expect(search.ending == .notRepeated)
    #expect(search.finding == nil)
    #expect(search.remarks.first?.contains("0 of 3 runs failed") == true)
  }

  @Test("Runs that do not keep the order are no evidence")
  func unkept() throws {
    let base = RunStarts(shop.run(shop.steps(["keep", "connect", "connection", "order", "write"])))
    var search = ScheduleSearch(from: base, fails: true, times: 3)
    while let schedule = search.next() {
      search.add(.init(fails: false, steps: shop.steps(["write", "keep"])), of: schedule)
    }
    #expect(search.ending == .notFollowed)
    #expect(search.repeated == ScheduleSearch.Tally(kept: 0, wanted: 0, lost: 3))
  }

  @Test("A timer that never fired can come before what cancelled it")
  func cancelled() throws {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.create(1, .pending, "answer")
    stream.create(2, .after, "timeout")
    stream.post(.timerScheduled(timer: 1, promise: 2, due: 50))
    let job = stream.enqueue(1, on: 1)
    stream.start(job, 1, on: 1)
    stream.post(.timerCancelled(timer: 1, promise: 2))
    stream.end(job, 1, on: 1)
    let base = RunStarts(stream.events)
    #expect(base.count == 1)
    #expect(base.schedule.steps.map(\.isLater) == [false, true])
    let order = try #require(base.order(with: OrderChange([.before(first: 1, second: 0)])))
    #expect(order.schedule.steps.names == ["timeout", "answer"])
    #expect(order.schedule.steps.allSatisfy { !$0.isLater })
  }

  @Test("Where turns overlapped, the one that enqueued first comes first")
  func overlapping() {
    var stream = EventStream()
    for queue in 1...3 { stream.declare(QueueID(queue), "queue \(queue)") }
    for (promise, label) in [(1, "keep"), (2, "tick"), (3, "journal"), (4, "write")] {
      stream.create(PromiseID(promise), .pending, label)
    }
    let keep = stream.enqueue(1, on: 1)
    let tick = stream.enqueue(2, on: 2)
    stream.thread = 2
    stream.start(keep, 1, on: 1)
    // While 'keep' is running, 'tick' enqueues first.
    stream.thread = 3
    stream.start(tick, 2, on: 2)
    let journal = stream.enqueue(3, on: 3)
    stream.end(tick, 2, on: 2)
    stream.thread = 2
    stream.queue = 1
    let write = stream.enqueue(4, on: 3)
    stream.end(keep, 1, on: 1)
    stream.thread = 4
    stream.start(journal, 3, on: 3)
    stream.end(journal, 3, on: 3)
    stream.start(write, 4, on: 3)
    stream.end(write, 4, on: 3)
    let starts = RunStarts(stream.events)
    #expect(starts.steps.names == ["tick", "keep", "journal", "write"])
    #expect(starts.steps.allSatisfy { $0.name.label == "tick" || !$0.isBeside })
    #expect(
      starts.order(with: OrderChange([.before(first: 3, second: 2)])) == nil)
  }

  @Test("Jobs that overlapped run one after another, unless the result needs the overlap")
  func serial() throws {
    var stream = EventStream()
    for (number, label) in [(1, "order"), (2, "write")] {
      stream.declare(QueueID(number), "queue \(number)")
      stream.create(PromiseID(number), .pending, label)
    }
    let order = stream.enqueue(1, on: 1)
    let write = stream.enqueue(2, on: 2)
    stream.start(order, 1, on: 1)
    stream.thread = 2
    stream.start(write, 2, on: 2)
    let base = RunStarts(stream.events)
    #expect(base.schedule.steps.map(\.isBeside) == [false, true])
    for needsOverlap in [false, true] {
      var search = ScheduleSearch(from: base, fails: true, times: 3)
      var schedules: [JobSchedule] = []
      while schedules.count < 4, let schedule = search.next() {
        schedules.append(schedule)
        let isBeside = schedule.steps.contains(where: \.isBeside)
        search.add(.init(fails: isBeside == needsOverlap, steps: schedule.steps), of: schedule)
      }
      #expect(schedules.prefix(3).allSatisfy { !$0.steps.contains(where: \.isBeside) })
      #expect(search.base.schedule.steps.contains(where: \.isBeside) == needsOverlap)
      #expect(
        schedules.last?.steps.names == (needsOverlap ? ["order", "write"] : ["write", "order"]))
    }
  }
}
