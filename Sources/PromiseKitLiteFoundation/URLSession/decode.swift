public import Dispatch
public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Thenable where Value == Data {
  /// Attaches a step that decodes JSON.
  ///
  /// ```swift
  /// load(file).decode([Item].self).done { items in show(items) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: The type to decode.
  ///   - decoder: The decoder for the data.
  ///   - dispatcher: The queue on which the data is decoded: the background queue by default;
  ///     inline if `nil`.
  /// - Returns: A new promise for the decoded value, rejected with the error of the decoder,
  ///   usually a `DecodingError`.
  /// - Complexity: That of the decoder, at least linear in the size of the data.
  public func decode<T: Decodable & Sendable>(
    label: String? = nil, _ type: T.Type = T.self, decoder: JSONDecoder = JSONDecoder(),
    on dispatcher: (any Dispatcher)? = .background, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<T> {
    _decode(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column), decoder) {
      $0
    }
  }
}

extension Thenable where Value == (data: Data, response: URLResponse) {
  /// Attaches a step that decodes the JSON of a response, whatever its status. To check the status,
  /// see ``PromiseKitLite/Thenable/validate(label:file:line:column:)``.
  ///
  /// ```swift
  /// URLSession.shared.dataTask(.promise, with: url).validate().decode([Item].self)
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: The type to decode.
  ///   - decoder: The decoder for the body.
  ///   - dispatcher: The queue on which the body is decoded: the background queue by default;
  ///     inline if `nil`.
  /// - Returns: A new promise for the decoded value, rejected with the error of the decoder,
  ///   usually a `DecodingError`.
  /// - Complexity: That of the decoder, at least linear in the size of the body.
  public func decode<T: Decodable & Sendable>(
    label: String? = nil, _ type: T.Type = T.self, decoder: JSONDecoder = JSONDecoder(),
    on dispatcher: (any Dispatcher)? = .background, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column
  ) -> Promise<T> {
    _decode(.named(label), dispatcher.with(flags: flags), CallSite(file, line, column), decoder) {
      $0.data
    }
  }
}

extension Thenable {
  func _decode<T: Decodable & Sendable>(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite, _ decoder: JSONDecoder,
    data: @escaping @Sendable (Value) -> Data
  ) -> Promise<T> {
    let child = Promise<T>(.map, of: self, label: label, at: site)
    attach(.values, on: dispatcher, child: child) { settled in
      do {
        return .value(try decoder.decode(T.self, from: data(settled.value())))
      } catch {
        return .error(error)
      }
    }
    return child
  }
}

extension Thenable where Value == (data: Data, response: URLResponse) {
  /// Rejects a response whose status is outside 200..<300.
  ///
  /// ```swift
  /// URLSession.shared.dataTask(.promise, with: url).validate().done { data, _ in show(data) }
  /// ```
  ///
  /// The check is inline, without a queue hop. A response that is not an HTTP response is passed
  /// on.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
  /// - Returns: A new promise for the same response, rejected with ``PMKHTTPError`` if the status
  ///   is an error.
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
