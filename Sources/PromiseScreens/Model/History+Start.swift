import PromiseGraph

extension History {
  /// What is said where nothing lies further back.
  var startWords: String {
    if evicted > 0 { return "start of what is kept: the events up to \(base) are given up" }
    return since > 0
      ? "joined at event \(since): nothing before it was recorded" : "start of the run"
  }
}
