// A target of its own: PromiseKit and PromiseKitLiteFoundation both need it, and a program that links both
// must not have the conformance twice.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import PromiseKitLite

extension PMKError: LocalizedError {
  /// The same as `description`, so that `localizedDescription` returns it too.
  public var errorDescription: String? { description }
}
