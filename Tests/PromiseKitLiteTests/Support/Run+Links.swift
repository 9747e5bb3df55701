import PromiseKitLite
import TestSupport

extension Run {
  /// Why the link labeled `label` was skipped.
  func skip(of label: String) -> PromiseEvent.SkipReason? {
    guard let id = id(of: label) else { return nil }
    return kinds.lazy.compactMap { kind in
      if case .handlerSkipped(_, id, let reason) = kind { reason } else { nil }
    }.first
  }

  /// The unhandled errors, in order.
  var unhandled: [String] {
    kinds.compactMap { kind in
      if case .errorUnhandled(_, _, let error) = kind { error } else { nil }
    }
  }

  /// The operation that created the promise labeled `label`.
  func operation(of label: String) -> PromiseEvent.Operation? {
    kinds.lazy.compactMap { kind in
      if case .created(let creation) = kind, creation.label == label {
        creation.operation
      } else {
        nil
      }
    }.first
  }
}
