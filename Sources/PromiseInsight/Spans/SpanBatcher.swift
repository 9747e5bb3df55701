package import PromiseEvents
import PromiseGraph

/// Spans of one process, encoded as one message.
package struct SpanBatch: Hashable, Sendable {
  package var bytes: [UInt8]
  /// How many spans it has.
  package var spans: Int

  package init(_ bytes: [UInt8], spans: Int) { (self.bytes, self.spans) = (bytes, spans) }
}

/// Collects spans in batches of bounded size.
package struct SpanBatcher {
  private let resource: SpanResource
  private let encoding: SpanEncoding
  private let limits: (spans: Int, bytes: Int)
  /// The spans of each process that are in no batch yet.
  private var parts: [PromiseEvent.ProcessID?: Part] = [:]

  private struct Part {
    var elements: [UInt8] = []
    var spans = 0
  }

  /// Creates a collection. A batch has at most so many spans, and about so many bytes.
  package init(
    _ resource: SpanResource, as encoding: SpanEncoding, spans: Int = 512, bytes: Int = 1_000_000
  ) {
    (self.resource, self.encoding, limits) = (resource, encoding, (spans, bytes))
  }

  /// Adds a span, and returns the batch that is full.
  package mutating func add(
    _ span: ExportedSpan, _ processes: [PromiseEvent.ProcessID: (name: String, pid: Int?)] = [:]
  ) -> [SpanBatch] {
    let element = encoding.element(span)
    var full: [SpanBatch] = []
    if let part = parts[span.process], part.spans > 0,
      part.elements.count + element.count > limits.bytes
    {
      full += take(span.process, processes)
    }
    var part = parts[span.process] ?? Part()
    parts[span.process] = nil
    if part.spans > 0 { part.elements += encoding.separator }
    part.elements += element
    part.spans += 1
    parts[span.process] = part
    return part.spans >= limits.spans ? full + take(span.process, processes) : full
  }

  /// Returns the spans that are in no batch yet.
  package mutating func finish(
    _ processes: [PromiseEvent.ProcessID: (name: String, pid: Int?)] = [:]
  ) -> [SpanBatch] {
    parts.keys.sorted { ($0?.rawValue ?? 0) < ($1?.rawValue ?? 0) }.flatMap { take($0, processes) }
  }

  private mutating func take(
    _ process: PromiseEvent.ProcessID?,
    _ processes: [PromiseEvent.ProcessID: (name: String, pid: Int?)]
  ) -> [SpanBatch] {
    guard let part = parts.removeValue(forKey: process), part.spans > 0 else { return [] }
    var resource = resource
    if let process, let known = processes[process] {
      resource.service = brief(known.name, 200)
      resource.pid = known.pid
    }
    return [SpanBatch(encoding.message(part.elements, of: resource), spans: part.spans)]
  }
}
