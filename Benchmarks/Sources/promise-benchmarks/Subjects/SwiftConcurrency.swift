import Dispatch
import Measuring
import Synchronization

extension Subject {
  /// Tasks, continuations, and task groups.
  static let swiftConcurrency = Subject(
    name: "Swift Task",
    loads: [
      .created: { wait(create) },
      .handled: { wait { await handle(Workload.handled.operations, Tally()) } },
      .queueChain: { Workload.chains { links in wait { await serialChain(links) } } },
      .inlineChain: { Workload.chains { links in wait { await chain(links) } } },
      .all1k: { wait { await fanIn(.all1k) } },
      .all10k: { wait { await fanIn(.all10k) } },
      .all100k: { wait { await fanIn(.all100k) } },
      .race: { wait(raceOfAll) },
      .attachPending: { wait { await attach(settled: false) } },
      .attachSettled: { wait { await attach(settled: true) } },
      .ownPromises: { wait(ownPromises) },
    ])
}

private func wait(_ body: @escaping @Sendable () async -> Void) {
  let end = DispatchSemaphore(value: 0)
  Task {
    await body()
    end.signal()
  }
  end.wait()
}

/// A value that arrives later, with the continuations that wait for it.
private final class Source: Sendable {
  private let state = Mutex<(value: Int?, waiting: [UnsafeContinuation<Int, Never>])>((nil, []))

  var value: Int {
    get async {
      await withUnsafeContinuation { continuation in
        let value = state.withLock { state in
          if state.value == nil { state.waiting.append(continuation) }
          return state.value
        }
        if let value { continuation.resume(returning: value) }
      }
    }
  }

  func fill(_ value: Int) {
    let waiting = state.withLock { state in
      defer { state = (value, []) }
      return state.waiting
    }
    for continuation in waiting { continuation.resume(returning: value) }
  }
}

@globalActor
private actor Serial {
  static let shared = Serial()
}

private func create() async {
  for number in 0..<Workload.created.operations {
    let value = await Task { number }.value
    precondition(value == number)
  }
}

private func handle(_ count: Int, _ tally: Tally) async {
  for _ in 0..<count {
    let source = Source()
    let child = Task { tally.add(await source.value) }
    source.fill(1)
    await child.value
  }
  precondition(tally.total == count)
}

private func chain(_ links: Int) async {
  let source = Source()
  var last = Task { await source.value }
  for _ in 0..<links {
    let previous = last
    last = Task { await previous.value + 1 }
  }
  source.fill(0)
  let value = await last.value
  precondition(value == links)
}

private func serialChain(_ links: Int) async {
  let source = Source()
  var last = Task { await source.value }
  for _ in 0..<links {
    let previous = last
    last = Task { @Serial in await previous.value + 1 }
  }
  source.fill(0)
  let value = await last.value
  precondition(value == links)
}

private func fanIn(_ workload: Workload) async {
  for _ in 0..<workload.operations / workload.inputs {
    let values = await withTaskGroup(of: (Int, Int).self) { group in
      for index in 0..<workload.inputs { group.addTask { (index, 1) } }
      var values = Array(repeating: 0, count: workload.inputs)
      for await (index, value) in group { values[index] = value }
      return values
    }
    precondition(values.reduce(0, +) == workload.inputs)
  }
}

private func raceOfAll() async {
  let first = await withTaskGroup(of: Int.self) { group in
    for _ in 0..<Workload.race.inputs { group.addTask { 5 } }
    return await group.next()
  }
  precondition(first == 5)
}

private func attach(settled: Bool) async {
  let source = Source()
  let root = Task { await source.value }
  if settled {
    source.fill(1)
    _ = await root.value
  }
  let tallies = (0..<Workload.threads).map { _ in Tally() }
  let end = Countdown(Workload.threads * Workload.perThread)
  Threads.run(Workload.threads) { thread in
    let tally = tallies[thread]
    for _ in 0..<Workload.perThread {
      Task {
        tally.add(await root.value)
        end.signal()
      }
    }
  }
  if !settled { source.fill(1) }
  await end.wait()
  for tally in tallies { precondition(tally.total == Workload.perThread) }
}

/// Resumes the waiting task after the given number of signals.
private final class Countdown: Sendable {
  private let left: Atomic<Int>
  private let source = Source()

  init(_ count: Int) { left = Atomic(count) }

  func signal() {
    if left.subtract(1, ordering: .acquiringAndReleasing).newValue == 0 { source.fill(1) }
  }
  func wait() async { _ = await source.value }
}

private func ownPromises() async {
  await withTaskGroup(of: Void.self) { group in
    for _ in 0..<Workload.threads {
      group.addTask { await handle(Workload.perThread, Tally()) }
    }
  }
}
