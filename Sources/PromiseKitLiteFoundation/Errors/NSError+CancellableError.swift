public import Foundation
@_exported public import PromiseKitErrors
public import PromiseKitLite

extension CocoaError: CancellableError {
  /// The user cancelled it: the code is `userCancelled`.
  public var isCancelled: Bool { code == .userCancelled }
}

extension URLError: CancellableError {
  /// The task was cancelled: the code is `cancelled`.
  public var isCancelled: Bool { code == .cancelled }
}

extension NSError: CancellableError {
  /// It is one of the two cancellations, `CocoaError.userCancelled` or `URLError.cancelled`, in the form
  /// that Objective-C knows.
  public var isCancelled: Bool { isFoundationCancellation }
}
