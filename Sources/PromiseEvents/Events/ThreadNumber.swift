import PromiseSystem
import Synchronization

/// The numbers of the process's threads in events, in order of first use.
package enum ThreadNumber {
  /// The number of the current thread.
  package static var current: ThreadID {
    guard let key else { return ofThreadWithoutKey }
    if let known = pthread_getspecific(key) { return ThreadID(Int(bitPattern: known)) }
    let number = count.add(1, ordering: .relaxed).newValue
    pthread_setspecific(key, UnsafeRawPointer(bitPattern: number))
    return ThreadID(number)
  }

  /// The number of a thread in a program that has used all keys: one that no counted thread has.
  private static var ofThreadWithoutKey: ThreadID {
    let address = withUnsafeBytes(of: pthread_self()) { $0.load(as: UInt.self) }
    return ThreadID(1 << 31 | Int(address >> 6 & 0x7FFF_FFFF))
  }

  private static let count = Atomic<Int>(0)
  private static let key: pthread_key_t? = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, nil)
    return status == 0 ? key : nil
  }()
}
