import PromiseSystem
import Synchronization

/// The numbers of the process's threads in events, in order of first use.
package enum ThreadNumber {
  /// The number of the current thread.
  package static var current: ThreadID {
    if let known = pthread_getspecific(key) { return ThreadID(Int(bitPattern: known)) }
    let number = count.add(1, ordering: .relaxed).newValue
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
    return ThreadID(number)
  }

  private static let count = Atomic<Int>(0)
  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    precondition(status == 0, "PromiseKitLite: no thread-specific keys are left in this process")
    return key
  }()
}
