import Dispatch
import Measuring
import NIOCore
import NIOPosix

extension Subject {
  /// EventLoopFuture. Workloads on a single thread run on the thread of the loop, where a future
  /// needs no lock. The threads of the last three workloads, and of the chain on a queue, are not
  /// loop threads.
  static let swiftNIO = Subject(
    name: "SwiftNIO",
    loads: [
      .created: { onLoop(create) },
      .handled: { onLoop { handle(Workload.handled.operations, Tally(), on: loop) } },
      .ended: { onLoop(end) },
      .queueChain: { Workload.chains { chain($0) } },
      .inlineChain: { onLoop { Workload.chains { chainOnLoop($0) } } },
      .all1k: { onLoop { fanIn(.all1k) } },
      .all10k: { onLoop { fanIn(.all10k) } },
      .all100k: { onLoop { fanIn(.all100k) } },
      .race: { onLoop(raceOfAll) },
      .attachPending: { attach(settled: false) },
      .attachSettled: { attach(settled: true) },
      .ownPromises: ownPromises,
    ])
}

private let group = MultiThreadedEventLoopGroup(numberOfThreads: Workload.threads)
private let loops = Array(group.makeIterator())
private let loop = loops[0]

private func onLoop(_ body: @escaping @Sendable () -> Void) {
  wait(for: loop) { body() }
}

/// Runs `body` on a loop, after everything that was enqueued there before.
private func wait(for loop: any EventLoop, _ body: @escaping @Sendable () -> Void = {}) {
  let end = DispatchSemaphore(value: 0)
  loop.execute {
    body()
    end.signal()
  }
  end.wait()
}

private func create() {
  for number in 0..<Workload.created.operations {
    let future = loop.makeSucceededFuture(number)
    consume(future)
    if number == 7 { future.whenSuccess { precondition($0 == 7) } }
  }
}

private func handle(_ count: Int, _ tally: Tally, on loop: any EventLoop) {
  for _ in 0..<count {
    let promise = loop.makePromise(of: Int.self)
    let child = promise.futureResult.map { tally.add($0) }
    promise.succeed(1)
    consume(child)
  }
  if loop.inEventLoop { precondition(tally.total == count) }
}

/// Here, a handler of this kind creates no future.
private func end() {
  let tally = Tally()
  for _ in 0..<Workload.ended.operations {
    let promise = loop.makePromise(of: Int.self)
    promise.futureResult.whenSuccess { tally.add($0) }
    promise.succeed(1)
  }
  precondition(tally.total == Workload.ended.operations)
}

private func chain(_ links: Int) {
  let root = loop.makePromise(of: Int.self)
  var last = root.futureResult
  for _ in 0..<links { last = last.map { $0 + 1 } }
  let end = DispatchSemaphore(value: 0)
  let finished = last.map { value in
    precondition(value == links)
    end.signal()
  }
  root.succeed(0)
  end.wait()
  consume(finished)
}

private func chainOnLoop(_ links: Int) {
  let root = loop.makePromise(of: Int.self)
  var last = root.futureResult
  for _ in 0..<links { last = last.map { $0 + 1 } }
  let tally = Tally()
  let finished = last.map { tally.add($0) }
  root.succeed(0)
  precondition(tally.total == links)
  consume(finished)
}

private func fanIn(_ workload: Workload) {
  for _ in 0..<workload.operations / workload.inputs {
    let promises = (0..<workload.inputs).map { _ in loop.makePromise(of: Int.self) }
    let tally = Tally()
    let finished = EventLoopFuture.whenAllSucceed(promises.map(\.futureResult), on: loop).map {
      tally.add($0.reduce(0, +))
    }
    for promise in promises { promise.succeed(1) }
    precondition(tally.total == workload.inputs)
    consume(finished)
  }
}

/// There is no race: every input completes one promise, and the first one counts.
private func raceOfAll() {
  let promises = (0..<Workload.race.inputs).map { _ in loop.makePromise(of: Int.self) }
  let winner = loop.makePromise(of: Int.self)
  for promise in promises { promise.futureResult.cascade(to: winner) }
  let tally = Tally()
  let finished = winner.futureResult.map { tally.add($0) }
  for (number, promise) in promises.enumerated() { promise.succeed(number + 5) }
  precondition(tally.total == 5)
  consume(finished)
}

private func attach(settled: Bool) {
  let promise = loop.makePromise(of: Int.self)
  if settled { promise.succeed(1) }
  let tallies = (0..<Workload.threads).map { _ in Tally() }
  Threads.run(Workload.threads) { thread in
    let tally = tallies[thread]
    for _ in 0..<Workload.perThread { consume(promise.futureResult.map { tally.add($0) }) }
  }
  if !settled { promise.succeed(1) }
  wait(for: loop)
  for tally in tallies { precondition(tally.total == Workload.perThread) }
}

/// Each thread has its own loop.
private func ownPromises() {
  let tallies = (0..<Workload.threads).map { _ in Tally() }
  Threads.run(Workload.threads) { thread in
    handle(Workload.perThread, tallies[thread], on: loops[thread])
    wait(for: loops[thread])
  }
  for tally in tallies { precondition(tally.total == Workload.perThread) }
}
