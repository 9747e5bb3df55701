import PromiseEvents
import PromiseGraph
import PromiseInsight

/// The timers and the fan-ins among the rows of the time.
extension PageTime {
  var timers: [String] {
    let nodes = graph.promises.lazy.filter { $0.timer != nil }.prefix(6)
    return nodes.enumerated().compactMap { index, node in
      guard let timer = node.timer.flatMap({ graph.timer($0) }) else { return nil }
      let over = timer.fired ?? timer.cancelled
      let name = graph.name(of: node, clock: clock)
      return lane(
        index == 0 ? language.text("timers") : "", "", index == 0 ? "first timer" : "timer",
        bar(
          timer.fired == nil ? "timer-bar open" : "timer-bar", from: place(timer.scheduled),
          to: over.map(place) ?? place(last), name, promise: node.id, title: name))
    }
  }

  var fanIns: [String] {
    graph.promises.lazy.filter { $0.creation.operation.isFanIn && !$0.inputs.isEmpty }.prefix(12)
      .enumerated().map { index, node in
        let end = node.settled.map(place) ?? place(last)
        var track = bar("join", from: place(node.created), to: end, promise: node.id)
        for input in node.inputs.prefix(200) {
          guard let settled = input.settled ?? graph[input.promise]?.settled else { continue }
          let isWinner = input.promise == node.settlement?.from
          let name = graph[input.promise].map { graph.name(of: $0, clock: clock) }
          track +=
            "<span class=\"tock\(input.ignored ? " late" : "")\(isWinner ? " win" : "")\""
            + " style=\"left:\(percent(place(settled)))\" data-p=\"\(input.promise.rawValue)\""
            + " title=\"\(html(name ?? "\(input.promise)"))\"></span>"
        }
        if node.settled != nil {
          track +=
            "<b class=\"s-\(PageChain.name(of: node)) mark\" style=\"left:\(percent(end))\">"
            + "\(GlyphSet.unicode[node.glyph])</b>"
        }
        return lane(
          graph.name(of: node, clock: clock), "", index == 0 ? "first fan-in" : "fan-in", track)
      }
  }

  /// The moments at which fan-ins were decided, through all rows.
  var decisions: String {
    graph.promises.lazy.filter { $0.creation.operation.isFanIn && $0.settlement?.from != nil }
      .prefix(12).compactMap { node in
        node.settled.map {
          "<span class=\"decided\" style=\"left:\(percent(place($0)))\"></span>"
        }
      }.joined()
  }
}
