import Dispatch
import PromiseKitLite
import Synchronization

/// Loads the value of a key once, and again if that failed.
final class Memo<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private let label: String
  private let queue: DispatchQueue
  private let load: @Sendable (Key) throws -> Promise<Value>
  private let loads = Mutex<[Key: Promise<Value>]>([:])
  // A handler of this guarantee runs outside the context of the caller, so no caller cancels what
  // others wait for.
  private let start = Guarantee()

  init(
    _ label: String, on queue: DispatchQueue = .main,
    load: @escaping @Sendable (Key) throws -> Promise<Value>
  ) {
    (self.label, self.queue, self.load) = (label, queue, load)
  }

  func value(for key: Key) -> Promise<Value> {
    // What is replaced is released after unlocking: that can run code of the program.
    let (promise, _) = loads.withLock { loads -> (Promise<Value>, Promise<Value>?) in
      if let known = loads[key], !known.isRejected { return (known, nil) }
      // A queue never runs the handler here, inside the lock.
      let new = start.then(label: "\(label) \(key)", on: queue) { [load] in try load(key) }
      return (new, loads.updateValue(new, forKey: key))
    }
    return promise
  }
}
