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

@Test("The header of a recording program shows how much is recorded, if there is room")
func recordedBytes() {
  let driver = Driver.live(upTo: 31, state: .picker(200, 50))
  let header = driver.screen.prefix { $0 != "\n" }
  #expect(header.contains("of 352 MB"))
}
