/// Where the panes of an exploration stand: integers only, a pure function of the size.
struct ExploreLayout: Hashable, Sendable {
  /// A pane and the rectangle of its frame.
  struct Place: Hashable, Sendable {
    /// Which pane.
    var pane: ExplorePane
    /// Its border and what is inside.
    var frame: Rect
  }

  /// The panes that are to be seen.
  var places: [Place]
  /// The rows for why the outcomes differ, where there is room for them.
  var cause: Rect?
  /// All between header and footer.
  let body: Rect

  /// The outcomes above, so many of them, the two runs side by side below; the focused pane alone where
  /// there is no room.
  init(_ size: Size, focus: ExplorePane, outcomes: Int) {
    body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
    guard size.width >= 80, size.height >= 18 else {
      places = [Place(pane: focus, frame: body)]
      return
    }
    let causeRows = size.width >= 120 ? 1 : 2
    // Two fifths at most: less where the outcomes and what stands below them need less.
    let top = max(7, min((body.height * 2 + 4) / 5, outcomes + 9))
    let low = body.height - top - causeRows
    let left = body.width / 2
    places = [
      Place(pane: .outcomes, frame: Rect(x: 0, y: 1, width: body.width, height: top)),
      Place(pane: .passing, frame: Rect(x: 0, y: 1 + top, width: left, height: low)),
      Place(
        pane: .failing,
        frame: Rect(x: left, y: 1 + top, width: body.width - left, height: low)),
    ]
    cause = Rect(x: 0, y: 1 + top + low, width: body.width, height: causeRows)
  }

  /// The rectangle of `pane`, if it is to be seen.
  func frame(of pane: ExplorePane) -> Rect? { places.first { $0.pane == pane }?.frame }
}
