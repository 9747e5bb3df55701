import Dispatch
import Measuring
import OpenCombine
import OpenCombineDispatch

extension Subject {
  /// Future, and publishers derived from it.
  static let openCombine = Subject(
    name: "OpenCombine",
    loads: [
      .created: create,
      .handled: { handle(Workload.handled.operations, Tally()) },
      .queueChain: queueChains,
      .inlineChain: chains,
      .all1k: { fanIn(.all1k) },
      .all10k: { fanIn(.all10k) },
      .all100k: { fanIn(.all100k) },
      .race: raceOfAll,
      .attachPending: { attach(settled: false) },
      .attachSettled: { attach(settled: true) },
      .ownPromises: ownPromises,
    ])
}

private let queue = DispatchQueue(label: "publishers")

/// A future and its resolver. (A future can be used from any thread, although it is not declared
/// `Sendable`.)
private struct Pending: @unchecked Sendable {
  let future: Future<Int, Never>
  let resolve: (Result<Int, Never>) -> Void

  init() {
    var resolve: ((Result<Int, Never>) -> Void)?
    future = Future { resolve = $0 }
    self.resolve = resolve ?? { _ in }
  }
}

private func create() {
  for number in 0..<Workload.created.operations {
    let future = Future<Int, Never> { $0(.success(number)) }
    consume(future)
    if number == 7 { consume(future.sink { precondition($0 == 7) }) }
  }
}

private func handle(_ count: Int, _ tally: Tally) {
  for _ in 0..<count {
    let pending = Pending()
    let child = pending.future.map { $0 }.sink { tally.add($0) }
    pending.resolve(.success(1))
    consume(child)
  }
  precondition(tally.total == count)
}

/// Subscribing and delivering recurse along a chain, so a long chain needs more stack than a thread
/// has. This uses many short chains instead.
private let links = 500

private func chains() {
  for _ in 0..<Workload.inlineChain.operations / links {
    let pending = Pending()
    var last = AnyPublisher(pending.future)
    for _ in 0..<links { last = AnyPublisher(last.map { $0 + 1 }) }
    let tally = Tally()
    let finished = last.sink { tally.add($0) }
    pending.resolve(.success(0))
    precondition(tally.total == links)
    consume(finished)
  }
}

private func queueChains() {
  for _ in 0..<Workload.queueChain.operations / links {
    let pending = Pending()
    var last = AnyPublisher(pending.future)
    for _ in 0..<links {
      last = AnyPublisher(
        last.receive(on: DispatchQueue.OCombine(queue)).map { $0 + 1 })
    }
    let end = DispatchSemaphore(value: 0)
    let finished = last.sink { value in
      precondition(value == links)
      end.signal()
    }
    pending.resolve(.success(0))
    end.wait()
    consume(finished)
  }
}

/// There is no `all`: the futures are merged and collected, in the order in which they are
/// fulfilled.
private func fanIn(_ workload: Workload) {
  for _ in 0..<workload.operations / workload.inputs {
    let all = (0..<workload.inputs).map { _ in Pending() }
    let tally = Tally()
    let finished = Publishers.Sequence<[Future<Int, Never>], Never>(sequence: all.map(\.future))
      .flatMap { $0 }.collect().sink { tally.add($0.reduce(0, +)) }
    for pending in all { pending.resolve(.success(1)) }
    precondition(tally.total == workload.inputs)
    consume(finished)
  }
}

private func raceOfAll() {
  let all = (0..<Workload.race.inputs).map { _ in Pending() }
  let tally = Tally()
  let finished = Publishers.Sequence<[Future<Int, Never>], Never>(sequence: all.map(\.future))
    .flatMap { $0 }.first().sink { tally.add($0) }
  for (number, pending) in all.enumerated() { pending.resolve(.success(number + 5)) }
  precondition(tally.total == 5)
  consume(finished)
}

private func attach(settled: Bool) {
  let pending = Pending()
  if settled { pending.resolve(.success(1)) }
  let tallies = (0..<Workload.threads).map { _ in Tally() }
  let kept = Kept(count: Workload.threads)
  Threads.run(Workload.threads) { thread in
    let tally = tallies[thread]
    var mine: [AnyCancellable] = []
    for _ in 0..<Workload.perThread {
      mine.append(pending.future.map { $0 }.sink { tally.add($0) })
    }
    kept.subscriptions[thread] = mine
  }
  if !settled { pending.resolve(.success(1)) }
  for tally in tallies { precondition(tally.total == Workload.perThread) }
}

/// Subscriptions end when they are released; each thread writes its own element.
private final class Kept: @unchecked Sendable {
  let subscriptions: UnsafeMutableBufferPointer<[AnyCancellable]>

  init(count: Int) {
    subscriptions = .allocate(capacity: count)
    subscriptions.initialize(repeating: [])
  }
  deinit {
    subscriptions.deinitialize()
    subscriptions.deallocate()
  }
}

private func ownPromises() {
  Threads.run(Workload.threads) { _ in handle(Workload.perThread, Tally()) }
}
