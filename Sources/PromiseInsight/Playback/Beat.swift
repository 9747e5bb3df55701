import PromiseEvents
import PromiseGraph

/// A part of playback during which one thing is shown.
package struct Beat: Hashable, Sendable {
  /// What a beat shows.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The chain is built; no handler has run.
    case build
    /// Time passes, and nothing is explained but that.
    case wait
    /// A handler runs, a promise settles, or a promise adopts another.
    case step
    /// A fan-in settles.
    case decide
    /// The run has ended.
    case end
  }

  package var kind: Kind
  /// The numbers of the events at which the playhead stands, at the start of the beat and at its end.
  package var events: ClosedRange<Int>
  /// The times of the run at the start of the beat and at its end, in nanoseconds.
  package var times: ClosedRange<Int64>
  /// The events whose outcomes or adoptions move along their edges, one after the other.
  package var flows: [Int] = []
  /// How long the beat lasts at normal speed, in nanoseconds.
  package var duration: Int64 = 0
  /// What the beat shows, as a sentence, and why that happens or what follows from it; empty if the beat is too
  /// short to read one.
  package var caption: Narration

  /// How much of the run passes, in nanoseconds.
  var length: Int64 { times.upperBound.saturatingMinus(times.lowerBound) }

  /// How long each outcome moves at normal speed: together, as long as the beat.
  package var flowLength: Int64 { duration / Int64(max(1, flows.count)) }
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

/// How long the parts of playback last at normal speed, in nanoseconds.
enum Pace {
  private static let second: Int64 = 1_000_000_000

  /// Returns how long a caption stands: as long as both of its lines take to read. A character of full width
  /// counts twice.
  static func reading(_ caption: Narration) -> Int64 {
    let letters = caption.sentence.columns + (caption.rule?.columns ?? 0)
    return min(max(shortest, second * 3 / 10 + Int64(letters) * second * 33 / 1000), second * 4)
  }

  /// The shortest time between two captions.
  static let shortest = second

  /// Returns how long a wait of `length` nanoseconds is shown.
  static func wait(_ length: Int64) -> Int64 {
    min(
      second * 4 / 10 + min(length, second) / 100_000_000 * (second / 2)
        + min(length, second) % 100_000_000 * 5, longestWait)
  }

  /// The longest that a wait is shown.
  static let longestWait = second * 5 / 2
  /// The longest that a whole run takes.
  static let longestRun = second * 88
}

extension String {
  /// Its width in columns: a character of full width takes two.
  var columns: Int { unicodeScalars.reduce(0) { $0 + ($1.value >= 0x2E80 ? 2 : 1) } }
}
