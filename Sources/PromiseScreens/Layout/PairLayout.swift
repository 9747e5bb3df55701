/// The layout of a list with two runs below it: integers only, a pure function of the size.
struct PairLayout: Hashable, Sendable {
  /// The visible panes.
  var places: [Framed<PairPane>]
  /// The rows that explain how the runs differ, if there is room.
  var cause: Rect?
  /// The area between header and footer.
  let body: Rect

  /// Creates a layout with the list above and the two runs side by side below, all three above one another on a narrow
  /// high screen, or only the focused pane if room is short. The list has `rows` rows, if these are not more than the
  /// greatest share.
  init(_ size: Size, focus: PairPane, most: (numerator: Int, denominator: Int), rows: Int) {
    body = Rect(x: 0, y: 1, width: size.width, height: size.height - 2)
    guard size.height >= (size.width >= Layout.Shape.least ? 18 : 30) else {
      places = [Framed(pane: focus, frame: body)]
      return
    }
    let causeRows = size.width >= 120 ? 1 : 2
    let share = (body.height * most.numerator + most.denominator - 1) / most.denominator
    let top = max(7, min(share, rows))
    let low = body.height - top - causeRows
    let isWide = size.width >= Layout.Shape.least
    let (width, height) = isWide ? (size.width / 2, low) : (size.width, low / 2)
    places = [
      Framed(pane: .list, frame: Rect(x: 0, y: 1, width: size.width, height: top)),
      Framed(pane: .before, frame: Rect(x: 0, y: 1 + top, width: width, height: height)),
      Framed(
        pane: .after,
        frame: isWide
          ? Rect(x: width, y: 1 + top, width: size.width - width, height: low)
          : Rect(x: 0, y: 1 + top + height, width: width, height: low - height)),
    ]
    cause = Rect(x: 0, y: 1 + top + low, width: size.width, height: causeRows)
  }

  /// Returns the frame of `pane`; `nil` if it is not visible.
  func frame(of pane: PairPane) -> Rect? { places.frame(of: pane) }
}
