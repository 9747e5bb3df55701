#if Tracing
  import PromiseKitLite

  /// What is remembered of a promise that belongs to a span.
  struct Member: Sendable {
    let span: ChainSpan
    var isPending = true
    /// Whether it is rejected, and no link follows.
    var isRejectedEnd = false
    /// Whether a link follows.
    var hasLink = false
  }
#endif
