import Dispatch
import Synchronization

/// What `make` makes of each of two things: at the same time, where there are two processors.
func atOnce<Input: Sendable, Output: Sendable>(
  _ one: Input, _ other: Input, _ make: @Sendable (Input) -> Output
) -> (Output, Output) {
  let made = Mutex<[Int: Output]>([:])
  DispatchQueue.concurrentPerform(iterations: 2) { number in
    let output = make(number == 0 ? one : other)
    made.withLock { $0[number] = output }
  }
  let outputs = made.withLock { $0 }
  return (outputs[0] ?? make(one), outputs[1] ?? make(other))
}
