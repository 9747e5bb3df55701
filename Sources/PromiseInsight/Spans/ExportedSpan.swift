package import PromiseEvents
import PromiseGraph

/// A promise as a span of OpenTelemetry.
package struct ExportedSpan: Hashable, Sendable {
  /// Where the span stands in a call from one process to another.
  package enum Kind: Int, Hashable, Sendable {
    case `internal` = 1
    case server = 2
    case client = 3
  }

  /// The value of an attribute.
  package enum Value: Hashable, Sendable {
    case text(String)
    case number(Int)
    case real(Double)
    case flag(Bool)
  }

  /// A property of a span, an event, or a link.
  package struct Attribute: Hashable, Sendable {
    package var key: String
    package var value: Value

    package init(_ key: String, _ value: Value) { (self.key, self.value) = (key, value) }
  }

  /// Something that happened to the promise.
  package struct Event: Hashable, Sendable {
    /// Nanoseconds since 1970.
    package var time: UInt64
    package var name: String
    package var attributes: [Attribute]
  }

  /// Another span that it depends on.
  package struct Link: Hashable, Sendable {
    package var identity: SpanIdentity
    package var attributes: [Attribute]
  }

  /// The span that it is part of.
  package struct Parent: Hashable, Sendable {
    package var span: UInt64
    /// Whether it is a span of another process or of a tracing library, and not a promise of the run.
    package var isRemote: Bool
  }

  package var identity: SpanIdentity
  package var parent: Parent?
  package var name: String
  package var kind = Kind.internal
  /// Nanoseconds since 1970.
  package var start: UInt64
  package var end: UInt64
  package var attributes: [Attribute] = []
  package var events: [Event] = []
  package var droppedEvents = 0
  package var links: [Link] = []
  package var droppedLinks = 0
  /// Why the promise failed; `nil` if it did not.
  package var failure: String?
  /// The process that it belongs to, in the events of several processes.
  package var process: PromiseEvent.ProcessID?

  /// The number of the promise.
  package var promise: PromiseID
}

/// What all spans of a process have in common.
package struct SpanResource: Hashable, Sendable {
  /// The name of the program or service.
  package var service: String
  /// The number of the process.
  package var pid: Int?
  /// The language, by OpenTelemetry's names.
  package var language: String?
  /// Whether the times are those of a simulation.
  package var isVirtual: Bool
  /// The version of promise-tui.
  package var version: String
  /// More attributes of the resource, which the user gave.
  package var more: [ExportedSpan.Attribute] = []

  /// Creates the resource of a trace.
  package init(
    _ header: TraceHeader, service: String, version: String,
    more: [ExportedSpan.Attribute] = []
  ) {
    self.service = brief(service, 200)
    pid = header.pid
    language =
      switch header.programLanguage {
      case .swift: "swift"
      case .javaScript: "nodejs"
      case .other: nil
      }
    isVirtual = header.isVirtual
    self.version = version
    self.more = more
  }

  /// The attributes.
  var attributes: [ExportedSpan.Attribute] {
    var attributes = [ExportedSpan.Attribute("service.name", .text(service))]
    if let pid { attributes.append(.init("process.pid", .number(pid))) }
    attributes.append(.init("telemetry.sdk.name", .text("promise-tui")))
    if let language { attributes.append(.init("telemetry.sdk.language", .text(language))) }
    attributes.append(.init("telemetry.sdk.version", .text(version)))
    if isVirtual { attributes.append(.init("promise.clock", .text("virtual"))) }
    let own = Set(attributes.map(\.key))
    return attributes + more.filter { !own.contains($0.key) }
  }
}
