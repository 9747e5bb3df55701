import PromiseEvents
import PromiseGraph
import PromiseInsight
import Testing

@testable import PromiseScreens

/// What is kept from one run to the next, and until the program is started again.
@Suite struct KeptStateTests {
  private static func state(
    _ view: ViewSettings = ViewSettings(), typed: [String: [String]] = [:]
  ) -> State {
    State(
      size: Size(width: 120, height: 40), glyphs: .unicode, theme: .color, keys: .standard,
      demos: [], view: view,
      typed: typed)
  }

  private static func open(_ state: inout State) {
    _ = update(
      &state,
      .opened(
        RunDescriptor(name: "login", teaches: ""), real: false, prediction: [],
        events: Array(EventStream.loginWithSource.prefix(10))))
  }

  @Test("A run begins with the settings of the configuration")
  func begins() {
    var state = Self.state(ViewSettings(speed: 2, focus: .time, slot: .events, zoomed: true))
    Self.open(&state)
    #expect(state.run?.speed == 2)
    #expect(state.run?.focus == .time)
    #expect(state.run?.slot == .events)
    #expect(state.run?.zoomed == true)
  }

  @Test("The speed that the user chooses is kept for the next run, the focus and the zoom are not")
  func changes() {
    var state = Self.state()
    Self.open(&state)
    for key in ["-", "2", "z"] as [Key] { _ = update(&state, .key(key)) }
    #expect(state.run?.focus == .queues && state.run?.zoomed == true)
    #expect(state.kept.view == ViewSettings(speed: -1))
    Self.open(&state)
    #expect(state.run?.focus == .chain && state.run?.zoomed == false && state.run?.speed == -1)
  }

  @Test("The output pane is not in the way of a run without output")
  func output() {
    var state = Self.state(ViewSettings(focus: .output, slot: .output))
    Self.open(&state)
    #expect(state.run?.focus == .chain)
    #expect(state.run?.slot == .source)
  }

  @Test("The histories of the prompts are kept by kind, and recalled")
  func histories() {
    var state = Self.state(typed: ["search": ["login"], "unknown": ["x"]])
    Self.open(&state)
    for key in ["/", .up, .enter] as [Key] { _ = update(&state, .key(key)) }
    #expect(state.run?.search?.pattern.text == "login")
    for key in [":", "3", .enter] as [Key] { _ = update(&state, .key(key)) }
    #expect(state.kept.typed == ["search": ["login"], "goTo": ["3"], "unknown": ["x"]])
  }

  @Test("A speed outside the limits is limited")
  func speed() {
    var state = Self.state(ViewSettings(speed: 99))
    Self.open(&state)
    #expect(state.run?.speed == 4)
  }
}
