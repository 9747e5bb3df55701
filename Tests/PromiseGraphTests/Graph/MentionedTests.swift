import PromiseEvents
import PromiseGraph
import PromiseInsight
import Testing

@Suite("Promises that are only mentioned")
struct MentionedTests {
  private func event(_ number: Int, _ kind: PromiseEvent.Kind) -> PromiseEvent {
    PromiseEvent(sequence: number, time: Int64(number), thread: 1, queue: nil, kind: kind)
  }

  @Test("An event that lists very many adds a bounded number, and others are declared as usual")
  func bounded() {
    var graph = Graph()
    let parents = (1...Graph.mostStandIns + 50_000).map { PromiseID($0) }
    let fanIn = PromiseID(parents.count + 1)
    graph.apply(event(1, .created(.init(promise: fanIn, operation: .all, parents: parents))))
    #expect(graph.counts.total == Graph.mostStandIns + 1)
    #expect(graph[fanIn]?.inputs.count == parents.count)
    let late = parents[parents.count - 1]
    #expect(graph[late] == nil)
    graph.apply(event(2, .created(.init(promise: late, operation: .pending, label: "late"))))
    #expect(graph[late]?.name == "late")
    // Declaring one makes room for another.
    graph.apply(event(3, .created(.init(promise: parents[0], operation: .pending))))
    graph.apply(event(4, .errorHandled(promise: parents[parents.count - 2], by: fanIn)))
    #expect(graph[parents[parents.count - 2]] != nil)
    #expect(graph.counts.total == Graph.mostStandIns + 3)
  }

  @Test("A source text with very many lines has a bounded number of them")
  func lines() {
    let text = String(repeating: "\n", count: 3 * SourceText.mostLines)
    let source = SourceText(file: "A/main.swift", firstLine: 5, text: "let a = 1" + text)
    #expect(source.lines.count == SourceText.mostLines && source.lines[0] == "let a = 1")
    let short = SourceText(file: "A/main.swift", firstLine: 5, text: "a\n\nb\n")
    #expect(short.lines == ["a", "", "b"])
  }
}
