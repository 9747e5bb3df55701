import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// Texts that would end a string, start a comment, or be read as something else.
let hostileTexts = [
  "say \"hi\"", "line\nbreak\r\n%% comment", "a --> b; end", "</script><script>",
  "\"]; x [label=\"y",
  "&lt;&amp;#35;", "\u{202e}right\u{2066}", "👩‍👩‍👧‍👦 e\u{301}", "日本語", "%%{init: {}}%%", "`code` *bold*",
  "\\N \\G \\", "style x:#fff;", "#quot; #35;", String(repeating: "x", count: 5000), "",
  "\u{0}\u{1b}[31m",
]

extension EventStream {
  /// A chain whose every text is hostile.
  static var hostile: EventStream {
    var stream = EventStream()
    for (place, text) in hostileTexts.enumerated() {
      stream.declare(QueueID(place + 1), text)
      if place == 0 {
        stream.create(1, .pending, text)
      } else {
        stream.link(
          PromiseID(place + 1), .then, text, to: PromiseID(place), on: QueueID(place + 1))
      }
    }
    for (place, text) in hostileTexts.enumerated() {
      let promise = PromiseID(place + 1)
      if place > 0 {
        let job = stream.enqueue(promise, on: QueueID(place + 1), text)
        stream.start(job, promise, on: QueueID(place + 1))
        stream.post(.note(text))
        stream.end(job, promise, on: QueueID(place + 1))
      }
      stream.settle(promise, place % 3 == 1 ? .rejected : .fulfilled, text)
    }
    return stream
  }

  /// All its events as a sequence diagram.
  fileprivate var sequenceDiagram: String { MermaidSequence.text(events, graph, title: "t").text }
}

@Suite struct DiagramTests {
  /// The characters allowed in a text of a diagram: none that has a meaning in Mermaid.
  private static let text = #"(?:[^\x00-\x7F]|[A-Za-z0-9 .,'/()+=?-]|#[0-9]+;|<br/>)*"#

  private func expectLines(_ text: String, _ patterns: [String]) throws {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    let regexes = try patterns.map { try Regex("^(?:\($0))$").asciiOnlyCharacterClasses() }
    for line in lines {
      #expect(regexes.contains { line.wholeMatch(of: $0) != nil }, "\(line)")
    }
  }

  @Test("A flowchart is valid Mermaid whatever a program calls its promises")
  func flowchart() throws {
    for stream in [EventStream.hostile, .login, .everything] {
      let text = MermaidFlowchart.text(stream.graph, title: hostileTexts[4]).text
      let brackets = [
        #"\(\["# + "\"TEXT\"" + #"\]\)"#, #"\[/"TEXT"/\]"#, #"\[\["TEXT"\]\]"#, #"\("TEXT"\)"#,
        #"\["TEXT"\]"#, #"\{\{"TEXT"\}\}"#, #"\[\\"TEXT"\\\]"#, #">"TEXT"\]"#, #"\[/"TEXT"\\\]"#,
        #"\[\\"TEXT"/\]"#,
      ].map { "  pm?[0-9]+" + $0.replacing("TEXT", with: Self.text) }
      try expectLines(
        text,
        brackets + [
          "---", #"title: "(?:[^"\\]|\\.)*""#, "flowchart TD",
          #"  pm?[0-9]+ (?:-->|==>|-\.->)(?:\|[a-z ]+\|)? pm?[0-9]+"#,
          "  classDef [a-zA-Z]+ fill:#[0-9a-f]{6},stroke:#[0-9a-f]{6},color:#000000",
          "  class [pm0-9,]+ [a-zA-Z]+",
        ])
    }
  }

  @Test("A sequence diagram is valid Mermaid whatever a program notes, and ends what it began")
  func sequence() throws {
    for stream in [EventStream.hostile, .login, .everything] {
      let text = stream.sequenceDiagram
      let who = "(?:outside|timers|qm?[0-9]+)"
      try expectLines(
        text,
        [
          "---", #"title: "(?:[^"\\]|\\.)*""#, "sequenceDiagram",
          "  participant \(who) as \(Self.text)", "  (?:de)?activate \(who)",
          "  Note (?:right of|over) \(who): \(Self.text)",
          #"  \#(who)(?:-\)|->>|-x)\#(who): \#(Self.text)"#,
        ])
      var active: [Substring: Int] = [:]
      for line in text.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first == "activate" { active[words[1], default: 0] += 1 }
        if words.first == "deactivate" { active[words[1], default: 0] -= 1 }
        #expect(active.values.allSatisfy { $0 >= 0 })
      }
    }
  }

  @Test("Quotes in a Graphviz graph are its own, whatever a program calls its promises")
  func dot() throws {
    for stream in [EventStream.hostile, .login, .everything] {
      let text = DotGraph.text(stream.graph, title: hostileTexts[4])
      let bare = text.replacing(try Regex(#""(?:[^"\\\n]|\\[\\"n])*""#), with: "Q")
      #expect(!bare.contains("\"") && !bare.contains("\\"))
      try expectLines(
        bare,
        [
          "digraph Q \\{", "  (?:graph|node|edge) \\[[a-zA-Z=Q, 0-9]+\\]",
          "  subgraph cluster_[0-9]+ \\{", "    label=Q; color=Q; fontcolor=Q", "  \\}", "\\}",
          " +pm?[0-9]+ \\[label=Q, shape=[a-z0-9]+, fillcolor=Q, color=Q, tooltip=Q\\]",
          "  pm?[0-9]+ -> pm?[0-9]+(?: \\[label=Q, [a-z=0-9, ]+\\])?",
        ])
      // An entity in it would be interpreted.
      let entities = text.matches(of: try Regex("&(?!amp;)"))
      #expect(entities.isEmpty)
    }
  }

  @Test("A promise is one node, however many arrows lead to it")
  func oneNode() {
    var stream = EventStream()
    stream.create(1, .pending)
    for number in 1...40 {
      let (left, right) = (PromiseID(3 * number - 1), PromiseID(3 * number))
      let above = PromiseID(3 * number - 2)
      stream.link(left, .map, to: above, on: 1)
      stream.link(right, .map, to: above, on: 1)
      stream.create(PromiseID(3 * number + 1), .all, parents: [left, right])
    }
    let text = DotGraph.text(stream.graph, title: "diamonds")
    #expect(text.split(separator: "\n").count { $0.contains(", shape=") } == 121)
    #expect(text.split(separator: "\n").count { $0.contains(" -> ") } == 160)
  }

  @Test("The arrows of a diagram show the kind: skipped, adopted, won, failed, too late")
  func arrows() {
    var stream = EventStream.login
    stream.create(10, .race, parents: [1, 2, 3])
    stream.post(.inputSettled(fanIn: 10, index: 0, input: 1, outcome: .fulfilled))
    stream.settle(10, .fulfilled, "tok_9", from: 1)
    stream.post(.inputIgnored(fanIn: 10, index: 1, input: 2, outcome: .fulfilled))
    let text = MermaidFlowchart.text(stream.graph, title: "login").text
    #expect(text.contains("  p6 -.->|adopted| p2\n"))
    #expect(text.contains("  p1 ==>|wins| p10\n"))
    #expect(text.contains("  p2 -->|too late| p10\n"))
    #expect(text.contains("  p2 --> p3\n"))
  }

  @Test("Mermaid draws at most 50,000 characters and 500 arrows: the rest is counted")
  func large() {
    var stream = EventStream()
    for number in 1...5000 {
      if number > 1 {
        stream.link(PromiseID(number), .map, to: PromiseID(number - 1), on: 1)
      } else {
        stream.create(1, .pending)
      }
    }
    for number in 1...5000 { stream.settle(PromiseID(number), .fulfilled, "value \(number)") }
    let (flow, leftOut, _) = MermaidFlowchart.text(stream.graph, title: "large")
    #expect(flow.utf16.count < 50_000)
    #expect(flow.split(separator: "\n").count { $0.contains("-->") } <= 500)
    #expect(flow.split(separator: "\n").count { $0.contains("<br/>") } == 5000 - leftOut)
    #expect(leftOut > 0 && flow.contains("more promises are left out"))
    let (sequence, events) = MermaidSequence.text(stream.events, stream.graph, title: "large")
    #expect(sequence.utf16.count < 50_000 && events > 0)
    #expect(sequence.contains("more events are left out"))
  }

  @Test("Arrows that Mermaid does not draw are counted, too")
  func manyArrows() {
    var stream = EventStream()
    for number in 1...30 { stream.create(PromiseID(number), .pending) }
    for number in 31...60 {
      stream.create(PromiseID(number), .all, parents: (1...30).map { PromiseID($0) })
    }
    let (text, leftOut, arrows) = MermaidFlowchart.text(stream.graph, title: "fan")
    let drawn = text.split(separator: "\n").count { $0.contains("-->") }
    #expect(leftOut == 0)
    #expect(drawn + arrows == 900 && arrows > 0)
    #expect(text.contains("\(arrows) more arrows are left out"))
  }

  @Test("The attempt that fulfills a retry does not fail it; the last rejected one does")
  func retry() {
    for (outcome, label) in [
      (PromiseEvent.Outcome.fulfilled, "settles it"), (.rejected, "fails it"),
    ] {
      var stream = EventStream()
      stream.create(1, .retry, "again")
      stream.create(2, .async, "attempt 1")
      stream.post(.inputAdded(fanIn: 1, index: 0, input: 2))
      stream.settle(2, outcome)
      stream.post(.inputSettled(fanIn: 1, index: 0, input: 2, outcome: outcome))
      stream.settle(1, outcome, from: 2)
      #expect(MermaidFlowchart.text(stream.graph, title: "r").text.contains("p2 ==>|\(label)| p1"))
    }
  }
}
