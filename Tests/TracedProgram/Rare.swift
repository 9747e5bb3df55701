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

/// A chain that does not wait for what it started, which mostly goes well. `coldState
/// [MILLISECONDS]` is the time before it checks. Exits with 1 if it checked too early.
func coldState(_ words: [String]) {
  let (left, right) = (DispatchQueue(label: "left"), DispatchQueue(label: "right"))
  let written = Mutex(0)
  let patience = words.first.flatMap { Int($0) } ?? 5
  finish(
    Promise.value(3)
      .done(label: "keep", on: left) { items in
        _ = right.async(.promise, label: "write") { written.withLock { $0 = items } }
      }
      .done(label: "connect", on: left) { work(for: .milliseconds(patience)) }
      .done(label: "order", on: left) { note("ordered \(written.withLock { $0 }) items") })
  if written.withLock({ $0 }) == 0 {
    print("nothing was ordered")
    fflush(nil)
    exit(1)
  }
}
