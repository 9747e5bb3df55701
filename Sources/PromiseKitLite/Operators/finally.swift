public import Dispatch

/// The end of a chain after its catch.
///
/// ```swift
/// fetch(token)
///   .done { items in show(items) }
///   .catch { error in alert(error) }
///   .finally { hideSpinner() }
/// ```
public struct PMKFinalizer: Sendable {
  /// Settled when the catch has run, or as what passed it: of no type, since nobody reads the value.
  @usableFromInline
  package let core: PromiseCore

  @usableFromInline
  init(_ core: PromiseCore) { self.core = core }

  /// Runs when the chain is over, for a value, an error and a cancellation, after the catch.
  ///
  /// ```swift
  /// fetch(token)
  ///   .done { items in show(items) }
  ///   .catch { error in alert(error) }
  ///   .finally { hideSpinner() }
  /// ```
  ///
  /// Amid a chain the same is ``CatchMixin/ensure(on:flags:file:line:column:_:)``. (rule 9)
  ///
  /// - Parameters:
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once the catch has run or has been passed.
  /// - Returns: The end of the chain still, for another `finally`.
  @preconcurrency
  @discardableResult
  @inlinable
  public func finally(
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> PMKFinalizer {
    _finally(nil, dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  /// ``finally(on:flags:file:line:column:_:)`` with a label.
  @preconcurrency
  @discardableResult
  @inlinable
  public func finally(
    _ label: String,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> PMKFinalizer {
    _finally(Label(label), dispatcher.with(flags: flags), CallSite(file, line, column), body)
  }

  @inlinable
  func _finally(
    _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ body: @escaping @Sendable () -> Void
  ) -> PMKFinalizer {
    let child = PromiseCore(.finally, of: core, label: label, at: site)
    core.attach(.everything, on: dispatcher, child: child) { _ in
      body()
      return .value(())
    }
    return PMKFinalizer(child)
  }
}
