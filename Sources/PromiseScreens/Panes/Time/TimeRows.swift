import PromiseEvents
import PromiseGraph

/// The lanes of the time pane, in order and not yet drawn.
struct TimeRows {
  /// A line.
  enum Row: Hashable, Sendable {
    case scrubber, ticks, timers
    case queue(QueueID)
    case promise(PromiseID)
  }

  let scene: TimeScene
  let axis: TimeAxis
  /// The width of the labels left of the axis.
  let labelRoom: Int
  /// The lines that stay in place when the rest scrolls.
  private(set) var frozen: [Row] = []
  /// The promises with lanes.
  let promises: PromiseLanes
  /// The scrolling lines above and below the promises.
  private var above: [Row] = []
  private var below: [Row] = []
  private let context: PaneContext
  private let named: Bool

  /// The least height at which there is a lane for each promise, and names in the bars.
  private static let tallFrom = 5
  /// The least width at which the status shows the time per column.
  static let wideFrom = 120

  /// O(queues)
  init(_ context: PaneContext, width: Int, height: Int) {
    self.context = context
    let scene = TimeScene(context)
    self.scene = scene
    named = height >= Self.tallFrom
    var queues =
      height > 1
      ? scene.timeline.queues.filter { !scene.timeline.activity(of: $0).isEmpty }.map(Row.queue)
      : []
    if !named, height > queues.count, height > 1, !scene.timeline.timers.isEmpty {
      queues.append(.timers)
    }
    promises = named ? PromiseLanes(scene.end, context.filter) : PromiseLanes()
    if !named, queues.count > height {
      // Inline jobs take no visible time.
      queues.removeAll { row in
        if case .queue(let queue) = row { scene.end.queueKind(queue) == .immediate } else { false }
      }
    }
    if queues.isEmpty, promises.isEmpty { queues = [.scrubber] }
    let count = queues.count + promises.count

    let widest = queues.map { displayWidth(Self.label($0, scene)) }.max() ?? 0
    let labelWidth = max(widest, promises.last.map { $0.description.count } ?? 0)
    labelRoom = labelWidth == 0 ? 0 : min(max(5, labelWidth + 1), 10, width / 4)
    axis = scene.axis(columns: max(0, width - labelRoom))

    above = queues
    guard height >= 2 else { return }
    // The axis is below the lanes; if they scroll, it stays above the promises together with the queues.
    if count < height {
      below = [.ticks]
    } else if named {
      frozen = [.ticks]
      if queues.count + 3 <= height {
        frozen += queues
        above = []
      }
    }
  }

  /// The number of scrolling lines.
  var count: Int { above.count + promises.count + below.count }

  /// The scrolling line at an index.
  subscript(place: Int) -> Row {
    if place < above.count { return above[place] }
    let place = place - above.count
    return place < promises.count ? .promise(promises[place]) : below[place - promises.count]
  }

  /// Returns the index of a promise's lane among the scrolling lines.
  func place(of promise: PromiseID) -> Int? {
    promises.place(of: promise).map { above.count + $0 }
  }

  /// Returns a drawn line.
  func line(_ row: Row, _ painter: TimePainter) -> StyledLine {
    var line = StyledLine()
    if labelRoom > 0 {
      var role = Role.dim
      var text =
        row == .ticks
        ? (axis.countsEvents ? scene.language.text("ev") : "ms") : Self.label(row, scene)
      if case .promise(let promise) = row {
        if promise == context.selection {
          role = .heading
          let mark = String(context.glyphs[.arrowRight])
          if displayWidth(text) + 2 <= labelRoom {
            text = padded(text, to: labelRoom - 2, ellipsis: " ") + mark
          }
        } else if context.graph[promise] == nil {
          role = .future
        }
      }
      line.add(padded(text, to: labelRoom - 1, ellipsis: context.glyphs[.ellipsis]) + " ", role)
    }
    switch row {
    case .scrubber: line.spans += painter.scrubber()
    case .ticks: line.spans += painter.ticks(context.bookmarks)
    case .timers: line.spans += painter.timers()
    case .queue(let queue): line.spans += painter.lane(of: queue, named: named)
    case .promise(let promise): line.spans += scene.end[promise].map(painter.lane) ?? []
    }
    return line
  }

  private static func label(_ row: Row, _ scene: TimeScene) -> String {
    switch row {
    case .scrubber, .ticks: ""
    case .timers: scene.language.text("timer")
    case .queue(let queue): scene.end.queueLabel(queue)
    case .promise(let promise): promise.description
    }
  }
}

/// The promises of a graph, or those that a filter keeps, by index.
struct PromiseLanes: RandomAccessCollection, Sendable {
  private let list: PromiseList?
  private let kept: [PromiseID]?

  /// Creates an empty collection.
  init() {
    list = nil
    kept = []
  }

  init(_ graph: Graph, _ filter: FilteredPromises?) {
    kept = filter?.kept
    list = filter == nil ? graph.promises : nil
  }

  var startIndex: Int { 0 }
  var endIndex: Int { kept?.count ?? list?.count ?? 0 }
  subscript(place: Int) -> PromiseID { kept?[place] ?? list?[place].id ?? 0 }
}
