public import Dispatch
public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Gets something that the server has as JSON: sends the request, rejects a status that tells of a
  /// failure, and decodes the body.
  ///
  /// ```swift
  /// URLSession.shared.fetch([Item].self, from: url).done { items in show(items) }
  /// ```
  ///
  /// It is `dataTask(.promise, with: request).validate().decode(type)`, and shows as these three.
  /// (ResultPromises)
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: What the answer holds.
  ///   - request: A `URL` to get, or a `URLRequest`.
  ///   - decoder: How the answer is written.
  ///   - dispatcher: Where it is decoded: in the background if it is not named, inline if it is `nil`.
  /// - Returns: A promise for the decoded value. It is rejected with the `URLError` of the task, with
  ///   ``PMKHTTPError``, or with what the decoder throws, a `DecodingError` usually.
  /// - Complexity: What the decoder takes, at least linear in the size of the answer.
  public func fetch<T: Decodable & Sendable>(
    label: String? = nil, _ type: T.Type = T.self, from request: any URLRequestConvertible,
    decoder: JSONDecoder = JSONDecoder(),
    on dispatcher: (any Dispatcher)? = .background, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<T> {
    _fetch(
      .named(label), dispatcher.with(flags: flags), CallSite(file, line, column), request, decoder)
  }

  private func _fetch<T: Decodable & Sendable>(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ request: any URLRequestConvertible, _ decoder: JSONDecoder
  ) -> Promise<T> {
    _dataTask(nil, site, request)._validate(nil, site)
      ._decode(label, dispatcher, site, decoder) { $0.data }
  }
}

/// What can be sent as a request: a `URLRequest`, a `URL`, or a type of your own, such as the list of
/// your server's routes.
///
/// ```swift
/// enum Route: URLRequestConvertible {
///   case items, item(Int)
///   var pmkRequest: URLRequest {
///     switch self {
///     case .items: URLRequest(url: url.appendingPathComponent("items"))
///     case .item(let id): URLRequest(url: url.appendingPathComponent("items/\(id)"))
///     }
///   }
/// }
/// URLSession.shared.dataTask(.promise, with: Route.item(7)).validate()
/// ```
public protocol URLRequestConvertible {
  /// The request to send.
  var pmkRequest: URLRequest { get }
}

extension URLRequest: URLRequestConvertible {
  /// The request itself.
  public var pmkRequest: URLRequest { self }
}

extension URL: URLRequestConvertible {
  /// A GET of the address.
  public var pmkRequest: URLRequest { URLRequest(url: self) }
}
