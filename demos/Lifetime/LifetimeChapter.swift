extension Chapter {
  /// Cancelled, forgotten, never settled, and the loop.
  static let lifetime: Chapter = Chapter(
    "lifetime", "cancelled, forgotten, never settled, and the loop",
    [
      .cancelChain,
      .ownerGone,
      .freedPending,
      .neverResolved,
      .loop,
    ])
}
