import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Test(
  "The chain is drawn as in the pictures, narrow and wide",
  arguments: [(45, 10), (94, 20), (38, 9)])
func chainPictures(_ width: Int, _ height: Int) throws {
  let login = EventStream.login.context(at: EventStream.loginRunning)
  let dashboard = EventStream.dashboard.context(at: EventStream.raceOver)
  for (name, context) in [("login", login), ("dashboard", dashboard)] {
    let content = ChainPane.content(context, width: width, height: height)
    try expectGolden("chain-\(name)-\(width)", "[\(content.status)]\n" + content.plain)
  }
}

@Test("The end of a run is drawn in ASCII with the same columns")
func chainInASCII() throws {
  let content = ChainPane.content(
    EventStream.dashboard.context(glyphs: .ascii), width: 94, height: 20)
  try expectGolden("chain-dashboard-94-ascii", "[\(content.status)]\n" + content.plain)
}

@Test("A link is shown as passed only after its handler was skipped")
func passedLink() {
  let stream = EventStream.login
  let skipped = stream.number {
    if case .handlerSkipped = $0.kind { true } else { false }
  }
  func row(_ event: Int) -> String {
    let content = ChainPane.content(stream.context(at: event), width: 45, height: 10)
    return content.plain.split(separator: "\n").last.map(String.init) ?? ""
  }
  #expect(row(skipped - 1).hasPrefix("└○    p7 .catch alert"))
  #expect(row(skipped).hasPrefix("└·    p7 .catch alert"))
}

@Test("Passed, cancelled, lost and unhandled errors look different")
func endings() {
  var stream = EventStream()
  stream.queue(1, "main")
  stream.root(1, "login")
  stream.link(2, on: 1, .then, queue: 1)
  stream.link(3, on: 2, .catch, queue: 1)
  stream.root(4, "upload")
  stream.root(5, "forgotten")
  stream.reject(1, "denied")
  stream.skip(2, after: 1, .errorPassesValueHandler)
  stream.reject(2, "denied", origin: 1, from: 1)
  stream.enqueue(1, 3, on: 1)
  stream.post(.settled(.init(promise: 4, outcome: .cancelled)))
  stream.post(.deallocated(promise: 5, state: .pending, waiting: []))
  let content = ChainPane.content(stream.context(), width: 80, height: 12)
  let rows = content.promises.sorted { $0.key < $1.key }.map { content.lines[$0.key].text }
  let values = ["denied", "passed: denied", "first on main", "cancelled"]
  for (row, value) in zip(rows, values + ["freed pending"]) { #expect(row.contains(value)) }
  let signs = rows.map { row in row.first { !"│┌├└ ".contains($0) } }
  #expect(signs == ["✗", "·", "▣", "⊘", "†"])
  #expect(content.status == "5 promises  2 rejected  1 cancelled  1 waiting  1 freed pending")
}

@Test("Lines without a promise cannot be selected, and the selected one is in view")
func chainSelection() {
  let context = EventStream.dashboard.context(at: EventStream.raceOver, selection: 8)
  let content = ChainPane.content(context, width: 45, height: 10)
  #expect(Set(content.promises.values) == Set((1...9).map { PromiseID($0) }))
  #expect(content.anchor.map { content.lines[$0].text.contains("p8 .then render") } == true)
}

@Test("Columns are aligned in every row")
func aligned() {
  for event in 1...EventStream.dashboard.events.count {
    let content = ChainPane.content(
      EventStream.dashboard.context(at: event), width: 94, height: 20)
    let columns = content.promises.map { line, promise -> Int? in
      let text = Array(content.lines[line].text)
      return text.indices.first { text[$0...].starts(with: promise.description) }
    }
    #expect(Set(columns).count <= 1)
    #expect(content.promises.keys.allSatisfy { content.lines[$0].width == 94 })
  }
}

@Test("The columns have headings, also where there is no room for the wide form")
func chainHeadings() {
  let narrow = ChainPane.content(EventStream.login.context(), width: 45, height: 10)
  #expect(narrow.frozen == 1 && narrow.lines[0].text.hasPrefix("ST    ID NAME"))
  #expect(narrow.lines[0].text.contains(" QUEUE ") && narrow.lines[0].text.contains("TIME"))
  let wide = ChainPane.content(EventStream.login.context(), width: 94, height: 10)
  #expect(wide.frozen == 2 && wide.lines[0].text.contains("VALUE / WAITS FOR"))
  let low = ChainPane.content(EventStream.login.context(), width: 45, height: 7)
  #expect(low.frozen == 0)
}

@Test("The number of a promise is whole, and so are names and queues where there is room")
func wholeNames() {
  var stream = EventStream()
  stream.queue(1, "network.downloads")
  for number in 1...104 {
    stream.root(PromiseID(number), "GET /profile/settings", .async)
    stream.enqueue(JobID(number), PromiseID(number), on: 1)
  }
  for width in [31, 38, 45, 68, 94, 120] {
    let content = ChainPane.content(stream.context(), width: width, height: 20)
    #expect(content.promises.allSatisfy { content.lines[$0.key].text.contains("\($0.value) ") })
    guard width >= 68 else { continue }
    #expect(content.plain.contains(" GET /profile/settings "))
    guard width >= 120 else { continue }
    #expect(content.plain.contains(" network.downloads "))
  }
}

@Test("An empty graph has one line")
func emptyChain() {
  let content = ChainPane.content(EventStream().context(), width: 45, height: 10)
  #expect(content.plain == "no promise yet")
  #expect(content.status == "0 promises")
}
