import Dispatch
import Synchronization

/// What `make` makes of the numbers from 0 up to `count`, in their order: of several at the same time, where
/// there are processors for that.
package func atOnce<Output: Sendable>(
  _ count: Int, _ make: @Sendable (Int) -> Output
) -> [Output] {
  let made = Mutex<[Int: Output]>([:])
  DispatchQueue.concurrentPerform(iterations: max(0, count)) { number in
    let output = make(number)
    made.withLock { $0[number] = output }
  }
  let outputs = made.withLock { $0 }
  return outputs.sorted { $0.key < $1.key }.map(\.value)
}

/// What `make` makes of each of two things, at the same time.
package func atOnce<Input: Sendable, Output: Sendable>(
  _ one: Input, _ other: Input, _ make: @Sendable (Input) -> Output
) -> (Output, Output) {
  let outputs = atOnce(2) { make($0 == 0 ? one : other) }
  return (outputs[0], outputs[1])
}
