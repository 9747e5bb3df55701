import PromiseGraph

/// The encodings of spans.
package enum SpanEncoding: Hashable, Sendable {
  /// JSON, one object on a line.
  case json
  /// Protocol Buffers.
  case protobuf
}

/// The fields of OpenTelemetry's messages, by `trace.proto`, `resource.proto` and `common.proto`.
private enum Field {
  static let resourceSpans = MessageField(1, "resourceSpans")
  static let resource = MessageField(1, "resource")
  static let resourceAttributes = MessageField(1, "attributes")
  static let scopeSpans = MessageField(2, "scopeSpans")
  static let scope = MessageField(1, "scope")
  static let scopeName = MessageField(1, "name")
  static let scopeVersion = MessageField(2, "version")
  static let spans = MessageField(2, "spans")

  static let trace = MessageField(1, "traceId")
  static let span = MessageField(2, "spanId")
  static let parent = MessageField(4, "parentSpanId")
  static let flags = MessageField(16, "flags")
  static let name = MessageField(5, "name")
  static let kind = MessageField(6, "kind")
  static let start = MessageField(7, "startTimeUnixNano")
  static let end = MessageField(8, "endTimeUnixNano")
  static let attributes = MessageField(9, "attributes")
  static let events = MessageField(11, "events")
  static let droppedEvents = MessageField(12, "droppedEventsCount")
  static let links = MessageField(13, "links")
  static let droppedLinks = MessageField(14, "droppedLinksCount")
  static let status = MessageField(15, "status")
  static let statusMessage = MessageField(2, "message")
  static let statusCode = MessageField(3, "code")

  static let eventTime = MessageField(1, "timeUnixNano")
  static let eventName = MessageField(2, "name")
  static let eventAttributes = MessageField(3, "attributes")
  static let linkAttributes = MessageField(4, "attributes")
  static let linkFlags = MessageField(6, "flags")

  static let key = MessageField(1, "key")
  static let value = MessageField(2, "value")
  static let text = MessageField(1, "stringValue")
  static let bool = MessageField(2, "boolValue")
  static let integer = MessageField(3, "intValue")
  static let double = MessageField(4, "doubleValue")
}

extension ExportedSpan {
  /// Returns the span as a message.
  func message<Writer: MessageWriter>(_: Writer.Type) -> Writer {
    var writer = Writer()
    writer.put(identifier: [identity.trace.high, identity.trace.low], as: Field.trace)
    writer.put(identifier: [identity.span], as: Field.span)
    if let parent { writer.put(identifier: [parent.span], as: Field.parent) }
    writer.put(name, as: Field.name)
    writer.put(count: kind.rawValue, as: Field.kind)
    writer.put(fixed: start, as: Field.start)
    writer.put(fixed: end, as: Field.end)
    writer.put(attributes, as: Field.attributes) { $1.write(to: &$0) }
    writer.put(events, as: Field.events) { writer, event in
      writer.put(fixed: event.time, as: Field.eventTime)
      writer.put(event.name, as: Field.eventName)
      writer.put(event.attributes, as: Field.eventAttributes) { $1.write(to: &$0) }
    }
    if droppedEvents > 0 { writer.put(count: droppedEvents, as: Field.droppedEvents) }
    writer.put(links, as: Field.links) { writer, link in
      writer.put(identifier: [link.identity.trace.high, link.identity.trace.low], as: Field.trace)
      writer.put(identifier: [link.identity.span], as: Field.span)
      writer.put(link.attributes, as: Field.linkAttributes) { $1.write(to: &$0) }
      writer.put(flags: link.identity.flags, as: Field.linkFlags)
    }
    if droppedLinks > 0 { writer.put(count: droppedLinks, as: Field.droppedLinks) }
    if let failure {
      writer.put(as: Field.status) { status in
        if !failure.isEmpty { status.put(failure, as: Field.statusMessage) }
        status.put(count: 2, as: Field.statusCode)
      }
    }
    // Whether the parent is of another process is known, and bit 8 says so.
    writer.put(
      flags: identity.flags | 0x100 | (parent?.isRemote == true ? 0x200 : 0), as: Field.flags)
    return writer
  }
}

extension ExportedSpan.Attribute {
  fileprivate func write(to writer: inout some MessageWriter) {
    writer.put(key, as: Field.key)
    writer.put(as: Field.value) { content in
      switch value {
      case .text(let text): content.put(text, as: Field.text)
      case .number(let number): content.put(integer: Int64(number), as: Field.integer)
      case .real(let number): content.put(real: number, as: Field.double)
      case .flag(let flag): content.put(flag: flag, as: Field.bool)
      }
    }
  }
}

extension SpanEncoding {
  /// Returns a span, encoded as an element of a batch.
  func element(_ span: ExportedSpan) -> [UInt8] {
    switch self {
    case .json: return span.message(JSONMessageWriter.self).bytes
    case .protobuf:
      var element = ProtobufWriter()
      element.add(Field.spans.number, bytes: span.message(ProtobufWriter.self).bytes)
      return element.bytes
    }
  }

  /// Returns a message with spans that were encoded before, all of one process. As JSON it is a line.
  func message(_ elements: [UInt8], of resource: SpanResource) -> [UInt8] {
    switch self {
    case .json:
      // The names of the fields and the brackets around the spans.
      var head = JSONMessageWriter()
      resource.write(to: &head)
      var scope = JSONMessageWriter()
      resource.writeScope(to: &scope)
      let start = "{\"\(Field.resourceSpans.name)\":[{"
      let middle = ",\"\(Field.scopeSpans.name)\":[{"
      let list = ",\"\(Field.spans.name)\":["
      return Array(start.utf8) + head.bytes.dropFirst().dropLast() + Array(middle.utf8)
        + scope.bytes.dropFirst().dropLast() + Array(list.utf8) + elements
        + Array("]}]}]}\n".utf8)
    case .protobuf:
      var spans = ProtobufWriter()
      resource.writeScope(to: &spans)
      spans.add(fields: elements)
      var process = ProtobufWriter()
      resource.write(to: &process)
      process.add(Field.scopeSpans.number, bytes: spans.bytes)
      var message = ProtobufWriter()
      message.add(Field.resourceSpans.number, bytes: process.bytes)
      return message.bytes
    }
  }

  /// What stands between two elements.
  var separator: [UInt8] { self == .json ? [UInt8(ascii: ",")] : [] }
}

extension SpanResource {
  fileprivate func write(to writer: inout some MessageWriter) {
    writer.put(as: Field.resource) { resource in
      resource.put(attributes, as: Field.resourceAttributes) { $1.write(to: &$0) }
    }
  }

  fileprivate func writeScope(to writer: inout some MessageWriter) {
    writer.put(as: Field.scope) { scope in
      scope.put("promise-tui", as: Field.scopeName)
      scope.put(version, as: Field.scopeVersion)
    }
  }
}
