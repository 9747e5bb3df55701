import PromiseKitLite
import TestSupport
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("Orders as files")
struct GoldenOrdersTests {
  /// Returns a run in which handlers with these names start on `net`, each 10 ms after the one before; names
  /// that begin with a colon are notes.
  static func run(_ names: [String]) -> HandlerOrder {
    var stream = EventStream()
    stream.declare(1, "net")
    for (index, name) in names.enumerated() {
      stream.time = Double(index * 10)
      guard name.first != ":" else {
        stream.post(.note(String(name.dropFirst())))
        continue
      }
      stream.create(PromiseID(index + 1), .then, name)
      stream.start(JobID(index + 1), PromiseID(index + 1), on: 1)
    }
    return HandlerOrder(stream.events)
  }

  private func difference(_ text: String, _ names: [String], times: Bool = true) throws -> String {
    let golden = try GoldenOrders(text)
    let order = try #require(golden[nil])
    let difference = OrderDifference(order, Self.run(names), times: times)
    return difference.isEmpty ? "" : difference.text(times: times)
  }

  @Test("What is written is read back, byte for byte")
  func roundTrip() throws {
    let text = """
      # The order of the whole.
      0 load on net
      10   loaded

      # Two of them.
      {
        a on net
        b on net
      }
      [fails]
      0 load on net

      # The end.

      """
    let orders = try GoldenOrders(text)
    #expect(orders.text == text)
    #expect(orders["fails"]?.lines == ["0 load on net"] && orders["none"] == nil)
    #expect(
      orders[nil]?.lines == ["0 load on net", "10   loaded", "{", "  a on net", "  b on net", "}"])
    #expect(try GoldenOrders("\u{FEFF}[a]\r\nx on y\r\n")["a"]?.lines == ["x on y"])
  }

  @Test(
    "A run matches the order that was written from it, whatever its names and notes",
    arguments: [true, false])
  func own(times: Bool) throws {
    let names = [
      "load", "3 wishes", ":# no comment", ":{", "}", ":[x]", ":", ":  blanks ", "\\", ":7", "7",
      ":a\nb", ":expect: a", ":  expect:b", "expect: c", ":  # d",
    ]
    let order = Self.run(names)
    var orders = GoldenOrders()
    orders.set(GoldenOrder(order, times: times), for: nil)
    let golden = try #require(try GoldenOrders(orders.text)[nil])
    #expect(golden.count == names.count)
    #expect(OrderDifference(golden, order, times: true).isEmpty)
    #expect(golden.hasTimes || !times)
  }

  @Test("Expectations besides an order keep their place, above the steps or below them")
  func expectations() throws {
    let text = """
      # above
      expect: a before b
        expect: never c starts
      a on net

      # below
      expect:b on net
      [other]
      expect: a is fulfilled

      """
    let orders = try GoldenOrders(text)
    #expect(orders.text == text)
    let order = try #require(orders[nil])
    #expect(order.above.map(\.sentence) == ["a before b", "never c starts"])
    #expect(order.below.map(\.sentence) == ["b on net"] && order.below.map(\.line) == [7])
    #expect(order.lines == ["a on net"])
    #expect(OrderDifference(order, Self.run(["a"]), times: true).isEmpty)
    #expect(orders["other"]?.above.map(\.sentence) == ["a is fulfilled"])
    let updated = order.updated(to: Self.run(["d", "e"]), times: true)
    #expect(updated.text == order.text.replacing("a on net", with: "d on net\ne on net"))
    // About the whole run: between the steps it is read as if it were below them.
    let between = try #require(try GoldenOrders("a on net\nexpect: a before b\nb on net\n")[nil])
    #expect(between.text == "a on net\nb on net\nexpect: a before b\n")
  }

  @Test("A difference is shown with its event")
  func otherwise() throws {
    let text = "a on net\nb on net\nc on net\n"
    #expect(try difference(text, ["a", "b", "c"]) == "")
    #expect(
      try difference(text, ["a", "c", "b"], times: false) == """
          a on net
        - b on net
          c on net
        + b on net   event 7

        """)
    #expect(
      try difference("10 a on net\n", ["a"]) == "- 10 a on net\n+ 0 a on net   event 3\n")
    #expect(try difference("10 a on net\n", ["a"], times: false) == "")
    #expect(try difference(text, ["a", "b"]) == "  a on net\n  b on net\n- c on net\n")
  }

  @Test("Lines between braces may happen in any order, and all of them must happen")
  func blocks() throws {
    let text = "a on net\n{\n  b on net\n  c on net\n}\nd on net\n"
    #expect(try difference(text, ["a", "b", "c", "d"]) == "")
    #expect(try difference(text, ["a", "c", "b", "d"]) == "")
    #expect(try difference(text, ["c", "a", "b", "d"]) != "")
    #expect(try difference(text, ["a", "b", "b", "d"]) != "")
    #expect(try difference(text, ["a", "b", "d"]).contains("- c on net"))
  }

  @Test(
    "An invalid file is rejected, with the line",
    arguments: [
      ("{\na\n", 1), ("a\n}\n", 2), ("{\n{\n}\n}", 2), ("[a]\nx\n[a]\n", 3),
      ("{\na\nexpect: a before b\n}\n", 3),
    ])
  func refused(text: String, line: Int) {
    let problem = #expect(throws: InputError.self) { try GoldenOrders(text) }
    #expect(problem?.line == line)
  }

  @Test("An update keeps the comments and blocks of what happened as expected")
  func updated() throws {
    let text = "# all\na on net\n# both\n{\n  b on net\n  c on net\n}\nd on net\n"
    let golden = try #require(try GoldenOrders(text)[nil])
    let order = Self.run(["a", "c", "b", "e"])
    let updated = golden.updated(to: order, times: true)
    #expect(updated.text == text.replacing("d on net", with: "e on net"))
    #expect(OrderDifference(updated, order, times: true).isEmpty)
  }

  @Test("The differences of several runs become blocks")
  func several() throws {
    let runs = [["a", "b", "c", "d"], ["a", "c", "b", "d"]].map(Self.run)
    let golden = try #require(GoldenOrder(of: runs, times: false))
    #expect(golden.lines == ["a on net", "{", "  b on net", "  c on net", "}", "d on net"])
    #expect(GoldenOrder(of: [Self.run(["a"]), Self.run(["b"])], times: false) == nil)
  }

  @Test(
    "Random orders: equal exactly if the lines are, and a difference leads from one to the other"
  )
  func random() throws {
    var random = SeededGenerator(seed: 7)
    for _ in 0..<300 {
      let names = (0..<Int.random(in: 0...12, using: &random)).map { _ in
        "\(Int.random(in: 0...3, using: &random))"
      }
      let other =
        Bool.random(using: &random) ? names.shuffled(using: &random) : names.filter { $0 != "2" }
      let golden = GoldenOrder(Self.run(names), times: false)
      let difference = OrderDifference(golden, Self.run(other), times: false)
      #expect(difference.isEmpty == (names == other))
      #expect(difference.rows.compactMap(\.step).map(\.text) == Self.run(other).steps.map(\.text))
      let kept = difference.rows.compactMap { row in
        switch row {
        case .same(_, let line), .missing(let line): line.text
        case .extra: nil
        }
      }
      #expect(kept == golden.items.flatMap { $0.lines.map(\.text) })
      let block = GoldenOrder([.init(lines: golden.items.flatMap(\.lines), isBlock: true)])
      let isSame = OrderDifference(block, Self.run(other), times: false).isEmpty
      #expect(isSame == (names.sorted() == other.sorted()))
    }
  }

  /// Returns a run whose handlers have no labels: `map:12` is a `map` on line 12.
  private static func unlabelled(_ places: [String]) -> HandlerOrder {
    var stream = EventStream()
    stream.declare(1, "net")
    for (index, place) in places.enumerated() {
      let parts = place.split(separator: ":")
      stream.create(
        PromiseID(index + 1), PromiseEvent.Operation(rawValue: String(parts[0])) ?? .then,
        line: Int(parts[1]))
      stream.start(JobID(index + 1), PromiseID(index + 1), on: 1)
    }
    return HandlerOrder(stream.events, sites: true)
  }

  @Test("A handler without a label is written with its file and line")
  func places() {
    let golden = GoldenOrder(Self.unlabelled(["map:12", "done:14"]), times: false)
    #expect(golden.lines == ["map at Login.swift:12 on net", "done at Login.swift:14 on net"])
    // Two handlers that change places are a difference, although their operations are the same.
    let swapped = OrderDifference(
      GoldenOrder(Self.unlabelled(["map:12", "map:14"]), times: false),
      Self.unlabelled(["map:14", "map:12"]), times: false)
    #expect(!swapped.isEmpty && !swapped.hasMoved)
  }

  @Test("A line that names such a handler by its operation only, as older files do, stays valid")
  func olderLines() throws {
    let text = "# mine\nmap on net\n0 done on net\n"
    let golden = try #require(try GoldenOrders(text)[nil])
    let order = Self.unlabelled(["map:12", "done:14"])
    #expect(OrderDifference(golden, order, times: true).isEmpty)
    #expect(golden.updated(to: order, times: true).text == text)
    #expect(!OrderDifference(golden, Self.unlabelled(["done:14", "map:12"]), times: true).isEmpty)
  }

  @Test("Lines that moved in the source are no difference, and an update corrects their numbers")
  func movedLines() throws {
    let text = "5 map at Login.swift:12 on net\n{\n  done at Login.swift:14 on net\n}\n"
    let golden = try #require(try GoldenOrders(text)[nil])
    let order = Self.unlabelled(["map:15", "done:18"])
    let difference = OrderDifference(golden, order, times: false)
    #expect(difference.isEmpty && difference.hasMoved)
    #expect(
      golden.updated(to: order, times: false).text
        == text.replacing("12", with: "15").replacing("14", with: "18"))
    // With other operations, or another number of them, it is not known which handler is which.
    for other in [
      ["map:15", "catch:18"], ["map:15", "map:16", "done:18"], ["done:15", "map:18"],
    ] {
      #expect(!OrderDifference(golden, Self.unlabelled(other), times: false).isEmpty, "\(other)")
    }
  }

  @Test("Long orders that have nothing in common are compared in bounded time")
  func long() {
    let a = Self.run((0..<3000).map { "a\($0)" })
    let b = Self.run((0..<2000).map { "b\($0)" })
    let difference = OrderDifference(GoldenOrder(a, times: false), b, times: false)
    #expect(!difference.isEmpty && difference.rest == 2000 && difference.rows.count == 2000)
  }
}

@Suite("The order of handlers")
struct HandlerOrderTests {
  @Test(
    "A handler without a label is named by its operation, and by its place on request")
  func unlabelled() {
    var stream = EventStream()
    stream.declare(1, "net")
    stream.create(1, .map, line: 12)
    stream.start(1, 1, on: 1)
    stream.start(2, 9, on: 3)
    #expect(HandlerOrder(stream.events, times: false).lines == ["map on net", "p9 on q3"])
    #expect(HandlerOrder(stream.events, sites: true).lines[0] == "0 map at Login.swift:12 on net")
  }

  @Test("A trace, or a file that is not text, is not an order")
  func refused() {
    for text in ["{\"promise-trace\":\"1.4\"}\n", "\n {\"n\":1}\n", "a on net\n\u{0}"] {
      #expect(throws: InputError.self) { try GoldenOrders(text) }
    }
  }

  @Test("Missing numbers are lost events once gap events are inserted")
  func missing() {
    func event(_ number: Int, _ kind: PromiseEvent.Kind) -> PromiseEvent {
      PromiseEvent(sequence: number, time: 0, thread: nil, queue: nil, kind: kind)
    }
    let events = [event(7, .note("a")), event(10, .note("b")), event(14, .dropped(count: 4))]
    #expect(HandlerOrder(events).lost == 4)
    for (since, lost) in [(0, 12), (5, 7), (8, 5)] {
      let told = events.tellingWhatIsMissing(since: since)
      #expect(HandlerOrder(told).lost == lost)
      #expect(RunDigest(told, by: .labels).lost == lost)
    }
  }

  @Test("Without times two runs are the same order, whatever their times and numbers")
  func grouping() {
    let quick = GoldenOrdersTests.run(["a", "b"])
    var stream = EventStream()
    stream.time = 70
    stream.declare(4, "net")
    stream.create(9, .then, "a")
    stream.start(8, 9, on: 4)
    stream.post(.dropped(count: 3))
    stream.create(3, .then, "b")
    stream.start(9, 3, on: 4)
    let slow = HandlerOrder(stream.events, times: false)
    #expect(slow.lines == quick.steps.map { $0.line(times: false) })
    #expect(slow.lost == 3 && Set([slow, HandlerOrder(stream.events, times: false)]).count == 1)
  }
}
