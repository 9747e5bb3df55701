/// The numbers that an event from outside the process may have. Every reader of events applies them,
/// so that whatever computes with events can add, subtract, and double the numbers in them.
///
/// If a number that says when an event happened, or names something (an event, a promise, a place in a
/// list), is outside its range, the event is invalid. An amount (a line, a count, a due time) becomes
/// the nearest number in its range.
package enum EventNumbers {
  /// The numbers of events, and the identities of promises, jobs, queues, timers, and threads: the
  /// positive integers that JSON represents exactly everywhere.
  package static var identities: ClosedRange<Int> { 1...Int(clamping: Int64(1) << 53 - 1) }
  /// Places in a list: of an input, a handler, an option.
  package static var places: ClosedRange<Int> { 0...Int(Int32.max) }
  /// How many there are of something: lost events, cancelled contexts.
  package static var counts: ClosedRange<Int> { 0...Int(clamping: Int64(1) << 53 - 1) }
  /// How many jobs of a queue run at a time.
  package static var widths: ClosedRange<Int> { 1...Int(Int32.max) }
  /// Lines and columns of a source file.
  package static var lines: ClosedRange<Int> { 0...Int(Int32.max) }
  /// Times in nanoseconds: 73 years before and after the start of the clock.
  package static var times: ClosedRange<Int> {
    Int(clamping: Int64(-1) << 61)...Int(clamping: Int64(1) << 61)
  }
}

extension Int {
  /// Returns the number in `range` that is nearest to this one.
  @inline(__always)
  package func clamped(to range: ClosedRange<Int>) -> Int {
    Swift.min(Swift.max(self, range.lowerBound), range.upperBound)
  }
}
