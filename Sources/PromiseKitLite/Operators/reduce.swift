public import Dispatch

extension Thenable {
  /// Combines the value with the items of a sequence, one after another. Each step receives the
  /// result of the previous step.
  ///
  /// ```swift
  /// Promise.value(0)
  ///   .reduce(ids) { sum, id in load(id).map { page in sum + page.lines.count } }
  ///   .done { lines in show(lines) }
  ///   .catch { error in alert(error) }
  /// ```
  ///
  /// The steps are links like those of `then`. All of them are created now, one for each item, so
  /// the whole chain is visible from the start.
  ///
  /// **Value.** `combine` returns the promise of each step; the last one counts.
  /// **Error.** Passed on. No further step runs.
  /// **Cancellation.** Passed on.
  /// **Elsewhere.** PromiseKit –; google `reduce`; JavaScript –; Bolts –.
  ///
  /// - Parameters:
  ///   - label: The name of the promise in events and on the screen.
  ///   - items: The sequence of items to combine.
  ///   - dispatcher: The queue on which `combine` runs: main by default; inline if `nil`.
  ///   - combine: Returns the promise of a step from the value so far and the item. An error that
  ///     it throws rejects the new promise, and no further step runs.
  /// - Returns: A promise for the result of the last step, or for this value if there are no items.
  ///   (google/promises' `reduce`)
  /// - Complexity: O(n), where n is the number of items.
  @preconcurrency
  public func reduce<Items: Sequence, U: Thenable>(
    label: String? = nil, _ items: Items,
    on dispatcher: (any Dispatcher)? = .defaultMap, flags: DispatchWorkItemFlags? = nil,
    file: StaticString = #fileID, line: UInt = #line, column: UInt = #column,
    _ combine: @escaping @Sendable (Value, Items.Element) throws -> U
  ) -> Promise<Value> where U.Value == Value, Items.Element: Sendable {
    _reduce(
      Array(items), .named(label), dispatcher.with(flags: flags), CallSite(file, line, column),
      combine)
  }

  private func _reduce<Item: Sendable, U: Thenable>(
    _ items: [Item], _ label: Label?, _ dispatcher: (any Dispatcher)?, _ site: CallSite,
    _ combine: @escaping @Sendable (Value, Item) throws -> U
  ) -> Promise<Value> where U.Value == Value {
    guard let first = items.first else {
      let child = Promise<Value>(.then, of: self, label: label, at: site)
      attach(.values, on: nil, child: child) { .settle($0) }
      return child
    }
    return items.dropFirst().reduce(
      _then(label, dispatcher, site) { try combine($0, first) }
    ) { steps, item in
      steps._then(label, dispatcher, site) { try combine($0, item) }
    }
  }
}
