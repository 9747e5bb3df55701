/// A pane with its frame, including the border.
struct Framed<Pane: Hashable & Sendable>: Hashable, Sendable {
  var pane: Pane
  var frame: Rect
}

extension Array {
  /// Returns the frame of `pane`; `nil` if it is not visible.
  func frame<Pane>(of pane: Pane) -> Rect? where Element == Framed<Pane> {
    first { $0.pane == pane }?.frame
  }

  /// Returns the pane in a cell of the screen.
  func framed<Pane>(atColumn x: Int, row y: Int) -> Element? where Element == Framed<Pane> {
    first { $0.frame.contains(x, y) }
  }
}

/// The layout of the screen: integers only, a pure function of the size and of which panes have anything to
/// show.
struct Layout: Hashable, Sendable {
  /// The visible panes, in Tab order. A pane of a single row is folded: only its title is visible.
  var places: [Framed<PaneKind>]
  /// The row of the scrubber, if there is no room for the time pane.
  var scrubber: Rect?
  /// The rows above the footer that describe the event at the playhead, if there is room.
  var narration: Rect?

  /// The smallest supported screen.
  static let minimum = Size(width: 40, height: 10)

  /// Returns whether the screen is large enough.
  static func fits(_ size: Size) -> Bool {
    size.width >= minimum.width && size.height >= minimum.height
  }

  /// Creates the layout for `size`. `focus` is always visible; `slot` is the visible one of source, events,
  /// warnings and output where they share a place. The output has a place only if it is captured. The panes
  /// in `empty` have nothing to show in the whole run, and leave their room to others unless they have the
  /// focus. `isPlaying` says whether captions explain the run, which is watched rather than read then.
  init(
    _ size: Size, focus: PaneKind, slot: PaneKind, zoomed: Bool, hasOutput: Bool = false,
    empty: Set<PaneKind> = [], isPlaying: Bool = false
  ) {
    let isStory =
      isPlaying && !zoomed && [.chain, .time].contains(focus) && size.width < Self.widestStory
      && size.height >= Self.lowestStory
    let captionRows = isStory ? (size.height < 24 ? 2 : 3) : Self.captionRows(size)
    let body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2 - captionRows)
    if captionRows > 0 {
      narration = Rect(x: 0, y: body.y + body.height, width: size.width, height: captionRows)
    }
    let wishes = Wishes(
      focus: focus, slot: slot, hasOutput: hasOutput || focus == .output,
      empty: empty.subtracting([focus]))
    guard !zoomed else {
      places = [Framed(pane: focus, frame: body)]
      return
    }
    guard !isStory else {
      places = Self.story(body)
      return
    }
    switch Shape(size) {
    case .pair: places = Self.pair(body, wishes)
    case .stack: places = Self.stack(body, wishes)
    case .twoColumns: places = Self.twoColumns(body, size, wishes)
    case .tallColumns: places = Self.tallColumns(body, size, wishes)
    case .threeColumns: places = Self.threeColumns(body, size, wishes)
    }
    if frame(of: .time) == nil {
      scrubber = Rect(x: 0, y: body.y + body.height - 1, width: body.width, height: 1)
    }
  }

  /// Returns the frame of `pane`; `nil` if it is not visible.
  func frame(of pane: PaneKind) -> Rect? { places.frame(of: pane) }

  /// Larger screens show every pane, and lower ones no two below each other.
  private static let widestStory = 200
  private static let lowestStory = 18

  /// Returns the number of rows for the caption: two where the screen is tall, or narrow and tall.
  private static func captionRows(_ size: Size) -> Int {
    size.height >= 36 || size.height >= 28 && size.width < 80 ? 2 : size.height >= 12 ? 1 : 0
  }
}

extension Layout {
  /// How the panes are arranged.
  enum Shape: Hashable, Sendable {
    /// The chain and one other pane side by side.
    case pair
    /// As many panes as fit, one above the other.
    case stack
    /// Two rows of two panes, and time.
    case twoColumns
    /// Two columns of three panes, and time.
    case tallColumns
    /// Two rows of three panes, and time.
    case threeColumns

    /// The arrangement that shows the most of a run on a screen of that size.
    init(_ size: Size) {
      self =
        switch (size.width, size.height) {
        case (..<Self.least, _): .stack
        case (_, ..<18): .pair
        case (..<80, 40...): .stack
        case (..<80, _): .twoColumns
        case (160..., _): .threeColumns
        case (_, 36...): .tallColumns
        default: .twoColumns
        }
    }

    /// The least width of two panes side by side.
    static let least = 64
  }

  /// Which panes should be visible.
  struct Wishes: Hashable, Sendable {
    var focus: PaneKind
    var slot: PaneKind
    var hasOutput: Bool
    /// The panes that have nothing to show, without the focused one.
    var empty: Set<PaneKind>

    /// Returns the pane for a place that `panes` share: the focused one, the one used last, or the first one
    /// that has something to show.
    func shared(by panes: [PaneKind]) -> PaneKind {
      if panes.contains(focus) { return focus }
      if panes.contains(slot), !empty.contains(slot) { return slot }
      return panes.first { !empty.contains($0) } ?? panes[0]
    }
  }
}

extension PaneKind {
  /// Its place in a stack: the least useful height of its frame; the height at which the next pane gets a place rather
  /// than this one more rows; its share of the rows that remain when every pane is comfortable.
  private var stacking: (least: Int, comfortable: Int, weight: Int) {
    switch self {
    case .chain: (6, 12, 6)
    case .inspect, .source: (5, 6, 3)
    case .queues, .events: (5, 6, 2)
    case .time: (4, 6, 2)
    case .warnings: (4, 4, 1)
    case .output: (4, 4, 2)
    }
  }

  var leastHeight: Int { stacking.least }
  var comfortableHeight: Int { stacking.comfortable }
  var weight: Int { stacking.weight }
}
