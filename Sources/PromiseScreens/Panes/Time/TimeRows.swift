import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The rows of the time pane, in order and not yet drawn.
struct TimeRows {
  /// A row.
  enum Row: Hashable, Sendable {
    case scrubber, ticks
    /// A line between the queues and the promises, with a text.
    case separator(String)
    /// The line above the lanes of a process.
    case process(ProcessID)
    /// A lane of a queue, by its number.
    case lane(QueueID, Int)
    /// What waits in a queue.
    case waits(QueueID)
    /// A lane of timers.
    case timers(Int)
    /// A fan-in, and what still ran after it had settled.
    case fanIn(PromiseID)
    case losers(PromiseID)
    case promise(PromiseID)

    /// The promise that a click on the row selects.
    var promise: PromiseID? {
      switch self {
      case .fanIn(let promise), .promise(let promise): promise
      case .scrubber, .ticks, .separator, .process, .lane, .waits, .timers, .losers: nil
      }
    }

    /// The queue of a lane.
    var queue: QueueID? {
      switch self {
      case .lane(let queue, _), .waits(let queue): queue
      case .scrubber, .ticks, .separator, .process, .timers, .fanIn, .losers, .promise: nil
      }
    }
  }

  let scene: TimeScene
  let axis: TimeAxis
  /// The width of the labels left of the axis.
  let labelRoom: Int
  /// The rows that stay in place when the rest scrolls.
  private(set) var frozen: [Row] = []
  /// The promises with rows of their own.
  let promises: TimePromises
  /// The index of the scrolling row that has to be in view, and its promise.
  let anchor: Int?
  let subject: PromiseID?
  /// The scrolling rows above the promises that are not fan-ins.
  private var above: [Row] = []
  private let context: PaneContext
  private let labels: TimeLabels

  /// The least height at which there is a row for each promise.
  private static let tallFrom = 5
  /// The least height at which a line separates the queues from the promises.
  private static let separatedFrom = 9
  /// The least width at which the status shows the time per column.
  static let wideFrom = 120

  /// O(queues)
  init(_ context: PaneContext, width: Int, height: Int) {
    self.context = context
    let scene = TimeScene(context)
    self.scene = scene
    let isTall = height >= Self.tallFrom
    let lanes = TimeQueues(scene, columns: width)
    let fanIns = height > 1 ? TimePromises.fanIns(of: scene, context.filtered) : []
    let section = fanIns.flatMap {
      scene.hasLosers($0) ? [.fanIn($0), .losers($0)] : [Row.fanIn($0)]
    }
    promises = isTall ? TimePromises(scene.end, context.filtered, fanIns: fanIns) : TimePromises()

    let below = isTall ? max(section.count, promises.count - fanIns.count + section.count) : 0
    // Fan-ins come first: what decided them is the story of the run. In a low pane, lanes come before other promises.
    let reserve = min(below, max(height >= 12 ? 4 : 0, min(section.count, height / 2 - 1)))
    var (fixed, loose) = lanes.arranged(height: height, reserve: reserve, isTall: isTall)
    if fixed.isEmpty, loose.isEmpty, section.isEmpty, promises.isEmpty { fixed = [.scrubber] }
    if height >= 2, fixed != [.scrubber], height >= 4 || fixed.count + loose.count < height {
      frozen = [.ticks]
    }
    let isSeparated =
      height >= Self.separatedFrom && below > 0 && !fixed.isEmpty
      && frozen.count + fixed.count + reserve < height
    let hidden = lanes.hiddenText(loose)
    frozen += fixed + (isSeparated || !hidden.isEmpty && isTall ? [.separator(hidden)] : [])
    // Fan-ins come before idle lanes, but a low pane follows what runs.
    above = isTall ? section + loose : loose + section

    labels = TimeLabels(frozen + above.prefix(64), promises, scene, width: width)
    labelRoom = labels.room
    axis = scene.axis(columns: max(0, width - labelRoom))
    if isTall {
      // The pane follows a selection of the user, or a fan-in at the playhead: its first rows are fan-ins.
      let isFollowed =
        context.view.selection != nil || section.isEmpty
        || context.selection.map(fanIns.contains) == true
      subject = isFollowed ? context.selection : nil
      let first = above.count - fanIns.count
      anchor = subject.flatMap { [above, promises] promise in
        above.firstIndex(of: .fanIn(promise))
          ?? promises.place(of: promise).map { first + $0 }
      }
    } else {
      subject = nil
      let queue = scene.graph.currentJob.flatMap { scene.graph.job($0)?.queue }
      anchor = queue.flatMap { [above] queue in above.firstIndex { $0.queue == queue } }
    }
  }

  /// The number of scrolling rows.
  var count: Int { above.count + max(0, promises.count - promises.fanIns.count) }

  /// The scrolling row at an index.
  subscript(place: Int) -> Row {
    place < above.count
      ? above[place] : .promise(promises[place - above.count + promises.fanIns.count])
  }

  /// Returns a drawn row; `index` is its place among the visible ones.
  func line(_ row: Row, at index: Int, _ painter: TimePainter) -> StyledLine {
    var line = StyledLine()
    let (spans, unnamed) = painter.cells(row, at: index, context.bookmarks)
    if labelRoom > 0 {
      line = labels.label(row, unnamed: unnamed, context)
    }
    line.spans += spans
    return line
  }
}

/// The promises with rows in the time pane, by index: the fan-ins first, then all others.
struct TimePromises: RandomAccessCollection, Sendable {
  let fanIns: [PromiseID]
  private let list: PromiseList?
  private let kept: [PromiseID]
  /// The places of the fan-ins among the others, in order.
  private var places: [Int] = []

  /// The most fan-ins that come before the others.
  private static let mostFanIns = 32

  /// Returns the fan-ins that a filter keeps; of very many, the first ones.
  static func fanIns(of scene: TimeScene, _ filter: FilteredPromises?) -> [PromiseID] {
    Array(
      scene.timeline.fanIns.lazy
        .filter { (filter?.keeps($0) ?? true) && scene.end[$0]?.isDeclared == true }
        .prefix(mostFanIns))
  }

  /// Creates an empty collection.
  init() { (fanIns, list, kept) = ([], nil, []) }

  init(_ graph: Graph, _ filter: FilteredPromises?, fanIns: [PromiseID]) {
    kept = filter?.kept ?? []
    list = filter == nil ? graph.promises : nil
    self.fanIns = fanIns
    places = fanIns.compactMap { list?.place(of: $0) ?? kept.place(of: $0) }.sorted()
  }

  var startIndex: Int { 0 }
  var endIndex: Int { list?.count ?? kept.count }

  subscript(index: Int) -> PromiseID {
    if index < fanIns.count { return fanIns[index] }
    var place = index - fanIns.count
    for fanIn in places where fanIn <= place { place += 1 }
    return list.map { $0[place].id } ?? kept[place]
  }

  /// Returns the index of a promise.
  func place(of promise: PromiseID) -> Int? {
    if let index = fanIns.firstIndex(of: promise) { return index }
    guard let place = list?.place(of: promise) ?? kept.place(of: promise) else { return nil }
    return place - places.count { $0 < place } + fanIns.count
  }
}

extension PromiseList {
  /// Returns the index of a promise. O(log count)
  fileprivate func place(of promise: PromiseID) -> Int? {
    let place = partitionPoint { $0.id < promise }
    return place < endIndex && self[place].id == promise ? place : nil
  }
}

extension TimeScene {
  /// Returns whether inputs of a fan-in still ran after it had settled.
  func hasLosers(_ fanIn: PromiseID) -> Bool {
    guard let node = end[fanIn], let settled = node.settled, node.hasLosers else { return false }
    return !end.unfinished(inputsOf: node, at: settled).isEmpty
  }
}
