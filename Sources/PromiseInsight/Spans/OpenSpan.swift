import PromiseEvents
import PromiseGraph

/// The span of a promise from its creation until it is handed over.
struct OpenSpan {
  /// How the span ends.
  enum Ending {
    case settled(PromiseEvent.Settlement)
    /// The promise was freed while pending.
    case freed
    /// Another promise took its place.
    case forwarded(to: PromiseID)
    /// The events end, and the promise is pending.
    case pending
    /// It was freed, and the event of its settlement was lost.
    case unknown
  }

  let creation: PromiseEvent.Creation
  /// Times are those of the events.
  let start: Int64
  var end: (time: Int64, how: Ending)?
  var identity: SpanIdentity
  var parent: ExportedSpan.Parent?
  let process: PromiseEvent.ProcessID?
  /// The roles of the spans of distributed traces that the promise is linked to.
  var roles: Set<PromiseEvent.SpanRole> = []
  /// How many events had been lost when it was created.
  let lostBefore: Int

  private(set) var events: [(time: Int64, event: ExportedSpan.Event)] = []
  private(set) var droppedEvents = 0
  private(set) var links: [ExportedSpan.Link] = []
  private(set) var droppedLinks = 0

  /// The queue of its newest job, when that was enqueued and started, and how long its jobs have waited
  /// and run so far.
  private var queue: String?
  private var enqueued: Int64?
  private var started: Int64?
  private var waited: Int64?
  private var ran: Int64?
  private var isUnhandled = false

  init(
    _ creation: PromiseEvent.Creation, at time: Int64, identity: SpanIdentity,
    parent: ExportedSpan.Parent?, process: PromiseEvent.ProcessID?, lostBefore: Int
  ) {
    (self.creation, start, self.identity, self.parent) = (creation, time, identity, parent)
    (self.process, self.lostBefore) = (process, lostBefore)
  }

  /// The limits of OpenTelemetry's own libraries.
  private static let mostEvents = 128
  private static let mostLinks = 128

  /// Adds an event; beyond the limit it is only counted.
  mutating func add(_ name: String, at time: Int64, _ attributes: [ExportedSpan.Attribute] = []) {
    guard events.count < Self.mostEvents else {
      droppedEvents += 1
      return
    }
    events.append((time, ExportedSpan.Event(time: 0, name: name, attributes: attributes)))
  }

  /// Adds a link; beyond the limit it is only counted.
  mutating func link(
    to identity: SpanIdentity, _ why: String, promise: PromiseID? = nil
  ) {
    guard links.count < Self.mostLinks else {
      droppedLinks += 1
      return
    }
    var attributes = [ExportedSpan.Attribute("promise.link", .text(why))]
    if let promise { attributes.append(.init("promise.id", .number(promise.rawValue))) }
    links.append(ExportedSpan.Link(identity: identity, attributes: attributes))
  }

  mutating func enqueue(at time: Int64) { enqueued = time }

  mutating func startJob(on queue: String, at time: Int64) {
    self.queue = queue
    if let enqueued {
      waited = (waited ?? 0).saturatingPlus(max(0, time.saturatingMinus(enqueued)))
    }
    (enqueued, started) = (nil, time)
  }

  mutating func endJob(at time: Int64) {
    guard let started else { return }
    ran = (ran ?? 0).saturatingPlus(max(0, time.saturatingMinus(started)))
    self.started = nil
  }

  mutating func setUnhandled() { isUnhandled = true }

  /// Returns the span, with times since 1970; `epoch` is the time 0 of the events, and `lost` how many
  /// events were lost so far.
  func exported(epoch: Int64, lost: Int) -> ExportedSpan {
    func date(_ time: Int64) -> UInt64 { UInt64(max(0, epoch.saturatingPlus(time))) }
    var span = ExportedSpan(
      identity: identity, parent: parent, name: brief(creation.name, 200), start: date(start),
      end: date(max(start, end?.time ?? start)), process: process, promise: creation.promise)
    if roles.contains(.received) { span.kind = .server }
    if roles.contains(.sent) { span.kind = .client }
    span.attributes = attributes
    span.events = events.map { time, event in
      ExportedSpan.Event(time: date(time), name: event.name, attributes: event.attributes)
    }
    span.droppedEvents = droppedEvents.saturatingPlus(lost.saturatingMinus(lostBefore))
    span.links = links
    span.droppedLinks = droppedLinks
    span.failure = failure
    return span
  }

  private var failure: String? {
    switch end?.how {
    case .settled(let settlement) where settlement.outcome == .rejected:
      brief(settlement.description, 1000)
    case .freed: "freed while pending: it never settles"
    case .settled, .forwarded, .pending, .unknown, nil: nil
    }
  }

  private var attributes: [ExportedSpan.Attribute] {
    var list: [ExportedSpan.Attribute] = []
    func add(_ key: String, _ value: ExportedSpan.Value?) {
      if let value { list.append(.init(key, value)) }
    }
    func add(_ key: String, _ text: String?) { add(key, text.map { .text(brief($0, 200)) }) }
    func add(milliseconds key: String, _ time: Int64?) {
      add(key, time.map { .real(Double($0) / 1_000_000) })
    }
    add("promise.id", .number(creation.promise.rawValue))
    add("promise.operation", creation.operation.rawValue)
    add("promise.label", creation.label)
    add("promise.tag", creation.tag)
    switch end?.how {
    case .settled(let settlement):
      add("promise.outcome", settlement.outcome.rawValue)
      if let origin = settlement.origin, origin != creation.promise {
        add("promise.error_origin", .number(origin.rawValue))
      }
    case .freed: add("promise.outcome", "freed while pending")
    case .forwarded(let outer):
      add("promise.outcome", "forwarded")
      add("promise.forwarded_to", .number(outer.rawValue))
    case .pending, nil: add("promise.outcome", "pending")
    case .unknown: add("promise.outcome", "unknown")
    }
    if isUnhandled { add("promise.unhandled", .flag(true)) }
    if creation.late { add("promise.late", .flag(true)) }
    add("promise.queue", queue)
    add(milliseconds: "promise.queue_wait_ms", waited)
    add(milliseconds: "promise.handler_ms", ran)
    if let site = creation.site {
      add("code.file.path", site.file)
      add("code.line.number", .number(site.line))
      if site.column > 0 { add("code.column.number", .number(site.column)) }
    }
    return list
  }
}
