public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request, and returns a promise for the response.
  ///
  /// The task has started when the call returns. Canceling the chain's context cancels the task. A
  /// response with any status fulfills the promise. To reject error statuses, add
  /// ``PromiseKitLite/Thenable/validate(label:file:line:column:)`` to the chain.
  ///
  /// If the code belongs to a distributed trace (`PromiseTrace.context`), the request carries it, as
  /// do all requests of this library: it has the header `traceparent` with a new span, `tracestate`
  /// if there is one, and the promise posts the event `spanLinked`. A header of this name that the
  /// request has already is left alone. `PromiseEnvironment.propagation` says to which hosts.
  ///
  /// ```swift
  /// URLSession.shared.dataTask(.promise, with: url)
  ///   .validate()
  ///   .done { data, response in show(data) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - request: A `URLRequest`, or a `URL` for a GET request.
  /// - Returns: A promise for the body, which can be empty, and the response. It settles on the
  ///   session's delegate queue, and is rejected with the `URLError` of the task.
  public func dataTask(
    _: PromiseMarker, label: String? = nil, with request: any URLRequestConvertible,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<(data: Data, response: URLResponse)> {
    _dataTask(.named(label), CallSite(file, line, column), request)
  }

  func _dataTask(
    _ label: Label?, _ site: CallSite, _ request: any URLRequestConvertible
  ) -> Promise<(data: Data, response: URLResponse)> {
    promise(label, site, request) { promise, traced in
      dataTask(with: traced.request) { data, response, error in
        traced.end(response, error)
        promise.settle(data ?? Data(), response, error) { ($0, $1) }
      }
    }
  }
}

extension URLSession {
  /// Starts a task that settles a promise. Whatever cancels the promise also cancels the task. `task`
  /// ends the request that it gets.
  func promise<Value: Sendable>(
    _ label: Label?, _ site: CallSite, _ request: any URLRequestConvertible,
    _ task: (Promise<Value>, TracedRequest) -> URLSessionTask
  ) -> Promise<Value> {
    let promise = Promise<Value>(root: .body, label: label, at: site)
    // If the chain is already canceled, nothing is started.
    guard promise.isPending else { return promise }
    let task = task(promise, TracedRequest(request.pmkRequest, for: promise))
    promise.onCancel { task.cancel() }
    task.resume()
    return promise
  }
}

extension Promise {
  /// Settles with the three arguments of a task's completion handler.
  func settle<Body>(
    _ body: Body?, _ response: URLResponse?, _ error: (any Error)?,
    value: (Body, URLResponse) throws -> Value
  ) {
    // A context that canceled the task rejects the promise itself, possibly with another error.
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

extension URLSession {
  /// Sends a request, and saves the body of the response to a file.
  ///
  /// ```swift
  /// URLSession.shared.downloadTask(.promise, with: url, to: place)
  ///   .done { file, response in open(file) }
  /// ```
  ///
  /// The body is saved whatever the status, including the body of an error response.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - request: A `URLRequest`, or a `URL` for a GET request.
  ///   - saveLocation: The location of the new file. No file may exist there.
  /// - Returns: A promise for the location of the file and the response. It settles on the
  ///   session's delegate queue, and is rejected with the `URLError` of the task or the
  ///   `CocoaError` of saving.
  public func downloadTask(
    _: PromiseMarker, label: String? = nil, with request: any URLRequestConvertible,
    to saveLocation: URL,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<(saveLocation: URL, response: URLResponse)> {
    _downloadTask(.named(label), CallSite(file, line, column), request, to: saveLocation)
  }

  private func _downloadTask(
    _ label: Label?, _ site: CallSite, _ request: any URLRequestConvertible, to saveLocation: URL
  ) -> Promise<(saveLocation: URL, response: URLResponse)> {
    promise(label, site, request) { promise, traced in
      downloadTask(with: traced.request) { file, response, error in
        traced.end(response, error)
        // The session deletes its file when this handler returns.
        promise.settle(file, response, error) { file, response in
          try FileManager.default.moveItem(at: file, to: saveLocation)
          return (saveLocation, response)
        }
      }
    }
  }
}

extension URLSession {
  /// Sends a request with a body, and returns a promise for the response.
  ///
  /// ```swift
  /// var request = URLRequest(url: url)
  /// request.httpMethod = "POST"
  /// URLSession.shared.uploadTask(.promise, with: request, from: order).validate()
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - request: A `URLRequest`, whose method is usually POST or PUT.
  ///   - data: The body to send.
  /// - Returns: A promise for the body and the response, as for
  ///   ``dataTask(_:label:with:file:line:column:)``.
  public func uploadTask(
    _: PromiseMarker, label: String? = nil, with request: any URLRequestConvertible,
    from data: Data,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<(data: Data, response: URLResponse)> {
    _uploadTask(.named(label), CallSite(file, line, column), request, from: data)
  }

  /// Sends a request with the contents of a file as its body, and returns a promise for the
  /// response.
  ///
  /// ```swift
  /// var request = URLRequest(url: url)
  /// request.httpMethod = "PUT"
  /// URLSession.shared.uploadTask(.promise, with: request, fromFile: place).validate()
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - request: A `URLRequest`, whose method is usually POST or PUT.
  ///   - file: The file whose contents are sent.
  /// - Returns: A promise for the body and the response, as for
  ///   ``dataTask(_:label:with:file:line:column:)``.
  public func uploadTask(
    _: PromiseMarker, label: String? = nil, with request: any URLRequestConvertible,
    fromFile file: URL,
    file sourceFile: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<(data: Data, response: URLResponse)> {
    _uploadTask(.named(label), CallSite(sourceFile, line, column), request, fromFile: file)
  }

  private func _uploadTask(
    _ label: Label?, _ site: CallSite, _ request: any URLRequestConvertible, from data: Data
  ) -> Promise<(data: Data, response: URLResponse)> {
    promise(label, site, request) { promise, traced in
      uploadTask(with: traced.request, from: data) { data, response, error in
        traced.end(response, error)
        promise.settle(data ?? Data(), response, error) { ($0, $1) }
      }
    }
  }

  private func _uploadTask(
    _ label: Label?, _ site: CallSite, _ request: any URLRequestConvertible, fromFile file: URL
  ) -> Promise<(data: Data, response: URLResponse)> {
    promise(label, site, request) { promise, traced in
      uploadTask(with: traced.request, fromFile: file) { data, response, error in
        traced.end(response, error)
        promise.settle(data ?? Data(), response, error) { ($0, $1) }
      }
    }
  }
}
