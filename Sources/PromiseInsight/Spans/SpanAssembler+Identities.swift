import PromiseEvents
import PromiseGraph

// MARK: - The trace, the parent, and the links of a span

extension SpanAssembler {
  /// Where the span of a new promise belongs.
  struct Placement {
    var identity: Identity
    var parent: ExportedSpan.Parent?
    var links: [(span: SpanIdentity, why: String, promise: PromiseID)] = []
  }

  /// Returns where the span of a new promise belongs: below its first parent, or else below the promise
  /// whose handler or body created it. The other parents are links.
  mutating func placement(of creation: PromiseEvent.Creation, madeBy maker: PromiseID?) -> Placement
  {
    let promise = creation.promise
    let parents = creation.parents.filter { $0 != promise }
    let first = parents.first { identities[$0] != nil }
    let parent = first ?? maker.flatMap { $0 != promise && identities[$0] != nil ? $0 : nil }
    var placement = Placement(
      identity: Identity(
        span: SpanIdentity(
          trace: derived.trace(from: promise), span: derived.span(of: promise))))
    if let parent, let above = use(parent) {
      if above.isLinked || above.depth < Self.mostGenerations {
        placement.identity.span.trace = above.span.trace
        placement.identity.span.isSampled = above.span.isSampled
        placement.identity.isLinked = above.isLinked
        placement.identity.depth = above.depth + 1
        placement.parent = ExportedSpan.Parent(span: above.span.span, isRemote: false)
      } else {
        placement.links.append((above.span, "previous", parent))
      }
    }
    // A fan-in may have many inputs; the span lists some of them, and counts the rest.
    for other in parents where other != parent {
      if let identity = use(other) { placement.links.append((identity.span, "input", other)) }
    }
    return placement
  }

  /// No backend shows a trace that is deeper, and a loop of promises would be one without end.
  private static var mostGenerations: Int { 1000 }

  /// Returns what a promise is called, for another span that mentions it.
  mutating func use(_ promise: PromiseID) -> Identity? {
    identities[promise]?.isUsed = true
    return identities[promise]
  }

  /// Makes a promise part of a distributed trace. A span that others have mentioned keeps its name, and
  /// has a link instead.
  mutating func link(
    _ promise: PromiseID, _ context: PromiseEvent.TraceContext, _ role: PromiseEvent.SpanRole
  ) {
    guard let linked = SpanIdentity(context), var span = open[promise], span.end == nil,
      var identity = identities[promise]
    else { return }
    defer {
      identity.span = span.identity
      open[promise] = span
      identities[promise] = identity
    }
    let isNew = span.roles.insert(role).inserted
    let canChange =
      isNew && !identity.isUsed && (role == .received || !taken.contains(linked))
      && !(role == .covering && span.roles.contains(.sent))
      && !(role == .received && span.roles.contains(.sent))
    guard canChange else {
      if linked != span.identity { span.link(to: linked, role.rawValue) }
      return
    }
    // A parent in another trace is only a link.
    if span.identity.trace != linked.trace, let parent = span.parent {
      let above = SpanIdentity(
        trace: span.identity.trace, span: parent.span, isSampled: span.identity.isSampled)
      span.link(to: above, "parent")
      span.parent = nil
    }
    let covering = span.roles.contains(.covering) && role == .sent ? span.identity : nil
    identity.isLinked = true
    span.identity.trace = linked.trace
    span.identity.isSampled = linked.isSampled
    switch role {
    case .received: span.parent = ExportedSpan.Parent(span: linked.span, isRemote: true)
    case .sent, .covering:
      span.identity.span = linked.span
      if taken.count >= Self.mostTaken { taken = [] }
      taken.insert(linked)
      // The span of the tracing library has the request in it.
      if let covering, covering.trace == linked.trace, covering.span != linked.span {
        span.parent = ExportedSpan.Parent(span: covering.span, isRemote: true)
      }
    }
  }

  private static var mostTaken: Int { 65_536 }
}
