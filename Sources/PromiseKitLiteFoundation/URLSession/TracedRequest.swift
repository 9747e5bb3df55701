import Foundation
import PromiseKitLite

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A request that carries the context of the distributed trace that it belongs to, if there is one.
struct TracedRequest: Sendable {
  /// The request with the headers of the trace.
  let request: URLRequest
  private let span: PromiseTrace.ClientSpan?

  /// Adds the headers to `request`, for which `promise` stands, and posts the context. Headers that the
  /// program has set stay as they are.
  init(_ request: URLRequest, for promise: PromiseCore) {
    if let own = request.value(forHTTPHeaderField: "traceparent") {
      if let context = PromiseEvent.TraceContext(traceparent: own) {
        promise.link(to: context, as: .sent)
      }
      (self.request, span) = (request, nil)
      return
    }
    let host = request.url?.host ?? ""
    guard promise.environment.propagation.includes(host),
      let span = PromiseTrace.clientSpan(
        named: request.httpMethod ?? "GET", Self.attributes(of: request), for: promise)
    else {
      (self.request, span) = (request, nil)
      return
    }
    var traced = request
    for (name, value) in span.headers where traced.value(forHTTPHeaderField: name) == nil {
      traced.setValue(value, forHTTPHeaderField: name)
    }
    (self.request, self.span) = (traced, span)
  }

  /// What the span says about the request: neither its path nor its query, which can be secret.
  private static func attributes(of request: URLRequest) -> [String: PromiseTrace.Attribute] {
    var attributes: [String: PromiseTrace.Attribute] = [
      "http.request.method": .text(request.httpMethod ?? "GET")
    ]
    if let host = request.url?.host { attributes["server.address"] = .text(host) }
    if let port = request.url?.port { attributes["server.port"] = .number(port) }
    return attributes
  }

  /// Ends the span of the request.
  func end(_ response: URLResponse?, _ error: (any Error)?) {
    guard let span else { return }
    if let error { return span.end(.failed(error)) }
    span.end(.answered(status: (response as? HTTPURLResponse)?.statusCode))
  }
}
