public import Dispatch
public import Foundation
public import PromiseKitLite

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension Thenable where Value == Data {
  /// Chains a step that decodes JSON.
  ///
  /// ```swift
  /// load(file).decode([Item].self).done { items in show(items) }
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: What the data holds.
  ///   - decoder: How it is written.
  ///   - dispatcher: Where it is decoded: in the background if it is not named, inline if it is `nil`.
  /// - Returns: A new promise for the decoded value, rejected with what the decoder throws, a
  ///   `DecodingError` usually.
  /// - Complexity: What the decoder takes, at least linear in the size of the data.
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
  /// Chains a step that decodes the JSON of an answer, whatever its status: see
  /// ``PromiseKitLite/Thenable/validate(label:file:line:column:)``.
  ///
  /// ```swift
  /// URLSession.shared.dataTask(.promise, with: url).validate().decode([Item].self)
  /// ```
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - type: What the body holds.
  ///   - decoder: How it is written.
  ///   - dispatcher: Where it is decoded: in the background if it is not named, inline if it is `nil`.
  /// - Returns: A new promise for the decoded value, rejected with what the decoder throws, a
  ///   `DecodingError` usually.
  /// - Complexity: What the decoder takes, at least linear in the size of the body.
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
  /// Rejects an answer whose status is outside 200..<300.
  ///
  /// ```swift
  /// URLSession.shared.dataTask(.promise, with: url).validate().done { data, _ in show(data) }
  /// ```
  ///
  /// It looks at the answer inline, which costs no hop. A response that is none of HTTP passes.
  ///
  /// - Parameter label: The name of the promise in events and on the screen.
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
