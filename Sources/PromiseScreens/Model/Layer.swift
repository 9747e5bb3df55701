import PromiseGraph
import PromiseInsight

/// Something that can be open. The screen is a stack of layers, ``State/layers``, and keys, clicks and the wheel go
/// to the front one.
///
/// What a layer does not define, it does as the panes of a run do, or not at all. One that has no sheet draws itself.
protocol Layer: Sendable {
  /// Its name in the table of keys.
  var mode: Mode { get }
  /// Whether it is visible, as far as it depends on itself.
  var isInFront: Bool { get }
  /// Whether a run that replaces another one takes it over.
  var isKept: Bool { get }
  /// Whether it shows a run, with or without a panel over it.
  var showsRun: Bool { get }

  // MARK: What it shows

  /// Returns its rows in a frame; `nil` without such a frame.
  func sheet(_ state: State) -> Sheet?
  func draw(_ state: State, on canvas: inout Canvas)
  /// Returns what the header says: the name at the left, and what is beside it.
  func header(_ state: State, wide: Bool) -> (name: StyledLine, items: [HeaderItem])
  /// Returns what the help says about the focused pane.
  func about(_ state: State) -> PaneHelp?
  /// Returns the selection as text, for copying.
  func copied(_ state: State) -> String?

  // MARK: What keys and the mouse do in it

  /// Returns why a key of the panes does not work in it.
  func obstacle(to key: Key, _ row: Binding, _ state: State) -> String?
  /// Goes back one step: closes it, or goes back in it.
  func back(_ state: inout State)
  /// Moves its selection, or scrolls it, by `rows`.
  func move(by rows: Int, isPage: Bool, _ state: inout State)
  /// The number of rows that a page key moves by.
  func pageRows(_ state: State) -> Int
  /// Handles a click on a cell above the footer, or on an item of its sheet.
  func press(x: Int, y: Int, _ state: inout State)
  func take(_ item: Int, _ state: inout State)
  /// Handles the wheel over a cell.
  func wheel(by rows: Int, x: Int, y: Int, _ state: inout State)
  /// Moves the focus to the next pane, or the previous one.
  func look(_ step: Int, _ state: inout State)
}

extension Layer {
  var isInFront: Bool { true }
  var isKept: Bool { false }
  var showsRun: Bool { true }
  func sheet(_ state: State) -> Sheet? { nil }
  func draw(_ state: State, on canvas: inout Canvas) {
    sheet(state)?.draw(state.glyphs, state.language, on: &canvas)
  }
  func about(_ state: State) -> PaneHelp? {
    state.run.map { PaneHelp($0.focus.rawValue, $0.focus.name, $0.focus.about, $0.focus.arrows) }
  }
  func copied(_ state: State) -> String? { nil }
  func obstacle(to key: Key, _ row: Binding, _ state: State) -> String? { nil }
  func move(by rows: Int, isPage: Bool, _ state: inout State) {}
  func pageRows(_ state: State) -> Int { state.size.height - 4 }
  func press(x: Int, y: Int, _ state: inout State) { pressSheet(x: x, y: y, &state) }
  func take(_ item: Int, _ state: inout State) {}
  func wheel(by rows: Int, x: Int, y: Int, _ state: inout State) {}
  func look(_ step: Int, _ state: inout State) {}

  /// Handles a click on an item of the sheet.
  func pressSheet(x: Int, y: Int, _ state: inout State) {
    guard let sheet = sheet(state), sheet.frame.contains(x, y), let item = sheet.item(atRow: y)
    else { return }
    take(item, &state)
  }

  /// Returns a scroll position of the sheet, changed by `rows`.
  func scrolled(_ scroll: Int, by rows: Int, _ state: State) -> Int {
    sheet(state).map { min(max(0, scroll + rows), $0.last) } ?? scroll
  }
}

/// What the help says about a pane.
struct PaneHelp {
  var number: Int
  var name: String
  var texts: [String]
  var arrows: PaneKind.Arrows?

  init(_ number: Int, _ name: String, _ texts: [String], _ arrows: PaneKind.Arrows? = nil) {
    (self.number, self.name, self.texts, self.arrows) = (number, name, texts, arrows)
  }
}

/// A layer over a part of the panes, which work beside it.
protocol Panel: Layer {
  /// Returns its frame over the panes.
  func frame(in layout: Layout, _ state: State) -> Rect
  /// Returns the number of lines of its text in a width; `nil` if it takes all the room that there is.
  func textHeight(_ state: State, width: Int) -> Int?
  /// Whether the wheel selects one row after another, instead of scrolling.
  var wheelSelects: Bool { get }
}

/// Layers from back to front, at most one of each type.
struct LayerStack: Sendable {
  private(set) var all: [any Layer] = []

  /// The layer of a type; setting one that is not there puts it in front.
  subscript<Kind: Layer>(type: Kind.Type) -> Kind? {
    get { all.lazy.compactMap { $0 as? Kind }.first }
    set {
      let place = all.firstIndex { $0 is Kind }
      if let newValue, let place {
        all[place] = newValue
      } else if let newValue {
        all.append(newValue)
      } else if let place {
        all.remove(at: place)
      }
    }
  }

  /// Removes all layers.
  mutating func removeAll() { all = [] }

  /// The layers that a run takes over from the one that it replaces.
  var kept: LayerStack {
    var kept = self
    kept.all.removeAll { !$0.isKept }
    return kept
  }
}
