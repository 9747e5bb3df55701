import Dispatch
import PromiseKitLite
import Synchronization
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A hundred promises without labels on six queues, of which one chain reads what another one writes, and is rarely
/// too early: `crowd [EVERY [CHAINS]]`. It is too early in one of 50 runs of a repetition, by PROMISE_REPEAT_RUN, or in
/// one of EVERY. Then it prints a wrong total, and exits with status 0 all the same.
func crowd(_ words: [String]) {
  let every = words.first.flatMap { Int($0) } ?? 50
  let chains = words.dropFirst().first.flatMap { Int($0) } ?? 15
  let run = getenv("PROMISE_REPEAT_RUN").flatMap { Int(String(cString: $0)) } ?? 1
  let total = Mutex(0)
  let queues = (1...4).map { DispatchQueue(label: "worker \($0)") }
  let (store, reader) = (DispatchQueue(label: "store"), DispatchQueue(label: "reader"))
  // Whatever takes long today, it is not in every run.
  let delay = run % every == every / 2 ? 12 : 0
  var ends: [Promise<Void>] = []
  for number in 0..<chains {
    let queue = queues[number % 4]
    ends.append(
      queue.async(.promise) { work(for: .microseconds(20 * Int.random(in: 0...5))) }
        .map(on: queues[(number + 1) % 4]) { number }
        .map(on: queue) { $0 + 1 }
        .get(on: queue) { _ in work(for: .microseconds(10 * Int.random(in: 0...5))) }
        .map(on: queues[(number + 2) % 4]) { $0 * 2 }
        .done(on: queue) { _ in })
  }
  let written = after(.milliseconds(2 + delay)).done(on: store) { total.withLock { $0 = 3 } }
  let read = after(.milliseconds(8)).done(on: reader) {
    print("total \(total.withLock { $0 })")
  }
  for last in [written, read] { ends.append(Promise.value(()).then(on: nil) { last }) }
  finish(when(fulfilled: ends))
}
