package import PromiseEvents
import PromiseGraph

/// The whole way from events to batches of spans.
package struct SpanExport {
  private var stream: SpanStream
  private var batcher: SpanBatcher
  /// How many spans are in batches.
  package private(set) var count = 0

  /// Creates the export of a trace whose time 0 was `epoch` nanoseconds after 1970.
  package init(
    _ header: TraceHeader, epoch: Int64, resource: SpanResource, as encoding: SpanEncoding
  ) {
    stream = SpanStream(header, epoch: epoch)
    batcher = SpanBatcher(resource, as: encoding)
  }

  /// How many promises ended their span while pending, because too many were.
  package var cutCount: Int { stream.assembler.cutCount }

  /// Takes events, and returns the batches that are full.
  package mutating func add(_ events: some Sequence<PromiseEvent>) -> [SpanBatch] {
    batches(stream.add(events))
  }

  /// Returns the spans that are complete, in batches that are not full.
  package mutating func flush() -> [SpanBatch] {
    counted(batcher.finish(stream.assembler.processes))
  }

  /// Returns everything that is known of settled promises, because no event has arrived for a while.
  package mutating func pause() -> [SpanBatch] {
    batches(stream.pause()) + counted(batcher.finish(stream.assembler.processes))
  }

  /// Returns the rest, because no event follows.
  package mutating func finish() -> [SpanBatch] {
    batches(stream.finish()) + counted(batcher.finish(stream.assembler.processes))
  }

  private mutating func batches(_ spans: [ExportedSpan]) -> [SpanBatch] {
    counted(spans.flatMap { batcher.add($0, stream.assembler.processes) })
  }

  private mutating func counted(_ batches: [SpanBatch]) -> [SpanBatch] {
    count += batches.reduce(0) { $0 + $1.spans }
    return batches
  }
}
