import PromiseGraph

extension PaneContext {
  /// What is a mistake because nothing comes any more.
  private var atEnd: [Warning] { isOver ? graph.warningsAtEnd : [] }

  /// How many warnings there are at the playhead.
  var warningCount: Int { graph.warningCount + atEnd.count }

  /// The warning of that index, in the order of the events.
  func warning(_ index: Int) -> Warning {
    index < graph.warningCount
      ? graph.warnings[index] : atEnd[index - graph.warningCount]
  }
}
