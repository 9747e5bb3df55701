extension Chapter {
  /// Where handlers run, and who waits for whom.
  static let queues: Chapter = Chapter(
    "queues", "where handlers run, and who waits for whom",
    [
      .defaultMain, .thereAndBack, .serialAndConcurrent, .twoQueues, .zalgo, .slowMain,
      .pingPong, .starvation, .overtaking, .deepInline, .nobodyDrainsMain,
    ])
}
