public import Foundation
public import PromiseKitLite

extension PMKError: LocalizedError {
  /// The message, so that `localizedDescription` says it too.
  public var errorDescription: String? { description }
}
