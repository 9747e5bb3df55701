import PromiseKitLite
import Testing

@testable import PromiseScreens

/// A screen of which pictures are taken, at every size and in every form.
struct Scene: Sendable, CustomTestStringConvertible {
  /// The folder of its pictures.
  let name: String
  /// Brings the list of demos to the state of the picture.
  let prepare: @Sendable (State) -> State

  /// A screen that is reached by `prepare`.
  init(_ name: String, _ prepare: @escaping @Sendable (State) -> State) {
    self.name = name
    self.prepare = prepare
  }

  /// A run with the playhead on `event`, or on its last one, after `keys` have been pressed.
  ///
  /// A key is a character, or a name in angle brackets: `<down>`, `<enter>`.
  init(_ name: String, _ events: [PromiseEvent], at event: Int? = nil, keys: String = "") {
    self.init(name) { state in
      var driver = Driver(events, state: state)
      driver.type("G")
      driver.type(":\(event ?? events.count)")
      driver.press(.enter)
      for key in Key.list(keys) { driver.press(key) }
      return driver.state
    }
  }

  /// Only the given pane, with the whole screen, in that run.
  init(
    pane: PaneKind, _ run: String, _ events: [PromiseEvent], at event: Int? = nil, keys: String = ""
  ) {
    self.init("pane-\(pane)-\(run)", events, at: event, keys: "\(pane.digit)z" + keys)
  }

  var testDescription: String { name }

  /// The drawing at `size` in `form`.
  func state(_ size: Size, _ form: PictureForm) -> State {
    prepare(.picker(size.width, size.height, glyphs: form.glyphs, theme: form.theme))
  }
}

extension Key {
  /// The keys in `text`.
  static func list(_ text: String) -> [Key] {
    let names: [String: Key] = [
      "up": .up, "down": .down, "left": .left, "right": .right, "enter": .enter, "esc": .escape,
      "tab": .tab, "pageup": .pageUp, "pagedown": .pageDown, "home": .home, "end": .end,
    ]
    var keys: [Key] = []
    var rest = text[...]
    while let first = rest.popFirst() {
      guard first == "<", let close = rest.firstIndex(of: ">"),
        let key = names[String(rest[..<close])]
      else {
        keys.append(.character(first))
        continue
      }
      keys.append(key)
      rest = rest[rest.index(after: close)...]
    }
    return keys
  }
}
