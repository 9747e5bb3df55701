import Testing

@testable import PromiseScreens

private func layout(
  _ width: Int, _ height: Int, focus: PaneKind = .chain, slot: PaneKind = .source,
  zoomed: Bool = false, hasOutput: Bool = false, empty: Set<PaneKind> = []
) -> Layout {
  Layout(
    Size(width: width, height: height), focus: focus, slot: slot, zoomed: zoomed,
    hasOutput: hasOutput, empty: empty)
}

/// The sizes of terminals that people have: from a quarter of a small window to a portrait monitor.
private let sizes = [
  (40, 10), (40, 12), (50, 30), (60, 24), (60, 60), (79, 24), (79, 40), (80, 24), (100, 30),
  (100, 80), (132, 43), (200, 50), (200, 70),
]

@Test("At 80x24 the layout is that of picture 1")
func smallPicture() {
  let layout = layout(80, 24)
  #expect(layout.frame(of: .chain) == Rect(x: 0, y: 1, width: 47, height: 11))
  #expect(layout.frame(of: .queues) == Rect(x: 47, y: 1, width: 33, height: 11))
  #expect(layout.frame(of: .source) == Rect(x: 0, y: 12, width: 47, height: 5))
  #expect(layout.frame(of: .inspect) == Rect(x: 47, y: 12, width: 33, height: 5))
  #expect(layout.frame(of: .time) == Rect(x: 0, y: 17, width: 80, height: 5))
  #expect(layout.narration == Rect(x: 0, y: 22, width: 80, height: 1))
}

@Test("At 200x50 the layout is that of picture 5")
func largePicture() {
  let layout = layout(200, 50)
  #expect(layout.frame(of: .chain) == Rect(x: 0, y: 1, width: 96, height: 18))
  #expect(layout.frame(of: .queues) == Rect(x: 96, y: 1, width: 58, height: 18))
  #expect(layout.frame(of: .inspect) == Rect(x: 154, y: 1, width: 46, height: 18))
  #expect(layout.frame(of: .source) == Rect(x: 0, y: 19, width: 76, height: 15))
  #expect(layout.frame(of: .events) == Rect(x: 76, y: 19, width: 78, height: 15))
  #expect(layout.frame(of: .warnings) == Rect(x: 154, y: 19, width: 46, height: 15))
  #expect(layout.frame(of: .time) == Rect(x: 0, y: 34, width: 200, height: 13))
  #expect(layout.narration == Rect(x: 0, y: 47, width: 200, height: 2))
}

@Test("At 80x24 events and warnings replace the source when they have the focus")
func swapping() {
  #expect(layout(80, 24, focus: .events).frame(of: .source) == nil)
  #expect(layout(80, 24, focus: .events).frame(of: .events) == layout(80, 24).frame(of: .source))
  #expect(layout(80, 24, focus: .chain, slot: .warnings).frame(of: .warnings) != nil)
  #expect(layout(80, 24, focus: .source, slot: .warnings).frame(of: .warnings) == nil)
}

@Test(
  "A column less than 80 changes no pane where the screen is low, and stacks them where it is high")
func noCliff() {
  for height in 18..<36 {
    #expect(layout(79, height).places.map(\.pane) == layout(80, height).places.map(\.pane))
  }
  for height in 36...80 {
    let wide = layout(80, height).places.count
    #expect(layout(79, height).places.count >= min(5, wide), "\(height)")
  }
}

@Test("A high narrow screen has whole panes above one another, the chain first")
func stacks() {
  let names = { (layout: Layout) in layout.places.map(\.pane) }
  #expect(names(layout(50, 30)) == [.chain, .time, .queues])
  #expect(names(layout(79, 40)) == [.chain, .time, .queues, .inspect, .source])
  #expect(
    names(layout(60, 60)) == [.chain, .time, .queues, .inspect, .source, .events, .warnings])
  #expect(layout(60, 60).places.allSatisfy { $0.frame.width == 60 && $0.frame.x == 0 })
  #expect(layout(60, 60).scrubber == nil)
  // The focused pane replaces the last ones.
  #expect(names(layout(50, 30, focus: .events)).last == .events)
  #expect(names(layout(50, 30, focus: .events)).first == .chain)
}

@Test("At 40x12 there is a pane, the scrubber and a line of the caption")
func smallest() {
  let layout = layout(40, 12, focus: .queues)
  #expect(layout.places.map(\.pane) == [.queues])
  #expect(layout.places[0].frame == Rect(x: 0, y: 1, width: 40, height: 8))
  #expect(layout.scrubber == Rect(x: 0, y: 9, width: 40, height: 1))
  #expect(layout.narration == Rect(x: 0, y: 10, width: 40, height: 1))
}

@Test("A wide low screen has two panes side by side")
func pairs() {
  #expect(layout(100, 14).places.map(\.pane) == [.chain, .queues])
  #expect(layout(100, 14, focus: .inspect).places.map(\.pane) == [.chain, .inspect])
  #expect(layout(100, 14, focus: .time).scrubber == nil)
}

@Test("In two tall columns no pane is too low to be useful")
func tallColumns() {
  let layout = layout(132, 43)
  #expect(layout.places.allSatisfy { $0.frame.inside.height >= 5 })
  #expect(layout.frame(of: .inspect)?.inside.height ?? 0 >= 9)
}

@Test("An empty pane is folded into a row and leaves its room to others, unless it has the focus")
func folding() throws {
  for (width, height) in [(60, 60), (100, 80), (132, 43), (200, 50), (200, 70)] {
    let whole = layout(width, height)
    let folded = layout(width, height, empty: [.warnings, .source])
    for pane in [PaneKind.warnings, .source] {
      #expect(folded.frame(of: pane)?.height == 1, "\(pane) at \(width)x\(height)")
      let focused = layout(width, height, focus: pane, empty: [.warnings, .source])
      #expect(focused.frame(of: pane)?.height ?? 0 >= pane.leastHeight)
    }
    let area = { (layout: Layout) in
      layout.places.filter { ![.warnings, .source].contains($0.pane) }
        .reduce(0) { $0 + $1.frame.width * $1.frame.height }
    }
    #expect(area(folded) > area(whole), "\(width)x\(height)")
  }
  // Where they share a place, another one takes it.
  #expect(layout(80, 24, empty: [.source]).frame(of: .events) != nil)
  #expect(layout(80, 24, slot: .warnings, empty: [.warnings]).frame(of: .source) != nil)
}

@Test("High screens use their height")
func highScreens() throws {
  for (width, low, high) in [(100, 40, 80), (200, 50, 70)] {
    for pane in [PaneKind.chain, .time, .inspect, .source, .events] {
      let (one, other) = (layout(width, low).frame(of: pane), layout(width, high).frame(of: pane))
      #expect(try #require(other).height > (try #require(one)).height, "\(pane) at \(width)")
    }
  }
}

@Test("Every pane is reachable at every size, high enough to be useful, and no two overlap")
func usefulPanes() throws {
  for (width, height) in sizes {
    for pane in PaneKind.allCases {
      for empty in [[], [.warnings], [.source], [.warnings, .source]] as [Set<PaneKind>] {
        let layout = layout(width, height, focus: pane, empty: empty)
        let frames = layout.places.map(\.frame)
        let name = "\(pane) at \(width)x\(height) without \(empty)"
        #expect(layout.frame(of: pane) != nil, "\(name)")
        for place in layout.places {
          let isFolded = empty.contains(place.pane) && place.pane != pane
          #expect(
            isFolded && place.frame.height == 1 || place.frame.height >= place.pane.leastHeight,
            "\(place) in \(name)")
        }
        for y in 0..<height {
          for x in stride(from: 0, to: width, by: 3) {
            #expect(frames.count { $0.contains(x, y) } <= 1, "\(x),\(y) in \(name)")
          }
        }
        #expect((layout.scrubber == nil) == (layout.frame(of: .time) != nil), "\(name)")
      }
    }
  }
}

@Test("At every size the focused pane is visible, and the frames fill the screen without overlap")
func everySize() {
  for width in stride(from: 40, through: 220, by: 1) {
    for height in stride(from: 10, through: 60, by: 1) {
      for pane in PaneKind.allCases {
        let empty: Set<PaneKind> = (width + height) % 3 == 0 ? [.warnings, .source] : []
        let layout = layout(width, height, focus: pane, empty: empty)
        let cells = layout.places.reduce(0) { $0 + $1.frame.width * $1.frame.height }
        let others = [layout.scrubber, layout.narration].compactMap { $0 }
          .reduce(0) { $0 + $1.width * $1.height }
        guard layout.frame(of: pane) != nil, cells + others == width * (height - 2),
          layout.places.allSatisfy({
            $0.frame.height == 1 || $0.frame.inside.height >= 2 && $0.frame.inside.width >= 20
          })
        else {
          Issue.record("\(pane) at \(width)x\(height): \(layout)")
          return
        }
      }
    }
  }
}

@Test("A panel never covers half of a pane, and what is below it stays")
func panels() throws {
  for (width, height) in sizes {
    for empty in [[], [.warnings]] as [Set<PaneKind>] {
      let whole = layout(width, height, empty: empty)
      let panel = whole.panel(Size(width: width, height: height))
      let cut = whole.cut(by: panel)
      #expect(cut.frame(of: .chain) != nil || height < 18, "\(width)x\(height)")
      for place in cut.places {
        let overlaps =
          place.frame.x < panel.x + panel.width && panel.x < place.frame.x + place.frame.width
          && place.frame.y < panel.y + panel.height && panel.y < place.frame.y + place.frame.height
        #expect(!overlaps, "\(place) below \(panel) at \(width)x\(height)")
      }
    }
  }
}

@Test("An exploration shows its three panes wherever they fit, and the focused one elsewhere")
func explorations() {
  for (width, height) in sizes {
    for pane in PairPane.allCases {
      let layout = PairLayout(
        Size(width: width, height: height), focus: pane, most: (numerator: 2, denominator: 5),
        rows: 12)
      let name = "\(pane) at \(width)x\(height)"
      #expect(layout.frame(of: pane) != nil, "\(name)")
      #expect(layout.places.allSatisfy { $0.frame.inside.height >= 4 }, "\(name)")
      let cells = layout.places.reduce(0) { $0 + $1.frame.width * $1.frame.height }
      let cause = layout.cause.map { $0.width * $0.height } ?? 0
      #expect(cells + cause == width * (height - 2), "\(name)")
    }
  }
  let size = Size(width: 60, height: 60)
  let layout = PairLayout(size, focus: .after, most: (numerator: 2, denominator: 5), rows: 12)
  #expect(layout.places.count == 3)
}
