// A separate target, because both PromiseKit and PromiseKitLiteFoundation need the conformance, and
// a program that links both must have it only once.

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif
public import PromiseKitLite

extension PMKError: LocalizedError {
  /// The same as `description`, so that `localizedDescription` also returns it.
  public var errorDescription: String? { description }
}
