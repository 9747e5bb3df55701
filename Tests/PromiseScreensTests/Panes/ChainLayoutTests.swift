import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

/// A stream of promises without jobs or times: only their relations.
private func shape(_ build: (inout EventStream) -> Void) -> Graph {
  var stream = EventStream()
  stream.queue(1, "main")
  build(&stream)
  return stream.context().graph
}

/// The layout as lines: lanes, a sign, and the promise.
private func picture(_ graph: Graph, step: Int = 2, cap: Int = 200) -> String {
  let layout = ChainLayout(graph, step: step, joinStep: step, cap: cap)
  let lanes = ChainLanes(glyphs: .unicode, width: min(layout.width, max(1, cap)))
  return layout.rows.map { row in
    let (sign, name): (Glyph?, String) =
      switch row.kind {
      case .promise(let id): (graph[id]?.glyph, id.description)
      case .reference(let id): (.arrowRight, id.description)
      case .losers(let id): (nil, "losers of \(id)")
      case .lanes: (nil, "")
      case .more: (.ellipsis, "")
      }
    var line = lanes.spans(row, sign: sign, role: .body).map(\.text).joined() + " " + name
    while line.last == " " { line.removeLast() }
    return line
  }.joined(separator: "\n")
}

@Test("A chain is in one column with a line beside it, and unconnected promises do not touch")
func chains() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.link(3, on: 2, queue: 1)
    $0.root(4)
  }
  #expect(
    picture(graph) == """
      ┌○ p1
      ├○ p2
      └○ p3

       ○ p4
      """)
}

@Test("Several handlers of one promise branch, in order of attachment")
func siblings() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.link(3, on: 1, queue: 1)
    $0.link(4, on: 1, queue: 1)
    $0.link(5, on: 2, queue: 1)
    $0.link(6, on: 2, queue: 1)
    $0.link(7, on: 3, queue: 1)
  }
  #expect(
    picture(graph) == """
      ○     p1
      ├─○   p2
      │ ├─○ p5
      │ └─○ p6
      ├─○   p3
      │└○   p7
      └─○   p4
      """)
}

@Test("The inputs of a fan-in have a lane each, and the fan-in is where they join")
func fanIn() {
  let graph = shape {
    $0.root(1)
    $0.root(2)
    $0.root(3)
    $0.fanIn(4, .all, of: [1, 2, 3])
    $0.link(5, on: 4, queue: 1)
  }
  #expect(
    picture(graph) == """
      ○       p1
      │ ○     p2
      │ │ ○   p3
      ╰─┴─┴─○ p4
           └○ p5
      """)
  #expect(
    picture(graph, step: 1) == """
      ○    p1
      │○   p2
      ││○  p3
      ╰┴┴○ p4
         ○ p5
      """)
}

@Test("A race of an all shows what settled it and what it no longer waits for")
func raceOfAll() {
  let graph = shape {
    $0.root(1)
    $0.root(2)
    $0.fanIn(3, .all, of: [1, 2])
    $0.root(4)
    $0.root(5)
    $0.fanIn(6, .race, of: [3, 4, 5])
    $0.link(7, on: 6, queue: 1)
    $0.fulfill(4)
    $0.input(4, 1, of: 6)
    $0.fulfill(6, from: 4)
  }
  #expect(
    picture(graph) == """
      ○           p1
      │ ○         p2
      ╰─┴─○       p3
          │ ✓     p4
          │ │ ○   p5
          ╰─╆─┴─✓ p6
               │  losers of p6
               └○ p7
      """)
}

@Test("The line to what a handler created is dotted until its promise adopts one of that chain")
func adoption() {
  let before = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.link(3, on: 2, queue: 1)
    $0.enqueue(1, 2, on: 1)
    $0.start(1, 2, on: 1)
    $0.root(4)
    $0.link(5, on: 4, queue: 1)
  }
  #expect(
    picture(before) == """
      ┌○    p1
      ├▸    p2
      │└┄┄○ p4
      │  └○ p5
      └○    p3
      """)
  let after = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.link(3, on: 2, queue: 1)
    $0.enqueue(1, 2, on: 1)
    $0.start(1, 2, on: 1)
    $0.root(4)
    $0.link(5, on: 4, queue: 1)
    $0.end(1, 2, on: 1, .returnedPromise)
    $0.adopt(5, by: 2)
  }
  #expect(
    picture(after) == """
      ┌○    p1
      ├◎    p2
      │└──○ p4
      │  └○ p5
      └○    p3
      """)
}

@Test("The end of a chain ends its lane: the last promise created inside has a corner")
func lastInner() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.enqueue(1, 2, on: 1)
    $0.start(1, 2, on: 1)
    $0.root(3)
    $0.root(4)
  }
  #expect(
    picture(graph) == """
      ┌○    p1
      └▸    p2
       ├┄┄○ p3
       └┄┄○ p4
      """)
}

@Test("An adopted promise is drawn once, and referenced where it is adopted")
func adoptedFromElsewhere() {
  let graph = shape {
    $0.root(1)
    $0.root(2)
    $0.link(3, on: 2, queue: 1)
    $0.adopt(1, by: 3)
  }
  #expect(
    picture(graph) == """
       ○    p1

      ┌○    p2
      └◎    p3
       └──→ p1
      """)
}

@Test("A fan-in inside a handler has its lanes beside the lane of the chain")
func nestedFanIn() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.link(3, on: 2, queue: 1)
    $0.enqueue(1, 2, on: 1)
    $0.start(1, 2, on: 1)
    $0.root(4)
    $0.root(5)
    $0.fanIn(6, .all, of: [4, 5])
    $0.end(1, 2, on: 1, .returnedPromise)
    $0.adopt(6, by: 2)
  }
  #expect(
    picture(graph) == """
      ┌○        p1
      ├◎        p2
      │├┄┄○     p4
      │├┄┄│┄○   p5
      │└──┴─┴─○ p6
      └○        p3
      """)
}

@Test("An input with other children keeps its lane beside its branches")
func chainedInput() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, .done, queue: 1)
    $0.root(3)
    $0.fanIn(4, .all, of: [1, 3])
  }
  #expect(
    picture(graph) == """
      ○     p1
      ├─○   p2
      │
      │ ○   p3
      ╰─┴─○ p4
      """)
}

@Test("Two inputs of one tree cross, and lanes that a line crosses are kept")
func inputsOfOneTree() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.link(3, on: 1, queue: 1)
    $0.fanIn(4, .all, of: [2, 3])
  }
  #expect(
    picture(graph) == """
      ○       p1
      ├─○     p2
      └─│─○   p3
        ╰─┴─○ p4
      """)
}

@Test("An input of two fan-ins, or twice of one, is drawn once and referenced")
func sharedInput() {
  let graph = shape {
    $0.root(1)
    $0.root(2)
    $0.fanIn(3, .all, of: [1, 2])
    $0.fanIn(4, .race, of: [1, 1])
  }
  #expect(
    picture(graph) == """
      ○     p1
      │ ○   p2
      ╰─┴─○ p3

      →     p1
      │ →   p1
      ╰─┴─○ p4
      """)
}

@Test("Inputs added later to a fan-in have lanes as if they had existed before it")
func laterInputs() {
  let graph = shape {
    $0.root(1, nil, .retry)
    $0.link(2, on: 1, .done, queue: 1)
    $0.root(3)
    $0.post(.inputAdded(fanIn: 1, index: 0, input: 3))
    $0.reject(3, "503")
    $0.input(3, 0, of: 1, .rejected)
    $0.root(4)
    $0.post(.inputAdded(fanIn: 1, index: 1, input: 4))
    $0.root(5)
  }
  #expect(
    picture(graph) == """
      ✗     p3
      │ ○   p4
      ╰─┴─○ p1
         └○ p2

      ○     p5
      """)
}

@Test("Lanes that do not fit end in an ellipsis; the glyph is always shown")
func clippedLanes() {
  let graph = shape { stream in
    for number in 1...6 { stream.root(PromiseID(number)) }
    stream.fanIn(7, .all, of: (1...6).map { PromiseID($0) })
  }
  #expect(
    picture(graph, cap: 6) == """
      ○      p1
      │ ○    p2
      │ │ ○  p3
      │ │ …○ p4
      │ │ …○ p5
      │ │ …○ p6
      ╰─┴─…○ p7
      """)
}

@Test("An inconsistent stream is drawn anyway, with every promise once")
func damagedStream() {
  let graph = shape {
    $0.link(2, on: 9, queue: 1)
    $0.link(9, on: 2, queue: 1)
    $0.fanIn(3, .all, of: [3, 4, 77])
    $0.fanIn(4, .race, of: [3])
    $0.fanIn(5, .any, of: [])
    $0.adopt(8, by: 8)
  }
  var seen: [PromiseID] = []
  for row in ChainLayout(graph).rows {
    if case .promise(let id) = row.kind { seen.append(id) }
  }
  #expect(seen.sorted() == graph.promises.map(\.id))
}

@Test("Lines between the links are added from the top, as long as there is room")
func spacing() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.link(3, on: 2, queue: 1)
  }
  let layout = ChainLayout(graph)
  #expect(layout.spaced(to: 3) == layout.rows)
  #expect(layout.spaced(to: 4).map(\.kind) == [.promise(1), .lanes, .promise(2), .promise(3)])
  #expect(layout.spaced(to: 99).count == 5)
}

@Test("Without room there are no rows between chains; the lines show what belongs together")
func compact() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.root(3)
    $0.link(4, on: 3, queue: 1)
  }
  let layout = ChainLayout(graph)
  #expect(layout.spaced(to: 5).map(\.kind).contains(.lanes))
  #expect(layout.spaced(to: 4).map(\.kind) == (1...4).map { .promise(PromiseID($0)) })
  // What is ahead needs the room later.
  let early = ChainLayout(shape { $0.root(1) })
  #expect(early.spaced(to: 4, whole: layout) == early.rows)
}

@Test("The rows of chains that lead into a fan-in are close together")
func noSpacing() {
  let graph = shape {
    $0.root(1)
    $0.link(2, on: 1, queue: 1)
    $0.root(3)
    $0.fanIn(4, .all, of: [2, 3])
  }
  let layout = ChainLayout(graph)
  #expect(layout.spaced(to: 99) == layout.rows)
}

@Test("The cost is linear in the graph, whatever its shape", arguments: Shape.allCases)
func linear(_ kind: Shape) {
  /// Steps are counted in rows and signs, because time depends on the machine.
  func work(_ count: Int) -> Int {
    let layout = ChainLayout(shape { kind.build(count, in: &$0) }, cap: 40)
    return layout.rows.reduce(layout.rows.count) { $0 + $1.signs.count }
  }
  let small = work(200)
  let large = work(2_000)
  #expect(large <= 11 * small)
}

@Test("Fan-ins that share inputs have a bounded number of references, and the last row says so")
func sharedInputs() {
  func layout(inputs: Int, fanIns: Int) -> ChainLayout {
    ChainLayout(
      shape {
        let shared = (1...inputs).map { PromiseID($0) }
        for input in shared { $0.root(input) }
        for place in 1...fanIns { $0.fanIn(PromiseID(inputs + place), .all, of: shared) }
      })
  }
  let small = layout(inputs: 10, fanIns: 3)
  #expect(small.rows.count { if case .reference = $0.kind { true } else { false } } == 20)
  #expect(!small.rows.contains { $0.kind == .more })
  let large = layout(inputs: 100, fanIns: 300)
  let references = large.rows.count { if case .reference = $0.kind { true } else { false } }
  #expect(references == ChainPlacer.mostReferences)
  #expect(large.rows.count { if case .promise = $0.kind { true } else { false } } == 400)
  #expect(large.rows.last?.kind == .more)
}

/// Structures of selectable size.
enum Shape: String, CaseIterable, Sendable {
  case chain, star, roots, fanIn, ladder, nested

  /// Adds about `count` promises to `stream`.
  func build(_ count: Int, in stream: inout EventStream) {
    stream.root(1)
    for number in 2...count {
      let id = PromiseID(number)
      switch self {
      case .chain: stream.link(id, on: PromiseID(number - 1), queue: 1)
      case .star: stream.link(id, on: 1, queue: 1)
      case .roots, .fanIn: stream.root(id)
      case .ladder:
        stream.fanIn(id, .race, of: [PromiseID(number - 1), PromiseID(max(1, number - 2))])
      case .nested:
        stream.start(JobID(number), PromiseID(number - 1), on: 1)
        stream.root(id)
      }
    }
    if self == .fanIn {
      stream.fanIn(PromiseID(count + 1), .all, of: (1...count).map { PromiseID($0) })
    }
  }
}
