import Dispatch
import Measuring
import Synchronization

extension Subject {
  /// The cost of the workloads without promises: an object with a mutex around a value and a
  /// closure, and a bare hop to a queue.
  static let floor = Subject(
    name: "raw floor",
    loads: [
      .created: create,
      .handled: { handle(Workload.handled.operations, Tally()) },
      .ended: end,
      .queueChain: { Workload.chains { hop($0) } },
      .inlineChain: { Workload.chains { chain($0) } },
      .all1k: { fanIn(.all1k) },
      .all10k: { fanIn(.all10k) },
      .all100k: { fanIn(.all100k) },
      .race: raceOfAll,
      .attachPending: { attach(settled: false) },
      .attachSettled: { attach(settled: true) },
      .ownPromises: ownPromises,
    ])
}

/// A value that arrives later, and the closures that wait for it, behind a mutex.
private final class Slot: Sendable {
  typealias Closure = @Sendable (Int) -> Void

  private struct State {
    var value: Int?
    var first: Closure?
    var others: [Closure] = []
  }
  private let state: Mutex<State>

  init(_ value: Int? = nil) { state = Mutex(State(value: value)) }

  var value: Int? { state.withLock { $0.value } }

  func add(_ closure: @escaping Closure) {
    let value = state.withLock { state -> Int? in
      if state.value == nil {
        if state.first == nil { state.first = closure } else { state.others.append(closure) }
      }
      return state.value
    }
    if let value { closure(value) }
  }

  func fill(_ value: Int) {
    let (first, others) = state.withLock { state in
      defer { state = State(value: value) }
      return (state.first, state.others)
    }
    first?(value)
    for closure in others { closure(value) }
  }
}

private let queue = DispatchQueue(label: "floor")

private func create() {
  for number in 0..<Workload.created.operations {
    let slot = Slot(number)
    consume(slot)
    if number == 7 { precondition(slot.value == 7) }
  }
}

private func handle(_ count: Int, _ tally: Tally) {
  for _ in 0..<count {
    let slot = Slot()
    let child = Slot()
    slot.add { value in
      tally.add(value)
      child.fill(value)
    }
    slot.fill(1)
    consume(child)
  }
  precondition(tally.total == count)
}

private func end() {
  let tally = Tally()
  for _ in 0..<Workload.ended.operations {
    let slot = Slot()
    slot.add { tally.add($0) }
    slot.fill(1)
    consume(slot)
  }
  precondition(tally.total == Workload.ended.operations)
}

/// Each block enqueues the next one.
private func hop(_ links: Int) {
  let end = DispatchSemaphore(value: 0)
  @Sendable func send(_ number: Int) {
    queue.async {
      if number == links { end.signal() } else { send(number + 1) }
    }
  }
  send(0)
  end.wait()
}

/// Each link is an object with a closure and two locks: one to attach it, one to take it. A loop
/// walks along the links, because a chain of promises must not recurse.
private func chain(_ links: Int) {
  final class Link: Sendable {
    let closure = Mutex<(@Sendable (Int) -> Int)?>(nil)
  }
  var all: [Link] = []
  for _ in 0..<links {
    let link = Link()
    link.closure.withLock { $0 = { $0 + 1 } }
    all.append(link)
  }
  var value = 0
  for link in all {
    let closure = link.closure.withLock { closure in
      defer { closure = nil }
      return closure
    }
    if let closure { value = closure(value) }
  }
  precondition(value == links)
}

private func fanIn(_ workload: Workload) {
  for _ in 0..<workload.operations / workload.inputs {
    let slots = (0..<workload.inputs).map { _ in Slot() }
    let tally = Tally()
    let values = Values(Array(repeating: 0, count: slots.count))
    for (index, slot) in slots.enumerated() {
      slot.add { value in
        let done = values.state.withLock { state -> [Int]? in
          state.values[index] = value
          state.missing -= 1
          return state.missing == 0 ? state.values : nil
        }
        if let done { tally.add(done.reduce(0, +)) }
      }
    }
    for slot in slots { slot.fill(1) }
    precondition(tally.total == workload.inputs)
  }
}

private final class Values: Sendable {
  struct State {
    var values: [Int]
    var missing: Int
  }
  let state: Mutex<State>
  init(_ values: [Int]) { state = Mutex(State(values: values, missing: values.count)) }
}

private func raceOfAll() {
  let slots = (0..<Workload.race.inputs).map { _ in Slot() }
  let tally = Tally()
  let winner = Values([0])
  for slot in slots {
    slot.add { value in
      let isFirst = winner.state.withLock { state in
        defer { state.missing = 0 }
        return state.missing == 1
      }
      if isFirst { tally.add(value) }
    }
  }
  for (number, slot) in slots.enumerated() { slot.fill(number + 5) }
  precondition(tally.total == 5)
}

private func attach(settled: Bool) {
  let slot = settled ? Slot(1) : Slot()
  let tallies = (0..<Workload.threads).map { _ in Tally() }
  Threads.run(Workload.threads) { thread in
    let tally = tallies[thread]
    for _ in 0..<Workload.perThread {
      let child = Slot()
      slot.add { value in
        tally.add(value)
        child.fill(value)
      }
      consume(child)
    }
  }
  if !settled { slot.fill(1) }
  for tally in tallies { precondition(tally.total == Workload.perThread) }
}

private func ownPromises() {
  Threads.run(Workload.threads) { _ in handle(Workload.perThread, Tally()) }
}
