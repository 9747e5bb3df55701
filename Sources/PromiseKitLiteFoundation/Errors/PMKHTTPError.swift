public import Foundation
@_exported public import PromiseKitErrors
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// The errors of HTTP responses, thrown by
/// ``PromiseKitLite/Thenable/validate(label:file:line:column:)``.
///
/// ```swift
/// URLSession.shared.dataTask(.promise, with: url).validate()
///   .done { answer in show(answer.data) }
///   .catch(only: PMKHTTPError.self) { error in
///     if case .badStatusCode(404, _, _) = error { askAgain() }
///   }
///   .catch { error in alert(error) }
/// ```
#if hasAttribute(nonexhaustive)
  @nonexhaustive
#endif
public enum PMKHTTPError: Error, Sendable {
  /// The status is outside 200..<300. The associated values are the status, the body, and the
  /// response.
  case badStatusCode(Int, Data, HTTPURLResponse)
}

extension PMKHTTPError: CustomStringConvertible {
  /// The status, as a number and as text, and the URL without its query, which may be secret:
  /// `404 not found from http://127.0.0.1:8080/items`.
  public var description: String {
    switch self {
    case .badStatusCode(let code, _, let response):
      let text = HTTPURLResponse.localizedString(forStatusCode: code)
      guard let address = response.url?.withoutSecrets else { return "\(code) \(text)" }
      return "\(code) \(text) from \(address)"
    }
  }
}

extension PMKHTTPError: LocalizedError {
  /// The same as ``description``, so that `localizedDescription` also returns it.
  public var errorDescription: String? { description }
}

extension URL {
  /// The URL without user, password, query, and fragment.
  fileprivate var withoutSecrets: String? {
    guard var parts = URLComponents(url: self, resolvingAgainstBaseURL: true) else { return nil }
    parts.user = nil
    parts.password = nil
    parts.query = nil
    parts.fragment = nil
    return parts.string
  }
}

extension CocoaError: CancellableError {
  /// Whether the user canceled the operation: the code is `userCancelled`.
  public var isCancelled: Bool { code == .userCancelled }
}

extension URLError: CancellableError {
  /// Whether the task was canceled: the code is `cancelled`.
  public var isCancelled: Bool { code == .cancelled }
}

extension NSError: CancellableError {
  /// Whether the error is one of the two cancellations, `CocoaError.userCancelled` or
  /// `URLError.cancelled`, in its Objective-C form.
  public var isCancelled: Bool { isFoundationCancellation }
}
