import PromiseKitLite

extension Run {
  /// Why the link labelled `label` was passed without running its handler.
  func skip(of label: String) -> PromiseEvent.SkipReason? {
    guard let id = id(of: label) else { return nil }
    return kinds.lazy.compactMap { kind in
      if case .handlerSkipped(_, id, let reason) = kind { reason } else { nil }
    }.first
  }

  /// The errors that nobody handled, in order.
  var unhandled: [String] {
    kinds.compactMap { kind in
      if case .errorUnhandled(_, _, let error) = kind { error } else { nil }
    }
  }

  /// The operation that made the promise labelled `label`.
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
