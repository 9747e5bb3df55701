import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Test(
  "A filter matches what its terms say",
  arguments: [
    ("", [1, 2, 3, 4, 5]), ("state:rejected", [3, 4]), ("state:rej", [3, 4]),
    ("state:pending,fulfilled", [1, 2, 5]), (" ", [1, 2, 3, 4, 5]), ("!state:rejected", [1, 2, 5]),
    ("queue:main", [4]),
    ("name:LOGIN", [1]), ("label:login", [1]), ("source:Login.swift:13", [3]),
    ("file:login", [1, 2, 3, 4, 5]),
    ("value:tok", [1]), ("error:503", [3, 4]), ("503", [3, 4]), ("rejected", [3, 4]), ("main", [4]),
    ("state:rejected queue:main", [4]), ("! state:rejected queue:main", [1, 2, 3, 5]),
    ("state:rejected !queue:main", [3]), ("name:\"GET /posts\"", [5]), ("\"get /\"", [5]),
    ("state:settled", [1, 3, 4]), ("nothing", []),
  ])
func filters(text: String, promises: [Int]) throws {
  let graph = Graph.sample
  let filter = try Filter(text)
  let matching = graph.promises.filter { filter.matches($0, in: graph) }.map(\.id.rawValue)
  #expect(matching == promises)
}

@Test(
  "An invalid filter is rejected with what is allowed",
  arguments: [
    ("color:red", "unknown key color: use state, queue, name, source, value, tag or process"),
    ("state:happy", "unknown state happy: use pending, queued, running, locked"),
    ("state:", "state: needs a value"), ("!", "! needs a value"),
    ("state:rejected !", "! needs a value"),
    ("name:\"open", "a quotation mark is not closed"), ("name:\"\"", "name: needs a value"),
  ])
func filterProblems(text: String, words: String) {
  let problem = #expect(throws: InputError.self) { try Filter(text) }
  #expect(problem?.description.hasPrefix(words) == true, "\(String(describing: problem))")
}

@Test("A colon after no name, or in quotation marks, is an ordinary character")
func colons() throws {
  for text in ["fetch(token:)", "\"a:b\"", ":x", "12:30"] { _ = try Filter(text) }
}

@Test(
  "Any typed text is a filter or a problem, never a trap",
  arguments: ["!!!", ":::", "\"\"\"", ",,,", "a:,b", "! ! !", "\u{0}", "!:", "état:x", "state:,,"])
func filterGarbage(text: String) {
  for end in text.indices {
    _ = try? Filter(String(text[...end]))
  }
  _ = try? Filter(String(repeating: text, count: 10_000 / text.count))
}

@Test(
  "Promises above a match are kept; updating event by event, forward and backward, gives the same as starting over",
  arguments: seeds)
func keptPromises(seed: Int) throws {
  var random = RandomEvents(seed: seed, sites: seed % 4 < 2)
  let events = random.stream(200, gaps: seed % 2 == 0)
  var graphs = [Graph()]
  for event in events {
    graphs.append(graphs[graphs.count - 1])
    graphs[graphs.count - 1].apply(event)
  }
  var generator = SeededGenerator(seed: seed)
  for text in ["state:settled", "state:running,queued", "queue:q", "! state:pending", "a"] {
    var filtered = FilteredPromises(try Filter(text), in: graphs[0])
    var place = 0
    for _ in 0..<200 {
      let next = min(max(0, place + Int.random(in: -6...8, using: &generator)), events.count)
      filtered.apply(
        events[min(place, next)..<max(place, next)], from: graphs[place], to: graphs[next])
      let isRight = filtered.isRight(in: graphs[next])
      #expect(isRight, "\(text) from \(place) to \(next)")
      if !isRight { break }
      place = next
    }
  }
}

@Test("A promise above a match is not kept before any event mentions it")
func keptBeforeItWasMade() throws {
  var stream = EventStream()
  stream.create(2, .then, "child", parents: [1])
  let before = stream.graph
  stream.create(1, .body, "parent")
  let event = try #require(stream.events.last)
  let after = stream.graph
  var filtered = FilteredPromises(try Filter("name:child"), in: after)
  #expect((filtered.matchCount, filtered.keptCount) == (1, 2))
  filtered.apply([event], from: after, to: before)
  #expect((filtered.matchCount, filtered.keptCount) == (1, 1))
  filtered.apply([event], from: before, to: after)
  #expect((filtered.matchCount, filtered.keptCount) == (1, 2))
}

@Test("An empty filter keeps everything")
func emptyFilter() throws {
  let filtered = FilteredPromises(try Filter(" "), in: .sample)
  #expect((filtered.matchCount, filtered.keptCount) == (5, 5))
}

@Test("A long chain whose end matches is kept completely, and discarded again")
func longChain() throws {
  var stream = EventStream()
  stream.create(1)
  for promise in 2...20_000 {
    stream.create(PromiseID(promise), .then, parents: [PromiseID(promise - 1)])
  }
  stream.create(20_001, .then, "tail", parents: [20_000])
  var graph = stream.graph
  var filtered = FilteredPromises(try Filter("name:tail state:pending"), in: graph)
  #expect((filtered.matchCount, filtered.keptCount) == (1, 20_001))
  stream.settle(20_001)
  let event = try #require(stream.events.last)
  let before = graph
  graph.apply(event)
  filtered.apply([event], from: before, to: graph)
  #expect((filtered.matchCount, filtered.keptCount) == (0, 0))
  filtered.apply([event], from: graph, to: before)
  #expect((filtered.matchCount, filtered.keptCount) == (1, 20_001))
}

extension FilteredPromises {
  /// Checks the filter against a search through all promises of `graph`.
  fileprivate func isRight(in graph: Graph) -> Bool {
    var kept: Set<PromiseID> = []
    let matches = graph.promises.filter { filter.matches($0, in: graph) }.map(\.id)
    for match in matches {
      var next: PromiseID? = match
      while let promise = next {
        kept.insert(promise)
        next = graph.promise(above: promise)
      }
    }
    return matchCount == matches.count && matches.allSatisfy { isMatch($0) }
      && keptCount == kept.count
      && graph.promises.allSatisfy { keeps($0.id) == kept.contains($0.id) }
  }
}

extension Graph {
  /// Five promises in three states.
  fileprivate static var sample: Graph {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1, .body, "login(user)")
    stream.create(2, .body, "waits")
    stream.create(3, .body, "fails")
    stream.link(4, .done, "shows", to: 3, on: 1)
    stream.create(5, .body, "GET /posts")
    stream.settle(1, .fulfilled, "\"tok_9\"")
    stream.settle(3, .rejected, "503")
    stream.settle(4, .rejected, "503")
    return stream.graph
  }
}
