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
  /// Amid a chain the same is ``CatchMixin/ensure(label:on:flags:file:line:column:_:)``. (rule 9)
  ///
  /// - Parameters:
  ///   - label: What the events and the screen call the promise.
  ///   - dispatcher: Where `body` runs; main if it is not named, inline if it is `nil`.
  ///   - body: Runs once the catch has run or has been passed.
  /// - Returns: The end of the chain still, for another `finally`.
  @preconcurrency
  @discardableResult
  @inlinable
  public func finally(
    label: String? = nil,
    on dispatcher: (any Dispatcher)? = .defaultReturn, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ body: @escaping @Sendable () -> Void
  ) -> PMKFinalizer {
    let child = PromiseCore(
      .finally, of: core, label: .named(label), at: CallSite(file, line, column))
    core.attach(.everything, on: dispatcher.with(flags: flags), child: child) { _ in
      body()
      return .value(())
    }
    return PMKFinalizer(child)
  }
}
