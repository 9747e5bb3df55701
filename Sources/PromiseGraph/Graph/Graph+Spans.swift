package import PromiseEvents

/// A span of a distributed trace that a promise has to do with.
package struct SpanLink: Hashable, Sendable {
  /// The span and its trace.
  package var context: PromiseEvent.TraceContext
  /// What the span is to the promise.
  package var role: PromiseEvent.SpanRole
  /// When it was linked.
  package var moment: Moment
}

/// A span of a trace, whatever its flags are: by that, a request that was sent is found where it was received.
struct SpanKey: Hashable, Sendable, Bucketed {
  private var context: PromiseEvent.TraceContext

  init(_ context: PromiseEvent.TraceContext) {
    self.context = context
    self.context.isSampled = true
  }

  var bucket: Int { hashValue }
}

// The spans of distributed traces: those of each promise, and the promises of each span.
extension Graph {
  /// Links a promise to a span. A context that is not valid names no span, so it is ignored.
  mutating func link(
    _ promise: PromiseID, to context: PromiseEvent.TraceContext,
    _ role: PromiseEvent.SpanRole, at moment: Moment
  ) {
    guard context.isValid else { return }
    // Makes sure that the promise is there, and will be forgotten.
    change(promise, at: moment) { _ in }
    let number = promise.rawValue
    guard promiseTable.contains(number) else { return }
    let link = SpanLink(context: context, role: role, moment: moment)
    let links = spans(of: promise)
    guard links.count < Self.mostSpans,
      !links.contains(where: { $0.role == role && $0.key == link.key }),
      spanTables.links.insert(number, [])
    else { return }
    spanTables.links.update(number) { $0.append(link) }
    guard !links.contains(where: { $0.key == link.key }) else { return }
    spanTables.promises.insert(number, for: link.key, limit: Self.mostInBucket)
  }

  /// Removes the spans of a promise that is forgotten.
  mutating func forgetSpans(of promise: Int) {
    guard let links = spanTables.links[promise] else { return }
    for key in Set(links.map(\.key)) { spanTables.promises.remove(promise, for: key) }
    spanTables.links.remove(promise)
  }

  /// Returns the spans that a promise covers, sends or receives, in the order in which they were linked; of very
  /// many, the first ones. O(1)
  package func spans(of promise: PromiseID) -> [SpanLink] {
    spanTables.links[promise.rawValue] ?? []
  }

  /// Returns the promise of the request that carries `context` to another process; `nil` if none is known.
  /// Expected O(1)
  package func promise(sending context: PromiseEvent.TraceContext) -> PromiseID? {
    promises(context, .sent).first
  }

  /// Returns the promises that stand for the handling of a request that carried `context`, in the order in
  /// which they were linked. Expected O(their number)
  package func promises(receiving context: PromiseEvent.TraceContext) -> [PromiseID] {
    promises(context, .received)
  }

  /// Returns the promises for which the span of `context` has a role.
  private func promises(
    _ context: PromiseEvent.TraceContext, _ role: PromiseEvent.SpanRole
  ) -> [PromiseID] {
    let key = SpanKey(context)
    let promises = spanTables.promises.all(for: key) { number in
      spanTables.links.read(number) { links in
        links.contains { $0.role == role && $0.key == key }
      } ?? false
    }
    return promises.map { PromiseID($0) }
  }

  /// How many spans are kept of each promise, and how many promises for each bucket of the index: a trace may
  /// repeat one span forever.
  private static var mostSpans: Int { 16 }
  private static var mostInBucket: Int { 512 }
}

extension SpanLink {
  fileprivate var key: SpanKey { SpanKey(context) }
}
