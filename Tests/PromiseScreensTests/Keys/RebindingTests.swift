import PromiseEvents
import Testing

@testable import PromiseScreens

/// Other keys for some actions.
@Suite struct RebindingTests {
  private let map = KeyMap.standard

  private func action(_ key: Key, _ mode: Mode, _ rebinding: Rebinding) -> Action? {
    map.rebound(rebinding).stroke(for: key, in: mode)?.action
  }

  @Test("An action gets its new keys in every mode, and loses its own")
  func everywhere() {
    let rebinding = Rebinding([.explore: ["X"], .goTo: []])
    #expect(map.conflicts(in: rebinding) == [])
    for mode in [Mode.demo, .picker] {
      #expect(action("X", mode, rebinding) == .explore)
      #expect(action("x", mode, rebinding) != .explore)
    }
    #expect(action(":", .demo, rebinding) == nil)
    #expect(map.rebound(rebinding).rows(of: .goTo).isEmpty)
  }

  @Test("The other action of a row keeps its key, and help and footer name the new ones")
  func row() throws {
    let rebinding = Rebinding([.stepForward: ["Z", .tab]])
    let row = try #require(map.rebound(rebinding).rows(of: .stepForward).first)
    #expect(row.keyNames(.ascii) == "Z Tab Left")
  }

  @Test("The keys of the table change nothing, in any order")
  func same() {
    for action in map.actions {
      #expect(map.rebound(Rebinding([action: map.keys(of: action).reversed()])) == map)
    }
  }

  @Test("Where a line is typed, characters stay text")
  func typing() {
    let rebinding = Rebinding([.back: ["b"], .accept: [.tab], .redraw: ["R", .control("r")]])
    #expect(action("b", .help, rebinding) == .back)
    #expect(action(.escape, .help, rebinding) == nil)
    #expect(action("b", .prompt, rebinding) == nil)
    #expect(action(.escape, .prompt, rebinding) == .back)
    #expect(action(.tab, .prompt, rebinding) == .accept)
    #expect(action(.enter, .prompt, rebinding) == nil)
    #expect(action("R", .prompt, rebinding) == nil)
    #expect(action(.control("r"), .prompt, rebinding) == .redraw)
  }

  @Test("^C quits, whatever is changed")
  func fixed() {
    let rebinding = Rebinding([.quit: []])
    for mode in Mode.allCases { #expect(action(.control("c"), mode, rebinding) == .quit) }
    #expect(action("q", .demo, rebinding) == nil)
    #expect(!map.keys(of: .quit).contains(.control("c")))
  }

  @Test("A key with two meanings in one mode is a conflict; in two modes it is none")
  func conflicts() {
    #expect(map.conflicts(in: Rebinding([.why: ["e"]])).map(\.key) == ["e"])
    #expect(map.conflicts(in: Rebinding([.why: ["e"]])).first?.mode == .demo)
    #expect(map.conflicts(in: Rebinding([.why: ["e"], .export: ["w"]])) == [])
    #expect(map.conflicts(in: Rebinding([.why: ["e"], .export: []])) == [])
    #expect(map.conflicts(in: Rebinding([.skipQuestion: ["w"]])) == [])
    #expect(map.conflicts(in: Rebinding([.why: ["%"], .zoom: ["%"]])).first?.actions.count == 2)
  }

  @Test("A changed key does what the old one did")
  func press() {
    var state = State(
      size: Size(width: 80, height: 24), glyphs: .unicode, theme: .color,
      keys: map.rebound(Rebinding([.help: ["H"]])), demos: [])
    _ = update(&state, .key("H"))
    #expect(state.mode == .help)
    _ = update(&state, .key(.escape))
    _ = update(&state, .key("?"))
    #expect(state.mode == .picker)
  }

  @Test("Every key of the table has a name that is read back")
  func names() {
    for key in map.bindings.flatMap(\.strokes).map(\.key) where key != KeyMap.fixedKey {
      #expect(Key(named: key.name(.ascii)) == key, "\(key)")
    }
    #expect(Key(named: "ENTER") == .enter)
    #expect(Key(named: "ctrl-u") == .control("u"))
    for name in ["", "F1", "ab", "^I", "^M", "^1", "\u{1B}", "\t", "\u{301}", "👍🏽x"] {
      #expect(Key(named: name) == nil, "\(name)")
    }
  }
}
