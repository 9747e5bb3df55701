import Dispatch
import Foundation

/// Runs the main thread's run loop until the promise settles, in a command-line program or a test.
///
/// ```swift
/// show(try hang(load(id)))
/// ```
///
/// Unlike `wait()`, it lets handlers run on main in the meantime. On any other thread, and in a
/// simulation, it is the same as `wait()`.
///
/// - Returns: The value of the promise.
/// - Throws: The error that the promise is rejected with, which then counts as handled.
public func hang<T: Sendable>(_ promise: Promise<T>) throws -> T {
  guard Thread.isMainThread, promise.environment.executor is DispatchExecutor else {
    return try promise.wait()
  }
  let outcome = Outcome<T>()
  promise.pipe { (result: PromiseKit.Result<T>) in
    outcome.settle(result)
    // Wakes up the run loop.
    DispatchQueue.main.async {}
  }
  // The promise may depend on handlers that this thread has yet to notify.
  PromiseEnvironment.catchUp()
  while true {
    if let result = outcome.result { return try result.swift.get() }
    _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.1))
  }
}

/// The result of the promise, shared by the thread that settles it and the thread that waits.
private final class Outcome<T: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var settled: PromiseKit.Result<T>?

  var result: PromiseKit.Result<T>? { lock.withLock { settled } }
  func settle(_ result: PromiseKit.Result<T>) { lock.withLock { settled = result } }
}
