import PromiseGraph
import PromiseKitLite

extension PromiseFacts {
  /// The handlers that hang on the promise, each with its attach, enqueue and run number, its queue
  /// and its state: the order in which they run, explained.
  var handlers: [StyledLine] {
    guard !node.handlers.isEmpty else { return [] }
    let wide = width >= 40
    let heading =
      wide ? "handler   attach enqueue run queue  state" : "handler  att enq run queue"
    return [StyledLine(heading, .dim)]
      + node.handlers.prefix(Self.most).map { row($0, wide: wide) }
      + more(node.handlers.count - Self.most, "handlers")
  }

  private func row(_ handler: HandlerNode, wide: Bool) -> StyledLine {
    let job = handler.job.flatMap { graph.job($0) }
    let (glyph, role, word) = state(of: handler, job)
    let queue = graph.queue(handler.queue)?.label ?? "\(handler.queue)"
    let attach = right("\(handler.ordinal)", wide ? 6 : 3)
    let enqueue = right(job?.enqueueNumber.map(String.init) ?? "--", wide ? 8 : 4)
    let run = right(job?.runNumber.map(String.init) ?? "--", 4)
    var line = StyledLine("\(context.glyphs[glyph]) ", role)
    line.add(padded("\(handler.child)", to: wide ? 7 : 6, ellipsis: ellipsis))
    line.add(attach + enqueue + run)
    line.add(" " + padded(queue, to: 6, ellipsis: ellipsis))
    if wide { line.add(" " + word, role) }
    return line
  }

  /// What has become of a handler: its sign, its role and a word.
  private func state(of handler: HandlerNode, _ job: JobNode?) -> (Glyph, Role, String) {
    if handler.skipped != nil { return (.passed, .passed, "passed") }
    guard let job else { return (.pending, .pending, "waits") }
    guard job.started != nil else { return (.queued, .queued, "queued") }
    guard job.ended != nil else { return (.running, .running, "running") }
    return job.ending == .threw ? (.rejected, .rejected, "threw") : (.fulfilled, .fulfilled, "ran")
  }

  private func right(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }

  /// The inputs of a fan-in in order, each with its sign.
  var inputs: [StyledLine] {
    guard !node.inputs.isEmpty else { return [] }
    var heading = StyledLine("inputs", .dim)
    if node.inputs.count > Self.most {
      heading.add("  heard of \(grouped(node.heard.total)) of \(grouped(node.inputs.count))")
    }
    var lines = [heading]
    let winner = node.creation.operation == .all ? nil : node.settlement?.from
    for (index, input) in node.inputs.prefix(Self.most).enumerated() {
      let other = graph[input.promise]
      let won = input.promise == winner
      var line = StyledLine(right("\(index + 1)", 3) + " ", .dim)
      line.add(
        "\(context.glyphs[won ? .winner : other?.glyph ?? .unknown]) ",
        won ? .winner : other?.role ?? .pending)
      line.add(padded("\(input.promise)", to: 4, ellipsis: ellipsis))
      line.add(input.outcome?.rawValue ?? "still open")
      if let settled = input.settled { line.add("  \(milliseconds(settled.time))", .dim) }
      if input.ignored { line.add("  too late", .warning) }
      lines.append(line)
    }
    return lines + more(node.inputs.count - Self.most, "inputs")
  }

  /// A line for those that are not listed.
  private func more(_ count: Int, _ noun: String) -> [StyledLine] {
    count > 0 ? [StyledLine("\(ellipsis) \(grouped(count)) more \(noun)", .dim)] : []
  }

  /// So many handlers and inputs are listed; the others are counted.
  private static let most = 100
}
