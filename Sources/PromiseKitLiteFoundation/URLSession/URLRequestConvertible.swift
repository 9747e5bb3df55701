public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

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
