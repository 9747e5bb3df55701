import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

/// The panes of the chain, the queues, and the time.
enum DrawnPane: String, CaseIterable, Sendable {
  case chain, queues, time

  func content(_ context: PaneContext, width: Int, height: Int) -> PaneContent {
    switch self {
    case .chain: ChainPane.content(context, width: width, height: height)
    case .queues: QueuesPane.content(context, width: width, height: height)
    case .time: TimePane.content(context, width: width, height: height)
    }
  }
}

extension EventStream {
  /// Labels that are wide, long, empty, or dangerous, and extreme numbers.
  fileprivate static let hostile: EventStream = {
    var stream = EventStream()
    let labels = [
      "登录 用户", "", String(repeating: "x", count: 300), "a\u{1B}[2J\nb", "e\u{301}👩‍👩‍👧", "\u{202E}abc",
    ]
    for (index, label) in labels.enumerated() {
      let number = index + 1
      stream.queue(QueueID(number), label, number == 2 ? .immediate : .concurrent(width: nil))
      stream.root(PromiseID(number), label)
      stream.enqueue(JobID(number), PromiseID(number), on: QueueID(number), label)
      if number > 3 { stream.start(JobID(number), PromiseID(number), on: QueueID(number)) }
      stream.enqueue(JobID(number + 20), nil, on: QueueID(number), label)
    }
    stream.fanIn(7, .race, of: [1, 2, 3, 4, 5, 6, 99], labels[2])
    stream.link(8, on: 7, .then, labels[0], queue: 77)
    stream.post(.timerScheduled(timer: 1, promise: 9, due: .max))
    stream.post(.timerScheduled(timer: 2, promise: nil, due: .min))
    stream.post(.waitBegan(promise: 8, queue: 1, job: nil))
    stream.at(9e9, thread: 4)
    stream.post(.waitBegan(promise: 12345, queue: nil, job: nil))
    stream.fulfill(4, labels[2])
    stream.reject(5, labels[3])
    stream.post(.errorUnhandled(promise: 5, origin: 5, error: ""))
    stream.fulfill(7, labels[0], from: 4)
    stream.post(.dropped(count: 3))
    stream.post(.deallocated(promise: 8, state: .pending, waiting: [1]))
    return stream
  }()

  fileprivate static let all = [
    EventStream(), login, dashboard, hostile,
  ]
}

@Test(
  "No pane draws wider than its width, at any size, in either set of glyphs",
  arguments: DrawnPane.allCases, GlyphSet.allCases)
func widths(_ pane: DrawnPane, _ glyphs: GlyphSet) {
  for stream in EventStream.all {
    for share in [0, 1, 2] {
      let event = stream.events.count * share / 2
      let context = stream.context(
        at: event, selection: share == 1 ? 3 : nil, glyphs: glyphs, predicts: share == 1)
      for width in stride(from: share, through: 220, by: 7) {
        let height = [0, 1, 2, 3, 5, 8, 13, 24, 50][(width / 7) % 9]
        let content = pane.content(context, width: width, height: height)
        let isSound = content.isSound(width: width)
        #expect(isSound, "\(pane) \(width)x\(height) at event \(event)")
      }
    }
  }
}

@Test("In ASCII every pane draws ASCII", arguments: DrawnPane.allCases)
func ascii(_ pane: DrawnPane) {
  for stream in [EventStream.login, .dashboard] {
    for event in 0...stream.events.count {
      let context = stream.context(at: event, glyphs: .ascii)
      let (width, height) = [(45, 10), (31, 10), (94, 20), (198, 8)][event % 4]
      let content = pane.content(context, width: width, height: height)
      let text = content.title + content.status + content.plain
      #expect(text.utf8.allSatisfy { $0 < 0x80 })
    }
  }
}

@Test("Stepping back shows the same screen as before", arguments: DrawnPane.allCases)
func backwards(_ pane: DrawnPane) {
  let stream = EventStream.login
  let forwards = (0...stream.events.count).map {
    pane.content(stream.context(at: $0), width: 94, height: 20)
  }
  for event in stride(from: stream.events.count, through: 0, by: -1) {
    #expect(pane.content(stream.context(at: event), width: 94, height: 20) == forwards[event])
  }
}

@Test("Of thousands of promises only the visible ones are drawn", arguments: Shape.allCases)
func manyPromises(_ shape: Shape) {
  var stream = EventStream()
  stream.queue(1, "main")
  let count = 3_000
  shape.build(count, in: &stream)
  let context = stream.context(selection: 1_500)
  for pane in [PaneKind.chain, .time] {
    let content = pane.content(context, width: 94, height: 20)
    #expect(content.lines.count <= 20)
    #expect(content.anchor.flatMap { content.promises[$0] } == 1_500)
    #expect(content.isSound(width: 94))
  }
  let outline = ChainOutline(context.graph, context.folding, selection: 1_500)
  for number in stride(from: 1, through: count, by: 97) {
    let promise = PromiseID(number)
    let row = outline.row(of: promise)
    #expect(row.flatMap { outline.promise(at: $0, selection: promise) } == promise)
  }
}
