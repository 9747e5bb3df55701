import PromiseGraph

extension PaneContext {
  /// What is a mistake because nothing comes any more.
  private var atEnd: [Warning] { isOver ? lints.warnings(atEnd: graph) : [] }

  /// How many warnings there are at the playhead.
  var warningCount: Int { lints.warningCount + atEnd.count }

  /// The warning of that index, in the order of the events.
  func warning(_ index: Int) -> Warning {
    index < lints.warningCount
      ? lints.warning(index, in: graph) : atEnd[index - lints.warningCount]
  }
}
