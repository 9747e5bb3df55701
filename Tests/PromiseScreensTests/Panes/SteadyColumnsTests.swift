import Foundation
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Test(
  "The columns of the chain keep their positions while a predicted run plays", arguments: [45, 94])
func steadyColumns(width: Int) throws {
  for stream in [EventStream.login, EventStream.dashboard] {
    var places: [PromiseID: Set<Int>] = [:]
    for event in 0...stream.events.count {
      var context = stream.context(at: event, predicts: true)
      context.known = context.prediction.map { $0.graph(at: $0.last) }
      let content = ChainPane.content(context, width: width, height: 20)
      for (line, promise) in content.promises {
        let text = content.lines[line].text
        let name = try #require(context.graph[promise]).id.description
        let place = try #require(text.range(of: " \(name) ")).lowerBound
        places[promise, default: []].insert(text.distance(from: text.startIndex, to: place))
      }
    }
    #expect(places.count == stream.context().graph.promises.count)
    #expect(places.values.allSatisfy { $0.count == 1 })
  }
}

@Test("The text of a file is shown before the event that contains it")
func sourceAhead() {
  var stream = EventStream()
  stream.replace(with: [
    PromiseEvent(
      sequence: 1, time: 0, thread: nil, queue: nil,
      kind: .sourceText(file: "Demos/A.swift", firstLine: 1, text: "let answer = 42\n"))
  ])
  var context = stream.context(at: 0, predicts: true)
  context.known = context.prediction.map { $0.graph(at: $0.last) }
  #expect(SourcePane.content(context, width: 40, height: 5).plain.contains("let answer = 42"))
}
