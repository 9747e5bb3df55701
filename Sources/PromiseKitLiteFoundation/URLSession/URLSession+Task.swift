import Foundation
import PromiseKitLite

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension URLSession {
  /// Makes a task that settles a promise, and begins it. Whatever cancels the promise cancels the task.
  func promise<Value: Sendable>(
    _ label: Label?, _ site: CallSite, _ task: (Promise<Value>) -> URLSessionTask
  ) -> Promise<Value> {
    let promise = Promise<Value>(root: .body, label: label, at: site)
    // In a chain that is cancelled already, nothing begins.
    guard promise.isPending else { return promise }
    let task = task(promise)
    promise.onCancel { task.cancel() }
    task.resume()
    return promise
  }
}

extension Promise {
  /// Settles with what the three arguments of a task's completion handler say together.
  func settle<Body>(
    _ body: Body?, _ response: URLResponse?, _ error: (any Error)?,
    value: (Body, URLResponse) throws -> Value
  ) {
    // A context that cancelled the task rejects the promise itself, maybe with another error.
    if let error, error.isCancelled, cancelContext?.isCancelled == true { return }
    do {
      if let error { throw error }
      guard let body, let response else { throw PMKError.invalidCallingConvention }
      settle(Settled.value(try value(body, response)))
    } catch {
      settle(.error(error))
    }
  }
}
