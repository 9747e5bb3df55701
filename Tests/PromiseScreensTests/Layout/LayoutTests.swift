import Testing

@testable import PromiseScreens

private func layout(
  _ width: Int, _ height: Int, focus: PaneKind = .chain, slot: PaneKind = .source,
  zoomed: Bool = false
) -> Layout {
  Layout(Size(width: width, height: height), focus: focus, slot: slot, zoomed: zoomed)
}

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
  #expect(layout.frame(of: .chain) == Rect(x: 0, y: 1, width: 96, height: 21))
  #expect(layout.frame(of: .queues) == Rect(x: 96, y: 1, width: 58, height: 21))
  #expect(layout.frame(of: .inspect) == Rect(x: 154, y: 1, width: 46, height: 21))
  #expect(layout.frame(of: .source) == Rect(x: 0, y: 22, width: 76, height: 15))
  #expect(layout.frame(of: .events) == Rect(x: 76, y: 22, width: 78, height: 15))
  #expect(layout.frame(of: .warnings) == Rect(x: 154, y: 22, width: 46, height: 15))
  #expect(layout.frame(of: .time) == Rect(x: 0, y: 37, width: 200, height: 10))
  #expect(layout.narration == Rect(x: 0, y: 47, width: 200, height: 2))
}

@Test("At 80x24 events and warnings replace the source when they have the focus")
func swapping() {
  #expect(layout(80, 24, focus: .events).frame(of: .source) == nil)
  #expect(layout(80, 24, focus: .events).frame(of: .events) == layout(80, 24).frame(of: .source))
  #expect(layout(80, 24, focus: .chain, slot: .warnings).frame(of: .warnings) != nil)
  #expect(layout(80, 24, focus: .source, slot: .warnings).frame(of: .warnings) == nil)
}

@Test("Below 80 columns there is one pane and a scrubber")
func narrow() {
  let layout = layout(79, 24, focus: .queues)
  #expect(layout.places.map(\.pane) == [.queues])
  #expect(layout.scrubber == Rect(x: 0, y: 21, width: 79, height: 1))
  #expect(layout.narration == Rect(x: 0, y: 22, width: 79, height: 1))
}

@Test("In two tall columns no pane is too low to be useful")
func tallColumns() {
  let layout = layout(132, 43)
  #expect(layout.places.allSatisfy { $0.frame.inside.height >= 5 })
  #expect(layout.frame(of: .inspect)?.inside.height ?? 0 >= 10)
}

@Test("At every size the focused pane is visible, and the frames fill the screen without overlap")
func everySize() {
  for width in stride(from: 40, through: 220, by: 1) {
    for height in stride(from: 10, through: 60, by: 1) {
      for pane in PaneKind.allCases {
        let layout = layout(width, height, focus: pane)
        let cells = layout.places.reduce(0) { $0 + $1.frame.width * $1.frame.height }
        let others = [layout.scrubber, layout.narration].compactMap { $0 }
          .reduce(0) { $0 + $1.width * $1.height }
        guard layout.frame(of: pane) != nil, cells + others == width * (height - 2),
          layout.places.allSatisfy({ $0.frame.inside.height >= 1 && $0.frame.inside.width >= 20 })
        else {
          Issue.record("\(pane) at \(width)x\(height): \(layout)")
          return
        }
      }
    }
  }
}
