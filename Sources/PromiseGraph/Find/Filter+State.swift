extension Filter {
  /// A state as a filter names it; some names stand for several states.
  enum State: String, Hashable, Sendable, CaseIterable {
    case pending, queued, running, locked, fulfilled, rejected, cancelled, freed, forwarded, unknown
    /// Fulfilled, rejected or cancelled.
    case settled
    /// Rejected, and nobody handled it.
    case unhandled
    /// A settlement passed it without running its handler.
    case passed

    /// Whether a promise is in this state.
    func holds(for node: PromiseNode) -> Bool {
      switch (self, node.state) {
      case (.pending, .pending), (.queued, .queued), (.running, .running), (.locked, .lockedIn),
        (.fulfilled, .fulfilled), (.rejected, .rejected), (.cancelled, .cancelled),
        (.freed, .lost), (.forwarded, .forwarded), (.unknown, .unknown),
        (.settled, .fulfilled), (.settled, .rejected), (.settled, .cancelled):
        true
      case (.unhandled, _): node.unhandled != nil
      case (.passed, _): node.skipped != nil
      default: false
      }
    }
  }
}
