public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Thenable where Value == (data: Data, response: URLResponse) {
  /// Rejects an answer whose status is outside 200..<300.
  ///
  /// ```swift
  /// URLSession.shared.dataTask(.promise, with: url).validate().done { data, _ in show(data) }
  /// ```
  ///
  /// It looks at the answer inline, which costs no hop. A response that is none of HTTP passes.
  ///
  /// - Parameter label: What the events and the screen call the promise.
  /// - Returns: A new promise for the same answer, rejected with ``PMKHTTPError`` if the status tells
  ///   of a failure.
  public func validate(
    label: String? = nil, file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<Value> {
    _validate(.named(label), CallSite(file, line, column))
  }

  func _validate(_ label: Label?, _ site: CallSite) -> Promise<Value> {
    let child = Promise<Value>(.validate, of: self, label: label, at: site)
    attach(.values, on: nil, child: child) { settled in
      do {
        let (data, response) = try settled.value(Value.self)
        if let response = response as? HTTPURLResponse,
          !(200..<300).contains(response.statusCode)
        {
          return .error(PMKHTTPError.badStatusCode(response.statusCode, data, response))
        }
        return .settle(settled)
      } catch {
        return .error(error)
      }
    }
    return child
  }
}
