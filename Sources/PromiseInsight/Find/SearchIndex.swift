package import PromiseEvents
import PromiseGraph

/// A search index of a stream of events, updated with each event: a search reads only the index, not events or
/// promises.
package struct SearchIndex: Sendable {
  private(set) var texts = SearchTexts()
  /// The places that created the promises.
  private(set) var sources = SearchTexts()
  private var rows = EventRows()
  /// The texts of the events up to this number were discarded, except for promises that are kept.
  private var textBase = 0
  private static var textEviction: Int { 1 << 16 }
  /// The last file and its folded name, since most promises are created in the same files.
  private var place: (file: String, name: [UInt8]) = ("", [])
  /// The names of queues.
  private var queueNames: [QueueID: String] = [:]
  /// The jobs that run on each thread, by the promises that they settle, the innermost last: its notes belong
  /// to that promise.
  private var speakers: [ThreadID?: [PromiseID?]] = [:]

  /// Creates an empty index.
  package init() {}

  /// Appends events.
  package mutating func append(contentsOf events: some Sequence<PromiseEvent>) {
    for event in events { append(event) }
  }

  private mutating func append(_ event: PromiseEvent) {
    rows.append(event)
    let number = event.sequence
    switch event.kind {
    case .created(let creation):
      append(creation, event: number)
    case .settled(let settlement):
      if !settlement.description.isEmpty {
        texts.append(
          settlement.description, event: number, promise: settlement.promise,
          field: settlement.outcome == .fulfilled ? .value : .error)
      }
    case .errorUnhandled(let promise, _, let error):
      texts.append(error, event: number, promise: promise, field: .error)
    case .note(let text):
      let speaker = speakers[event.thread]?.last ?? nil
      texts.append(text, event: number, promise: speaker)
    case .queueDeclared(let queue, let label, _, _):
      texts.append(label, event: number, promise: nil)
      queueNames[queue] = label
    case .threadNamed(_, let label), .sourceText(let label, _, _),
      .processDeclared(_, let label, _, _):
      texts.append(label, event: number, promise: nil)
    case .spanLinked(let promise, let context, _):
      texts.append(context.traceparent, event: number, promise: promise)
    case .jobEnqueued(_, let child, _, let label):
      if child == nil, let label { texts.append(label, event: number, promise: nil) }
    case .jobStarted(_, let child, _): speakers[event.thread, default: []].append(child)
    case .jobEnded(_, let child, _, _): silence(child, on: event.thread)
    default: break
    }
  }

  /// Adds the title, the place and the tag of a promise.
  private mutating func append(_ creation: PromiseEvent.Creation, event: Int) {
    let separator = SearchTexts.separator
    texts.append(event: event, promise: creation.promise, field: .name) { bytes in
      let isRoot = creation.parents.isEmpty && creation.label != nil
      if !isRoot { appendFolded(creation.spelling, to: &bytes) }
      if let label = creation.label {
        if !isRoot { bytes.append(UInt8(ascii: " ")) }
        appendFolded(label, to: &bytes)
      }
      bytes.append(separator)
    }
    if let tag = creation.tag {
      texts.append(tag, event: event, promise: creation.promise, field: .tag)
    }
    guard let site = creation.site else { return }
    if site.file != place.file { place = (site.file, foldedBytes(site.fileName)) }
    sources.append(event: event, promise: creation.promise, field: .source) {
      [name = place.name] bytes in
      bytes += name
      bytes.append(UInt8(ascii: ":"))
      bytes.append(contentsOf: String(site.line).utf8)
      bytes.append(separator)
    }
  }

  /// Ends a job, and the jobs inside it whose ends were lost. If its own start was lost, nothing is known of
  /// the thread.
  private mutating func silence(_ child: PromiseID?, on thread: ThreadID?) {
    guard let jobs = speakers[thread] else { return }
    let place = jobs.lastIndex(of: child) ?? 0
    speakers[thread] = place > 0 ? Array(jobs[..<place]) : nil
  }

  /// Forgets the rows of the events up to a number, and occasionally the texts of promises that are not kept.
  /// Returns whether it did the latter. Amortized O(1) per event
  @discardableResult
  package mutating func evict(to base: Int, keeping isKept: (PromiseID) -> Bool = { _ in true })
    -> Bool
  {
    rows.evict(to: base)
    guard base - textBase > Self.textEviction else { return false }
    textBase = base
    func isOver(_ entry: SearchTexts.Entry) -> Bool {
      entry.event <= base && !(entry.promise.map(isKept) ?? false)
    }
    texts.removeAll(where: isOver)
    sources.removeAll(where: isOver)
    return true
  }
}

extension SearchIndex {
  /// Returns the promises that match a pattern: first those whose name matches, then those whose value does,
  /// and so on in the order of ``SearchField``. If `pattern` extends that of `old`, only its hits are
  /// searched. O(bytes of text)
  package func promises(
    for pattern: SearchPattern, narrowing old: PromiseHits? = nil
  ) -> PromiseHits {
    guard !pattern.isOfSources else {
      return PromiseHits(pattern, numbers: sources.search(pattern), in: sources)
    }
    var found: [Int]
    if let old, !old.pattern.isOfSources, old.generation == texts.generation,
      pattern.goesOn(from: old.pattern)
    {
      found = texts.search(pattern, among: old.numbers)
      found += texts.search(pattern, from: old.texts)
    } else {
      found = texts.search(pattern)
    }
    return PromiseHits(pattern, numbers: found, in: texts)
  }

  /// Returns the numbers of the events after `base` whose rows match a pattern, in ascending order. O(events)
  package func events(for pattern: SearchPattern, after base: Int) -> [Int] {
    guard !pattern.isOfSources else {
      return ascending(sources.search(pattern).map { sources[$0].event }, after: base)
    }
    // A verb matches in any language, because the rows may be shown in any.
    let verbs = EventVerb.allCases.filter { verb in
      Language.all.contains { pattern.matches(verb.text(in: $0)) }
    }
    let spoken = rows.search(
      verbs: Set(verbs), subject: pattern.promise,
      queues: Set(queueNames.filter { pattern.matches($0.value) }.keys))
    let hits = texts.search(pattern).map { texts[$0].event }
    return merged(ascending(spoken, after: base), ascending(hits, after: base))
  }

  /// Returns the `numbers` after `base` in order; events of several threads arrive slightly out of order.
  private func ascending(_ numbers: [Int], after base: Int) -> [Int] {
    let isInOrder = zip(numbers, numbers.dropFirst()).allSatisfy { $0 <= $1 }
    let sorted = isInOrder ? numbers : numbers.sorted()
    return Array(sorted[sorted.partitionPoint(where: { $0 <= base })...])
  }

  /// Returns two ascending lists merged into one, without duplicates.
  private func merged(_ first: [Int], _ second: [Int]) -> [Int] {
    var result: [Int] = []
    result.reserveCapacity(first.count + second.count)
    var (a, b) = (0, 0)
    while a < first.count || b < second.count {
      let isFirst = b == second.count || a < first.count && first[a] <= second[b]
      let next = isFirst ? first[a] : second[b]
      if isFirst { a += 1 } else { b += 1 }
      if result.last != next { result.append(next) }
    }
    return result
  }
}

extension SearchPattern {
  /// Returns whether every match is also a match of `old`, because characters were added.
  fileprivate func goesOn(from old: SearchPattern) -> Bool {
    bytes.starts(with: old.bytes)
  }
}
