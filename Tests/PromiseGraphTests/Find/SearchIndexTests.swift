import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Test(
  "A search finds promises by everything known of them, with the event that says it",
  arguments: [
    ("login(", [1], [5]), ("tok_9", [1], [16]), ("items", [2, 6], [25, 24]),
    ("submitting", [3], [28]),
    ("source:login.swift:13", [3], [8]), ("login.swift", [], []), ("p6", [6], [19]),
    ("nobody", [], []),
  ])
func searchPromises(text: String, promises: [Int], events: [Int]) throws {
  var index = SearchIndex()
  index.append(contentsOf: EventStream.login.events)
  let hits = index.promises(for: try #require(SearchPattern(typed: text)))
  #expect(hits.promises.map(\.rawValue) == promises)
  #expect(hits.promises.indices.map { hits.event(at: $0) } == events)
}

@Test(
  "A search finds a promise by its trace and by its spans",
  arguments: [
    ("4bf92f", [1, 2], [3, 4]), ("00f067aa", [1], [3]), ("b7ad6b7169203331", [2], [4]),
    ("4bf92f3577b34da6a3ce929d0e0e4736", [1, 2], [3, 4]),
    ("4bf92f3577b34da6a3ce929d0e0e4737", [], []),
  ])
func searchSpans(text: String, promises: [Int], events: [Int]) throws {
  var stream = EventStream()
  stream.create(1)
  stream.create(2)
  for (promise, span) in [(1, "00f067aa0ba902b7"), (2, "b7ad6b7169203331")] {
    let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-\(span)-01"
    let context = try #require(PromiseEvent.TraceContext(traceparent: header))
    stream.post(.spanLinked(promise: PromiseID(promise), context: context, role: .covering))
  }
  var index = SearchIndex()
  index.append(contentsOf: stream.events)
  let hits = index.promises(for: try #require(SearchPattern(typed: text)))
  #expect(hits.promises.map(\.rawValue) == promises)
  #expect(hits.promises.indices.map { hits.event(at: $0) } == events)
}

@Test(
  "A search that continues from another, or over more events, finds the same as a new one")
func narrowing() throws {
  let events = EventStream.login.events
  for text in ["submit", "source:login.swift:1", "items", "p12", "receipt 17"] {
    var index = SearchIndex()
    var hits: PromiseHits?
    for (place, end) in text.indices.enumerated() {
      index.append(contentsOf: events.dropFirst(place * 3).prefix(3))
      guard let pattern = SearchPattern(typed: String(text[...end])) else { continue }
      let narrowed = index.promises(for: pattern, narrowing: hits)
      let anew = index.promises(for: pattern)
      #expect(narrowed.promises == anew.promises)
      #expect(narrowed.promises.indices.allSatisfy { narrowed.event(at: $0) == anew.event(at: $0) })
      hits = narrowed
    }
  }
}

@Test("A search finds what matches in the graph at the end, and otherwise only text of the program")
func indexAgrees() throws {
  let stream = EventStream.login
  let graph = stream.graph
  var index = SearchIndex()
  index.append(contentsOf: stream.events)
  for text in ["s", "fetch", "3", "login", ".done", "user", "p1", "p", "items", "source:login"] {
    let pattern = try #require(SearchPattern(typed: text))
    let shown = Set(graph.promises.filter { pattern.matches($0, in: graph) }.map(\.id))
    let said = Set(
      graph.notes.filter { pattern.matches($0.text) }.compactMap { note in
        note.job.flatMap { graph.job($0)?.child }
      })
    #expect(Set(index.promises(for: pattern).promises) == shown.union(said), "\(text)")
  }
}

@Test("The verb of an event is the one that its row shows", arguments: 0..<10)
func verbs(seed: Int) {
  var random = RandomEvents(seed: seed)
  for events in [EventStream.login.events, random.stream(300, gaps: false)] {
    var graph = Graph()
    for event in events {
      graph.apply(event)
      #expect(EventVerb(event.kind).rawValue == EventSummary(event, in: graph).verb)
      #expect(EventVerb.allCases[Int(EventVerb(event.kind).code)] == EventVerb(event.kind))
    }
  }
}

@Test(
  "Events are found by verb, promise, queue, and content",
  arguments: ["fulfilled", "p3", "net", "receipt", "job starts", "main", "zzz"])
func searchEvents(text: String) throws {
  let stream = EventStream.login
  let graph = stream.graph
  var index = SearchIndex()
  index.append(contentsOf: stream.events)
  let pattern = try #require(SearchPattern(text))
  let found = index.events(for: pattern, after: 0)
  // The text of the row, except the numbers of other promises and the words between them.
  let shown = stream.events.filter { event in
    let summary = EventSummary(event, in: graph)
    return summary.subject == text || pattern.matches(summary.verb)
      || pattern.promise == nil && pattern.matches(summary.detail)
      || event.queue.map { pattern.matches(graph.queueLabel($0)) } ?? false
  }
  #expect(found == found.sorted())
  #expect(
    found == shown.map(\.sequence)
      || text == "main" && Set(found).isSuperset(of: shown.map(\.sequence)))
  index.evict(to: 10)
  #expect(index.events(for: pattern, after: 10) == found.filter { $0 > 10 })
}

@Test("Impossible numbers are found like all others")
func absurdIdentities() throws {
  var stream = EventStream()
  for promise: PromiseID in [-5, .init(.max), 3, .init(.min), 0, 1] {
    stream.post(.created(.init(promise: promise, operation: .pending, label: "same")))
  }
  var index = SearchIndex()
  index.append(contentsOf: stream.events)
  let hits = index.promises(for: try #require(SearchPattern("same")))
  #expect(hits.promises == [.init(.min), -5, 0, 1, 3, .init(.max)])
  #expect(hits.index(of: 3) == 4)
  #expect(hits.index(of: 2) == nil)
  #expect(hits.index(from: 2) == 4)
}

@Test("An index accepts any stream", arguments: 0..<10)
func randomIndex(seed: Int) throws {
  var random = RandomEvents(seed: seed)
  var index = SearchIndex()
  for batch in 0..<10 {
    index.append(contentsOf: random.stream(200, gaps: batch % 2 == 0))
    for text in ["p", "a", "settled", "q"] {
      let pattern = try #require(SearchPattern(text))
      let hits = index.promises(for: pattern)
      let fields = hits.promises.indices.map { hits.field(at: $0).rawValue }
      #expect(fields == fields.sorted())
      for part in hits.parts {
        #expect(hits.promises[part].elementsEqual(hits.promises[part].sorted()))
      }
      for (place, promise) in hits.promises.enumerated() {
        #expect(hits.index(of: promise) == place)
      }
      let events = index.events(for: pattern, after: 50)
      #expect(events == events.sorted())
      #expect(events.allSatisfy { $0 > 50 })
    }
    index.evict(to: 100 * batch)
  }
}

@Test("Promises whose name matches come before those whose value, error, tag, or note does")
func fieldsInOrder() throws {
  var stream = EventStream()
  func create(_ promise: PromiseID, _ label: String, tag: String? = nil) {
    stream.post(
      .created(
        .init(
          promise: promise, operation: .pending, label: label,
          site: SourceSite(file: "App/Submit.swift", line: 7, column: 1), tag: tag)))
  }
  create(1, "value")
  create(2, "error")
  create(3, "tag", tag: "submit-1")
  create(4, "submit b")
  create(5, "submit a")
  create(6, "other")
  for (promise, outcome, text) in [
    (1, .fulfilled, "submitted"), (2, .rejected, "cannot submit"), (4, .fulfilled, "submit"),
  ] as [(PromiseID, PromiseEvent.Outcome, String)] {
    stream.post(.settled(.init(promise: promise, outcome: outcome, description: text)))
  }
  var index = SearchIndex()
  index.append(contentsOf: stream.events)
  let hits = index.promises(for: try #require(SearchPattern(typed: "submit")))
  #expect(hits.promises == [4, 5, 1, 2, 3])
  #expect(hits.promises.indices.map { hits.field(at: $0) } == [.name, .name, .value, .error, .tag])
  #expect(hits.event(at: 0) == 4, "where the name appears")
  #expect(hits.event(at: 2) == 7)
  let files = index.promises(for: try #require(SearchPattern(typed: "Source: submit.swift:7")))
  #expect(files.promises == [1, 2, 3, 4, 5, 6])
  #expect(SearchPattern(typed: "source:") == nil)
}
