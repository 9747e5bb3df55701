import Dispatch
import PromiseKitLite
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

// Values that harm a program which looks at them.

/// A list that is built of values only.
private indirect enum Levels: Sendable {
  case end
  case next(Levels)
}

/// A value of many levels: `deep [LEVELS]`.
func deep(_ words: [String]) {
  var levels = Levels.end
  for _ in 0..<(words.first.flatMap { Int($0) } ?? 100_000) { levels = .next(levels) }
  let promise = Promise.value(label: "deep", levels)
  // To free the value would need as much stack as to describe it.
  _ = Unmanaged.passRetained(promise)
  finish(promise.done(label: "done", on: nil) { _ in })
  print("settled")
}

/// A value and an error whose descriptions take a lock that is held while they settle a promise:
/// `locked`.
func locked(_ words: [String]) {
  struct Locked: Error, CustomStringConvertible {
    static let lock = Mutex(0)
    var description: String { Locked.lock.withLock { "\($0)" } }
  }
  let (promise, seal) = Promise<Locked>.pending(label: "locked")
  let (failing, other) = Promise<Locked>.pending(label: "locked error")
  Locked.lock.withLock { _ in
    seal.fulfill(Locked())
    other.reject(Locked())
  }
  finish(promise.done(label: "done", on: nil) { _ in })
  finish(failing.recover(label: "recover", on: nil) { _ in Promise.value(Locked()) })
  print("settled")
}

/// A value of 20 MB: `huge`. Prints the milliseconds of processor time that it took to settle a
/// promise with it.
func huge(_ words: [String]) {
  let (promise, seal) = Promise<[UInt8]>.pending(label: "huge")
  let bytes = [UInt8](repeating: 1, count: 20_000_000)
  let begin = clock()
  seal.fulfill(bytes)
  let time = Int(clock() - begin) * 1000 / Int(CLOCKS_PER_SEC)
  finish(promise.done(label: "done", on: nil) { _ in })
  print(time)
}

/// Values and errors whose descriptions take long: `slow`. Prints how often one was called.
func slow(_ words: [String]) {
  struct Slow: Error, CustomStringConvertible {
    static let calls = Atomic<Int>(0)
    var description: String {
      Slow.calls.add(1, ordering: .relaxed)
      usleep(20_000)
      return "slow"
    }
  }
  for number in 0..<3 {
    finish(Promise.value(label: "slow \(number)", Slow()).map(on: nil) { $0 })
    finish(
      Promise<Slow>(label: "error \(number)", error: Slow())
        .recover(on: nil) { _ in Promise.value(Slow()) })
    PromiseTrace.note("\(number)")
  }
  print(Slow.calls.load(ordering: .relaxed))
}
