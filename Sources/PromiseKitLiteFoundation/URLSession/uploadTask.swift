public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request with a body and promises the answer.
  ///
  /// ```swift
  /// var request = URLRequest(url: url)
  /// request.httpMethod = "POST"
  /// URLSession.shared.uploadTask(.promise, with: request, from: order).validate()
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - request: A `URLRequest`, whose method is usually POST or PUT.
  ///   - data: The body to send.
  /// - Returns: A promise for the answer's body and the response, as that of
  ///   ``dataTask(_:label:with:file:line:column:)``.
  public func uploadTask(
    _: PromiseMarker, label: String? = nil, with request: any URLRequestConvertible,
    from data: Data,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<(data: Data, response: URLResponse)> {
    _uploadTask(.named(label), CallSite(file, line, column), request, from: data)
  }

  /// Sends a request with the contents of a file as its body, and promises the answer.
  ///
  /// ```swift
  /// var request = URLRequest(url: url)
  /// request.httpMethod = "PUT"
  /// URLSession.shared.uploadTask(.promise, with: request, fromFile: place).validate()
  /// ```
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - request: A `URLRequest`, whose method is usually POST or PUT.
  ///   - file: The file whose contents are sent.
  /// - Returns: A promise for the answer's body and the response, as that of
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
    promise(label, site) { promise in
      uploadTask(with: request.pmkRequest, from: data) { data, response, error in
        promise.settle(data ?? Data(), response, error) { ($0, $1) }
      }
    }
  }

  private func _uploadTask(
    _ label: Label?, _ site: CallSite, _ request: any URLRequestConvertible, fromFile file: URL
  ) -> Promise<(data: Data, response: URLResponse)> {
    promise(label, site) { promise in
      uploadTask(with: request.pmkRequest, fromFile: file) { data, response, error in
        promise.settle(data ?? Data(), response, error) { ($0, $1) }
      }
    }
  }
}
