import PromiseEvents
import PromiseGraph
import PromiseInsight

/// Where the boxes and arrows of a graph are, in cells. It depends on the whole run and the size of the pane, and not on the
/// playhead, so nothing moves while the run plays.
struct GraphScene {
  /// A point on the way of an arrow: along the layers, and across them.
  struct Point: Hashable {
    var along: Int
    var across: Int
  }

  /// How boxes are drawn.
  private struct Form {
    /// Whether the layers are below each other.
    var isDown = false
    var isFramed = false
    /// The lines from a box to the next one in its layer, unless the layers are below each other.
    var pitch = 2
    /// The cells between layers, except for the lanes of arrows.
    var gap = 3

    /// The forms, the most spacious first.
    static let all = [
      Form(isFramed: true, pitch: 5), Form(pitch: 3, gap: 4), Form(), Form(isDown: true, gap: 1),
    ]

    func gap(with tracks: GraphTracks) -> Int { max(isDown ? 0 : 1, tracks.count) + gap }
  }

  let diagram: GraphDiagram
  private let form: Form
  /// Whether the layers are below each other, as in a narrow pane.
  var isDown: Bool { form.isDown }
  /// Whether boxes have frames.
  var isFramed: Bool { form.isFramed }
  /// The greatest width of a box.
  let cap: Int
  /// The size of the whole picture.
  private(set) var size = Size(width: 0, height: 0)
  /// The corners of each arrow on its way, from the box that it leaves in drawing order; empty if it is not drawn.
  private(set) var ways: [[Point]] = []
  private(set) var rects: [Rect] = []

  /// Boxes are at least this wide, and at most so wide where there is room.
  private static let widths = (least: 12, most: 30)

  init(_ texts: GraphTexts, width: Int, height: Int) {
    diagram = texts.diagram
    let layout = diagram.layout
    let widths = diagram.boxes.indices.map { texts.widths($0, cap: Self.widths.most) }
    let tracks = (0..<max(0, layout.layerCount - 1)).map { GraphTracks(layout, after: $0) }
    func size(_ form: Form, _ layers: [Int], _ cap: Int) -> Size {
      let along =
        tracks.reduce(0) { $0 + form.gap(with: $1) }
        + layers.reduce(0) { $0 + (form.isDown ? 2 : min($1, cap) + (form.isFramed ? 2 : 0)) }
      let across = layout.rowCount * (form.isDown ? cap + 2 : form.pitch) / 2
      return form.isDown ? Size(width: across, height: along) : Size(width: along, height: across)
    }
    // All boxes with the endings of their lines, or narrower ones, in each form that is not too wide.
    let tries = Form.all.flatMap { form in
      [widths.map(\.ended), widths.map(\.plain)].enumerated().compactMap { place, natural in
        let layers = Self.widest(layout, natural)
        let most = natural.max() ?? 0
        return stride(
          from: most, through: place == 0 ? most : min(most, Self.widths.least), by: -1
        ).lazy.map { (form: form, natural: natural, cap: $0, size: size(form, layers, $0)) }
          .first { $0.size.width <= width }
      }
    }
    let best =
      tries.first { $0.size.height <= height }
      ?? tries.filter { $0.form.pitch == 2 }.min { $0.size.height < $1.size.height }
      ?? (Form(), widths.map(\.plain), 16, Size(width: 0, height: 0))
    (form, cap) = (best.form, best.cap)
    place(layout, best.natural, Self.widest(layout, best.natural).map { min($0, best.cap) }, tracks)
  }

  /// Returns the width of the widest box of each layer.
  private static func widest(_ layout: LayeredLayout, _ widths: [Int]) -> [Int] {
    zip(layout.places, widths).reduce(into: Array(repeating: 0, count: layout.layerCount)) {
      $0[$1.0.layer] = max($0[$1.0.layer], $1.1)
    }
  }

  private mutating func place(
    _ layout: LayeredLayout, _ natural: [Int], _ widest: [Int], _ tracks: [GraphTracks]
  ) {
    let frame = isFramed ? 2 : 0
    let height = 2 + frame
    var starts = [0]
    for (layer, tracks) in tracks.enumerated() {
      let own = isDown ? height : widest[layer] + frame
      starts.append(starts[layer] + own + form.gap(with: tracks))
    }
    rects = layout.places.enumerated().map { box, place in
      let (along, across) = (starts[place.layer], across(place.row))
      let width = min(natural[box], cap) + frame
      return isDown
        ? Rect(x: across, y: along, width: width, height: height)
        : Rect(x: along, y: across, width: width, height: height)
    }
    for (number, route) in layout.routes.enumerated() {
      guard let first = route.places.first, route.places.count > 1 else {
        ways.append([])
        continue
      }
      let arrow = diagram.arrows[number]
      let box = rects[route.isReversed ? arrow.to : arrow.from]
      // Below a box, a line begins under its text, so that it can turn in the next row.
      let start = isDown ? box.y + box.height - 1 : box.x + box.width + (isFramed ? 0 : 1)
      var points = [Point(along: start, across: port(first.row))]
      for (place, next) in zip(route.places, route.places.dropFirst()) where place.row != next.row {
        let end = starts[place.layer] + (isDown ? height : widest[place.layer] + frame)
        let track = tracks[place.layer].track(of: place, next, arrow)
        let along = end + track + (isDown ? 0 : form.gap - 2)
        points.append(Point(along: along, across: port(place.row)))
        points.append(Point(along: along, across: port(next.row)))
      }
      let last = route.places[route.places.count - 1]
      points.append(
        Point(along: starts[last.layer] - (isDown || isFramed ? 1 : 2), across: port(last.row)))
      ways.append(points)
    }
    let along = rects.map { isDown ? $0.y + $0.height : $0.x + $0.width }.max() ?? 0
    let breadth = max(
      across(layout.rowCount), rects.map { isDown ? $0.x + $0.width : 0 }.max() ?? 0)
    size = isDown ? Size(width: breadth, height: along) : Size(width: along, height: breadth)
  }

  /// Returns the first cell of a row of the layout.
  private func across(_ row: Int) -> Int {
    row * (isDown ? cap + 2 : form.pitch) / 2
  }

  /// Returns the cell of a row at which arrows meet a box.
  private func port(_ row: Int) -> Int {
    across(row) + (isDown ? min(4, cap / 2) : isFramed ? 1 : 0)
  }
}

/// The lanes between two layers in which arrows turn: those that would lie on each other have lanes of their own.
struct GraphTracks {
  /// How many lanes there are.
  private(set) var count = 0
  private var tracks: [Net: Int] = [:]
  private var merged: Set<Int> = []

  /// The arrows that share a lane: from one place, or to one place if nothing else leaves the places that they come from.
  private struct Net: Hashable {
    var row: Int
    var isTarget: Bool
    var isAdoption: Bool
  }

  private struct Span {
    var net: Net
    var starts: Set<Int>
    var ends: Set<Int>
    var first: Int { min(starts.min() ?? 0, ends.min() ?? 0) }
    var last: Int { max(starts.max() ?? 0, ends.max() ?? 0) }
    var isFalling: Bool { (ends.max() ?? 0) > (starts.min() ?? 0) }
  }

  init(_ layout: LayeredLayout, after layer: Int) {
    var segments: [(from: Int, to: Int, isAdoption: Bool)] = []
    var leaving: [Int: Set<Int>] = [:]
    var arriving: [Int: Set<Int>] = [:]
    for (number, route) in layout.routes.enumerated() where route.places.count > 1 {
      let place = layer - route.places[0].layer
      guard place >= 0, place + 1 < route.places.count else { continue }
      let (from, to) = (route.places[place].row, route.places[place + 1].row)
      segments.append((from, to, layout.kinds[number] != 0))
      leaving[from, default: []].insert(to)
      arriving[to, default: []].insert(from)
    }
    for (row, sources) in arriving
    where sources.count > 1 && sources.allSatisfy({ leaving[$0]?.count == 1 }) {
      merged.insert(row)
    }
    var spans: [Net: Span] = [:]
    for segment in segments where segment.from != segment.to {
      let net = net(segment.from, segment.to, segment.isAdoption)
      spans[net, default: Span(net: net, starts: [], ends: [])].starts.insert(segment.from)
      spans[net]?.ends.insert(segment.to)
    }
    assign(Array(spans.values))
  }

  private func net(_ from: Int, _ to: Int, _ isAdoption: Bool) -> Net {
    let isTarget = merged.contains(to)
    return Net(row: isTarget ? to : from, isTarget: isTarget, isAdoption: isAdoption)
  }

  /// Assigns the lanes: of falling arrows the lower ones turn first, of rising ones the upper ones, so that they do not
  /// cross. An arrow that leaves in the row in which another one arrives turns before it.
  private mutating func assign(_ spans: [Span]) {
    func key(_ span: Span) -> (Int, Int, Int, Int) {
      let net = (span.net.isTarget ? 2 : 0) + (span.net.isAdoption ? 1 : 0)
      return span.isFalling ? (0, -span.first, -span.last, net) : (1, span.first, span.last, net)
    }
    var left = spans.sorted { key($0) < key($1) }
    var placed: [(span: Span, track: Int)] = []
    while !left.isEmpty {
      // The first one that no other has to turn before; if they wait for each other, the first one.
      let place =
        left.indices.first { index in
          left.indices.allSatisfy {
            $0 == index || left[$0].starts.isDisjoint(with: left[index].ends)
          }
        } ?? 0
      let span = left.remove(at: place)
      let beside = placed.filter { $0.span.first <= span.last && $0.span.last >= span.first }
      let track = (beside.map(\.track).max() ?? -1) + 1
      placed.append((span, track))
      tracks[span.net] = track
      count = max(count, track + 1)
    }
  }

  /// Returns the lane in which an arrow turns between two places.
  func track(
    of place: LayeredLayout.Place, _ next: LayeredLayout.Place, _ arrow: GraphDiagram.Arrow
  ) -> Int {
    tracks[net(place.row, next.row, arrow.isAdoption)] ?? 0
  }
}
