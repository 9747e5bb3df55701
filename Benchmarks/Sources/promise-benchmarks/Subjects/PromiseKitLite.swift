import Dispatch
import Measuring
import PromiseKitLite

extension Subject {
  static let promiseKitLite = Subject(
    name: "PromiseKitLite",
    loads: [
      .created: create,
      .handled: { handle(Workload.handled.operations, Tally()) },
      .ended: end,
      .queueChain: { Workload.chains { chain($0, on: queue) } },
      .inlineChain: { Workload.chains { chain($0, on: nil) } },
      .all1k: { fanIn(.all1k) },
      .all10k: { fanIn(.all10k) },
      .all100k: { fanIn(.all100k) },
      .race: raceOfAll,
      .attachPending: { attach(settled: false) },
      .attachSettled: { attach(settled: true) },
      .ownPromises: ownPromises,
    ])
}

private let queue = DispatchQueue(label: "promises")

private func create() {
  for number in 0..<Workload.created.operations {
    let promise = Promise.value(number)
    consume(promise)
    if number == 7 { precondition(promise.value == 7) }
  }
}

private func handle(_ count: Int, _ tally: Tally) {
  for _ in 0..<count {
    let (promise, seal) = Promise<Int>.pending()
    let child = promise.map(on: nil) { tally.add($0) }
    seal.fulfill(1)
    consume(child)
  }
  precondition(tally.total == count)
}

private func end() {
  let tally = Tally()
  for _ in 0..<Workload.ended.operations {
    let (promise, seal) = Promise<Int>.pending()
    let end = promise.done(on: nil) { tally.add($0) }
    seal.fulfill(1)
    consume(end)
  }
  precondition(tally.total == Workload.ended.operations)
}

private func chain(_ links: Int, on dispatcher: (any Dispatcher)?) {
  let (root, seal) = Promise<Int>.pending()
  var last = root
  for _ in 0..<links { last = last.map(on: dispatcher) { $0 + 1 } }
  let end = DispatchSemaphore(value: 0)
  let finished = last.done(on: dispatcher) { value in
    precondition(value == links)
    end.signal()
  }
  seal.fulfill(0)
  end.wait()
  consume(finished)
}

private func fanIn(_ workload: Workload) {
  for _ in 0..<workload.operations / workload.inputs {
    let pairs = (0..<workload.inputs).map { _ in Promise<Int>.pending() }
    let tally = Tally()
    let finished = when(fulfilled: pairs.map(\.promise)).done(on: nil) { values in
      tally.add(values.reduce(0, +))
    }
    for pair in pairs { pair.resolver.fulfill(1) }
    precondition(tally.total == workload.inputs)
    consume(finished)
  }
}

private func raceOfAll() {
  let pairs = (0..<Workload.race.inputs).map { _ in Promise<Int>.pending() }
  let tally = Tally()
  let finished = race(pairs.map(\.promise)).done(on: nil) { tally.add($0) }
  for (number, pair) in pairs.enumerated() { pair.resolver.fulfill(number + 5) }
  precondition(tally.total == 5)
  consume(finished)
}

private func attach(settled: Bool) {
  let (promise, seal) = Promise<Int>.pending()
  if settled { seal.fulfill(1) }
  let tallies = (0..<Workload.threads).map { _ in Tally() }
  Threads.run(Workload.threads) { thread in
    let tally = tallies[thread]
    for _ in 0..<Workload.perThread { consume(promise.map(on: nil) { tally.add($0) }) }
  }
  if !settled { seal.fulfill(1) }
  for tally in tallies { precondition(tally.total == Workload.perThread) }
}

private func ownPromises() {
  Threads.run(Workload.threads) { _ in handle(Workload.perThread, Tally()) }
}
