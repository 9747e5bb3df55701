package import PromiseEvents
import PromiseGraph

/// The spans of a trace whose events may arrive slightly out of order.
package struct SpanStream {
  package private(set) var assembler: SpanAssembler
  private var window = ReorderingWindow()
  private var last: Int

  /// Creates the spans of a trace whose time 0 was `epoch` nanoseconds after 1970.
  package init(_ header: TraceHeader, epoch: Int64) {
    assembler = SpanAssembler(header, epoch: epoch)
    last = 0
  }

  /// Takes events, and returns the spans that are complete.
  package mutating func add(_ events: some Sequence<PromiseEvent>) -> [ExportedSpan] {
    for event in events {
      if window.isEmpty, ReorderingWindow.follows(event, last) {
        take(event)
      } else if window.hold(event) {
        while let next = window.next(after: last) { take(next) }
      }
    }
    return assembler.takeFinished()
  }

  /// Returns the spans of settled promises, because no event has arrived for a while.
  package mutating func pause() -> [ExportedSpan] {
    assembler.handOverSettled()
    return assembler.takeFinished()
  }

  /// Returns the rest of the spans, because no event follows.
  package mutating func finish() -> [ExportedSpan] {
    while let next = window.giveUp() { take(next) }
    assembler.finish()
    return assembler.takeFinished()
  }

  private mutating func take(_ event: PromiseEvent) {
    last = max(last, event.sequence)
    assembler.add(event)
  }
}
