public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request and promises the answer.
  ///
  /// The task has begun when the call returns; cancelling the chain's context cancels it. An answer of any status fulfils the promise; chain
  /// ``PromiseKitLite/Thenable/validate(label:file:line:column:)`` to reject those that tell of a failure.
  ///
  /// ```swift
  /// URLSession.shared.dataTask(.promise, with: url)
  ///   .validate()
  ///   .done { data, response in show(data) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - request: A `URLRequest`, or a `URL` to get.
  /// - Returns: A promise for the body, which may be empty, and the response. It is settled on the
  ///   session's delegate queue, and rejected with the `URLError` of the task.
  public func dataTask(
    _: PromiseMarker, label: String? = nil, with request: any URLRequestConvertible,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<(data: Data, response: URLResponse)> {
    _dataTask(.named(label), CallSite(file, line, column), request)
  }

  func _dataTask(
    _ label: Label?, _ site: CallSite, _ request: any URLRequestConvertible
  ) -> Promise<(data: Data, response: URLResponse)> {
    promise(label, site) { promise in
      dataTask(with: request.pmkRequest) { data, response, error in
        promise.settle(data ?? Data(), response, error) { ($0, $1) }
      }
    }
  }
}
