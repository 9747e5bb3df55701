import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Test("The queues are drawn as in the pictures, narrow and wide", arguments: [(31, 10), (56, 20)])
func queuePictures(_ width: Int, _ height: Int) throws {
  let login = EventStream.login.context(at: EventStream.loginRunning)
  let dashboard = EventStream.dashboard.context(at: EventStream.raceOver)
  for (name, context) in [("login", login), ("dashboard", dashboard)] {
    let content = QueuesPane.content(context, width: width, height: height)
    try expectGolden("queues-\(name)-\(width)", "[\(content.status)]\n" + content.plain)
  }
}

@Test("The next timer is shown only if no job is running or waiting")
func nextForced() {
  let stream = EventStream.login
  let flushed = stream.number {
    if case .jobEnded(6, _, _, _) = $0.kind { true } else { false }
  }
  func last(_ event: Int) -> String {
    let content = QueuesPane.content(stream.context(at: event), width: 31, height: 10)
    return content.plain.split(separator: "\n").last.map(String.init) ?? ""
  }
  #expect(last(flushed) == "next: p6 timer fires at 265")
  #expect(!last(flushed - 1).hasPrefix("next"))
  #expect(!last(stream.events.count).hasPrefix("next"))
}

@Test("The queues keep their rows while jobs come and go, as long as there is room")
func calmQueues() {
  let stream = EventStream.login
  for event in 3...stream.events.count {
    let content = QueuesPane.content(stream.context(at: event), width: 56, height: 20)
    let rows = ["main", "net", "work"].map { label in
      content.lines.firstIndex { $0.text.hasPrefix(label) }
    }
    #expect(rows == [0, 4, 8])
  }
}

@Test(
  "Unneeded rows are removed from the bottom",
  arguments: [
    ([1, 3, 2], 4, 12, [4, 4, 4]),
    ([1, 3, 2], 4, 9, [4, 3, 2]),
    ([1, 3, 2], 4, 7, [2, 3, 2]),
    ([1, 6, 2], 2, 4, [1, 6, 2]),
    ([], 4, 9, []),
  ])
func sizes(_ needed: [Int], _ share: Int, _ room: Int, _ expected: [Int]) {
  #expect(QueuesPane.sizes(needed, share: share, room: room) == expected)
}

@Test(
  "A queue of unknown kind is marked, inline handlers show their depth, a blocked thread is shown")
func kinds() {
  var stream = EventStream()
  stream.queue(1, "main")
  stream.queue(2, "cache", .concurrent(width: nil), assumed: true)
  stream.queue(3, "inline", .immediate)
  stream.root(1, "load")
  stream.at(5, thread: 1, queue: 1)
  stream.start(1, nil, on: 1)
  stream.post(.waitBegan(promise: 1, queue: 1, job: nil))
  let wide = QueuesPane.content(stream.context(), width: 56, height: 20).plain
  #expect(wide.contains("concurrent?"))
  #expect(wide.contains("? the kind of this queue was not declared"))
  #expect(wide.contains("depth 0"))
  #expect(wide.contains("‖ T1 is blocked on p1 load"))
  let narrow = QueuesPane.content(stream.context(), width: 31, height: 10).plain
  #expect(narrow.contains("cache ?"))
}

@Test("A task that awaits a promise is listed, and blocks no queue")
func tasks() {
  var stream = EventStream()
  stream.queue(1, "main")
  stream.root(1, "load")
  stream.root(2, "save")
  stream.at(5, thread: 1)
  stream.post(.awaitBegan(promise: 1))
  stream.post(.awaitBegan(promise: 2))
  stream.post(.awaitBegan(promise: 2))
  let text = QueuesPane.content(stream.context(), width: 56, height: 20).plain
  #expect(text.contains("a task awaits p1 load"))
  #expect(text.contains("2 tasks await p2 save"))
  #expect(!text.contains("blocks"))
}
