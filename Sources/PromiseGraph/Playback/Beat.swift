/// A part of playback during which one thing is shown.
package struct Beat: Hashable, Sendable {
  /// What a beat shows.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The chain is built; no handler has run.
    case build
    /// Nothing happens, and time passes.
    case wait
    /// A handler or body runs, a promise settles, or a promise adopts another.
    case step
    /// A fan-in settles.
    case decide
    /// The run has ended.
    case end
  }

  package var kind: Kind
  /// The number of the event at which the playhead stands.
  package var event: Int
  /// The time in the run at the start of the beat and at its end, in nanoseconds.
  package var times: ClosedRange<Int64>
  /// How long the beat lasts at normal speed, in nanoseconds.
  package var duration: Int64
  /// What the beat shows, as a sentence; empty if it is too short to read one.
  package var caption: String

  package init(
    _ kind: Kind, event: Int, times: ClosedRange<Int64>, duration: Int64 = 0, caption: String
  ) {
    self.kind = kind
    self.event = event
    self.times = times
    self.duration = duration
    self.caption = caption
  }
}

/// An outcome or an adoption on its way along the edges that an event settles or joins.
package struct Flow: Hashable, Sendable {
  /// The number of the event that settles a promise, or by which one adopts another.
  package var event: Int
  /// The part of the way that is done, in thousandths; 1000 is the end.
  package var share: Int

  package init(event: Int, share: Int) {
    self.event = event
    self.share = share
  }
}
