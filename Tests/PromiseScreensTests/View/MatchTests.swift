import PromiseGraph
import PromiseInsight
import Testing

@testable import PromiseScreens

@Test("Matches are marked in every text, and nothing else changes")
func marksMatches() throws {
  let pattern = try #require(SearchPattern("sub"))
  let line = StyledLine([Span("p3 .then Submit", .running), Span(" subsub", .dim), Span("x")])
  let marked = line.marked(pattern)
  #expect(marked.text == line.text)
  #expect(marked.spans.filter { $0.role == .match }.map(\.text) == ["Sub", "sub", "sub"])
  #expect(marked.spans.first == Span("p3 .then ", .running))
}

@Test("The header says how much is recorded when the oldest events are about to go")
func recordedBytes() {
  var header: [Substring] = []
  for limit in [1 << 20, 1] {
    var history = History(byteLimit: limit)
    history.append(contentsOf: EventStream.loginWithSource)
    var state = State.picker(200, 50)
    state.show(
      history, of: RunDescriptor(name: "checkout", teaches: ""), real: true, changes: [])
    header.append(view(state).text.prefix { $0 != "\n" })
  }
  #expect(!header[0].contains(" MB"))
  #expect(header[1].contains("of 0 MB"))
}
