public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Sends a request and saves the answer's body in a file.
  ///
  /// ```swift
  /// URLSession.shared.downloadTask(.promise, with: url, to: place)
  ///   .done { file, response in open(file) }
  /// ```
  ///
  /// The body of any status is saved: a server's words about a failure too.
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - request: A `URLRequest`, or a `URL` to get.
  ///   - saveLocation: Where the file goes. Nothing may be there yet.
  /// - Returns: A promise for the place of the file and the response. It is settled on the session's
  ///   delegate queue, and rejected with the `URLError` of the task, or the `CocoaError` of saving.
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
    promise(label, site) { promise in
      downloadTask(with: request.pmkRequest) { file, response, error in
        // The session removes its file when this handler returns.
        promise.settle(file, response, error) { file, response in
          try FileManager.default.moveItem(at: file, to: saveLocation)
          return (saveLocation, response)
        }
      }
    }
  }
}
