public import Dispatch

/// The end of a chain, after its `catch`.
///
/// ```swift
/// fetch(token)
///   .done { items in show(items) }
///   .catch { error in alert(error) }
///   .finally { hideSpinner() }
/// ```
///
/// It is fulfilled when the catch has run, or settles with whatever was passed on. Its value is
/// never read.
public final class PMKFinalizer: PromiseCore, @unchecked Sendable {
  @inlinable
  package override init(
    _ operation: PromiseEvent.Operation, of parent: PromiseCore, label: Label?, at site: CallSite
  ) {
    super.init(operation, of: parent, label: label, at: site)
  }

  /// Attaches a handler that runs at the end of the chain, after the catch, for a value, an error,
  /// and a cancellation.
  ///
  /// ```swift
  /// fetch(token)
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  ///   .finally { hideSpinner() }
  /// ```
  ///
  /// In the middle of a chain, use ``CatchMixin/ensure(label:on:flags:file:line:column:_:)``.
  /// (rule 9)
  ///
  /// **Value.** `body` runs, after the `catch`.
  /// **Error.** `body` runs, after the `catch`.
  /// **Cancellation.** `body` runs, after the `catch`.
  /// **Elsewhere.** PromiseKit `finally`; google –; JavaScript `finally`; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - dispatcher: The queue on which `body` runs: main by default; inline if `nil`.
  ///   - body: The closure to run when the catch has run or has been skipped.
  /// - Returns: The end of the chain, for another `finally`.
  @preconcurrency
  @discardableResult
  @inlinable
  public func finally(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> PMKFinalizer {
    let child = PMKFinalizer(
      .finally, of: self, label: .named(label), at: CallSite(file, line, column))
    attach(.everything, on: dispatcher.with(flags: flags), child: child) { _ in
      body()
      return .value(())
    }
    return child
  }
}
