import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

private func milliseconds(_ count: Double) -> Int64 { Int64(count * 1_000_000) }

extension EventStream {
  /// The input of a pane at `time`, in milliseconds, after the last event before it. All events are known.
  fileprivate func context(time: Double, selection: PromiseID? = nil) -> PaneContext {
    let event = events.last { $0.time <= milliseconds(time) }?.sequence ?? 0
    var context = context(at: event, selection: selection)
    context.known = context.history.graph(at: context.history.last)
    context.now = milliseconds(time)
    context.timeline = Timeline(context.history)
    return context
  }

  /// Main is busy from 10 to 80 ms; what is enqueued at 20 waits.
  fileprivate static let busy: EventStream = {
    var stream = EventStream()
    stream.at(0, thread: 1)
    stream.queue(1, "main")
    stream.queue(2, "net", .concurrent(width: 2))
    stream.root(1, "tap")
    stream.link(2, on: 1, .map, "parse", queue: 1)
    stream.root(3, "load", .async)
    stream.link(4, on: 3, .done, "show", queue: 1)
    stream.link(6, on: 3, .done, "log", queue: 1)
    stream.root(5, "timeout", .after)
    stream.timer(1, 5, due: 150)
    stream.at(10, thread: 1, queue: 1)
    stream.fulfill(1, "7")
    stream.enqueue(1, 2, on: 1)
    stream.start(1, 2, on: 1)
    stream.at(20, thread: 2)
    stream.fulfill(3, "data")
    stream.enqueue(2, 4, on: 1)
    stream.enqueue(3, 6, on: 1)
    stream.at(80, thread: 1, queue: 1)
    stream.end(1, 2, on: 1)
    stream.fulfill(2, "8")
    stream.start(2, 4, on: 1)
    stream.at(81, thread: 1, queue: 1)
    stream.end(2, 4, on: 1)
    stream.fulfill(4)
    stream.start(3, 6, on: 1)
    stream.end(3, 6, on: 1)
    stream.fulfill(6)
    stream.at(150)
    stream.fire(1, 5)
    stream.fulfill(5)
    return stream
  }()
}

@Suite("The clock between events")
struct ElapsedTests {
  private func row(_ promise: PromiseID, _ time: Double, width: Int = 140) -> String {
    let content = ChainPane.content(
      EventStream.busy.context(time: time), width: width, height: 20)
    return content.promises.first { $0.value == promise }.map { content.lines[$0.key].text } ?? ""
  }

  @Test("A length has as many digits as can be read, and a number that grows keeps its width")
  func lengths() {
    let format = LengthFormat(language: .english)
    #expect(format.text(milliseconds(2)) == "2 ms")
    #expect(format.text(milliseconds(0.25)) == "0.2 ms")
    #expect(format.text(milliseconds(120.7)) == "120 ms")
    #expect(format.text(milliseconds(4_260)) == "4.2 s")
    #expect(format.text(milliseconds(1_200_000)) == "20 min")
    #expect(format.text(Elapsed(milliseconds(4), of: milliseconds(60))) == " 4 of 60 ms")
    #expect(format.text(Elapsed(milliseconds(61), of: milliseconds(60))) == "60 of 60 ms")
    #expect(format.text(Elapsed(milliseconds(500), of: milliseconds(4_200))) == "0.5 of 4.2 s")
    #expect(format.text(Elapsed(milliseconds(4))) == "4 ms")
    #expect(format.ratio(Elapsed(milliseconds(4), of: milliseconds(60))) == "4/60")
    #expect(format.left(Elapsed(milliseconds(99.5), of: milliseconds(150))) == " 51 ms")
    #expect(format.left(Elapsed(milliseconds(150), of: milliseconds(150))) == nil)
    for whole in [1, 9, 10, 60, 999, 1_000, 9_999, 600_000, 7_200_000] as [Double] {
      let texts = (0...100).map { part in
        format.text(Elapsed(milliseconds(whole) * Int64(part) / 100, of: milliseconds(whole)))
      }
      #expect(Set(texts.map(\.count)).count == 1)
    }
  }

  @Test("A bar grows with the time, and is full only at the end")
  func bars() {
    let bars = (0...100).map {
      Elapsed($0, of: 100).bar(5, .ascii).count { $0 == Glyph.filled.ascii }
    }
    #expect(bars == bars.sorted())
    #expect(bars.first == 0 && bars[99] == 4 && bars[100] == 5)
    #expect(Elapsed(7).bar(5, .ascii).isEmpty)
    #expect(Elapsed(0, of: 0).bar(5, .ascii).isEmpty)
    #expect(Elapsed(.max, of: .max).bar(5, .unicode) == "▓▓▓▓▓")
  }

  @Test("A handler that runs counts, of how long if that is known, and a timer counts down")
  func chainCounts() {
    #expect(row(2, 10).contains("░░░░░░░░  0 of 70 ms on main T1"))
    #expect(row(2, 45.4).contains("▓▓▓▓░░░░ 35 of 70 ms"))
    #expect(row(2, 79.9).contains("▓▓▓▓▓▓▓░ 69 of 70 ms"))
    #expect(row(5, 45.4).contains("in 105 ms"))
    #expect(row(5, 149.9).contains("in   1 ms"))
    #expect(row(2, 45.4, width: 45).contains("35 of 70 ms"))
    var unknown = EventStream.busy.context(time: 45)
    unknown.known = nil
    #expect(
      ChainPane.content(unknown, width: 140, height: 20).plain.contains("running 35 ms on main T1"))
  }

  @Test("What waits in a queue counts, and names what it waits behind")
  func waitsCount() {
    #expect(row(4, 20).contains("waits 0 ms on main behind parse"))
    #expect(row(4, 54.2).contains("waits 34 ms on main behind parse"))
    #expect(row(6, 54.2).contains("behind parse and 1 more"))
    let context = EventStream.busy.context(time: 54.2, selection: 4)
    let queues = QueuesPane.content(context, width: 56, height: 20).plain
    #expect(queues.contains("44 of 70 ms  since 10"))
    #expect(queues.contains("waits 34 ms behind parse  since 20"))
    #expect(queues.contains("in  96 ms  due 150"))
    #expect(queues.contains("2 waiting  busy"))
    let narrow = QueuesPane.content(context, width: 40, height: 20).plain
    #expect(narrow.contains("2 waiting  longest 2"))
    #expect(!queues.contains("max"))
    let inspector = InspectorPane.content(context, width: 60, height: 20).plain
    #expect(inspector.contains("its turn, 34 ms behind parse"))
  }

  @Test("Afterwards it is known how long it waited, and behind what")
  func waited() {
    let context = EventStream.busy.context(time: 80, selection: 4)
    let inspector = InspectorPane.content(context, width: 70, height: 30).plain
    #expect(inspector.contains("waited 60 ms behind parse"))
    let later = EventStream.busy.context(time: 81, selection: 6)
    #expect(
      InspectorPane.content(later, width: 70, height: 30).plain
        .contains("waited 61 ms behind show"))
  }

  @Test("The panes count without moving: rows, names and numbers stay in their places")
  func calm() {
    for width in [31, 45, 56, 94] {
      var starts: Set<[Int?]> = []
      for time in stride(from: 20.0, to: 80, by: 0.7) {
        let content = ChainPane.content(
          EventStream.busy.context(time: time), width: width, height: 20)
        starts.insert(
          content.lines.map { line in
            line.text.firstIndex(of: "p").map {
              line.text.distance(from: line.text.startIndex, to: $0)
            }
          })
      }
      #expect(starts.count == 1)
    }
  }

  @Test("The history of a queue is as high as its load, up to the playhead")
  func history() {
    let context = EventStream.busy.context(time: 54.2)
    let main = QueueHistory(context, 1, since: 0).text(cells: 15)
    #expect(main == "▁▂▄▄▄▄         ")
    let end = EventStream.busy.context(time: 150)
    #expect(QueueHistory(end, 1, since: 0).text(cells: 15) == "▁▂▄▄▄▄▄▄▄▁▁▁▁▁▁")
    #expect(QueueHistory(end, 2, since: 0).text(cells: 15) == nil)
  }

  @Test("Panes with nothing to say say so in one line")
  func empty() {
    let context = EventStream().context()
    for width in [10, 31, 56] {
      #expect(QueuesPane.content(context, width: width, height: 20).lines.count == 1)
      #expect(InspectorPane.content(context, width: width, height: 20).lines.count == 1)
    }
  }
}
