public import Dispatch
public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Fetches a JSON resource: sends the request, rejects error statuses, and decodes the body.
  ///
  /// ```swift
  /// URLSession.shared.fetch([Item].self, from: url).done { items in show(items) }
  /// ```
  ///
  /// It is the same as `dataTask(.promise, with: request).validate().decode(type)`, and appears as
  /// these three links. (ResultPromises)
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: The type to decode.
  ///   - request: A `URL` for a GET request, or a `URLRequest`.
  ///   - decoder: The decoder for the body.
  ///   - dispatcher: The queue on which the body is decoded: the background queue by default;
  ///     inline if `nil`.
  /// - Returns: A promise for the decoded value. It is rejected with the `URLError` of the task,
  ///   with ``PMKHTTPError``, or with the error of the decoder, usually a `DecodingError`.
  /// - Complexity: That of the decoder, at least linear in the size of the body.
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

/// A type that can be sent as a request: a `URLRequest`, a `URL`, or a type of your own, such as
/// the list of your server's routes.
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
  /// A GET request for the URL.
  public var pmkRequest: URLRequest { URLRequest(url: self) }
}
