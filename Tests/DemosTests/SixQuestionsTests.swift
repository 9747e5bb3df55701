import Demos
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

/// The questions of a reader who sees a demo for the first time, and the answers on the screen.
@Suite struct SixQuestionsTests {
  /// A demo, and the answers in it.
  private struct Asked {
    var history = History()
    let graph: Graph

    /// The demo after everything up to `time`, in milliseconds, has happened.
    init(_ name: String, at time: Int64 = .max / 1_000_000) throws {
      let demo = try #require(Demo.named(name))
      history.append(contentsOf: try SimulatedDemo(demo).events)
      graph = history.graph(at: history.position(atTime: time * 1_000_000))
    }

    /// The explanation of the promise with this label.
    func why(_ label: String) throws -> String {
      graph.explanation(of: try promise(label), in: history).text
    }

    func promise(_ label: String) throws -> PromiseID {
      try #require(graph.promises.first { $0.creation.label == label }).id
    }
  }

  @Test("Which queue did this handler run on?")
  func queue() throws {
    let text = try Asked("login-fetch-submit").why("submit")
    #expect(text.contains("waiting in queue work, behind the handler of p2 'flush'"))
    #expect(text.contains("the body of p9 'submit(items)' returned receipt for 3 on net"))
  }

  @Test("What is this promise waiting for?")
  func waiting() throws {
    let text = try Asked("dashboard-race", at: 100).why("fresh")
    #expect(text.contains("What does p4 'fresh' wait for?"))
    #expect(text.contains("the body of p1 'GET /profile' has been running on net for 100.0 ms"))
    #expect(text.contains("the body of p3 'GET /ads' has been running on net for 100.0 ms"))
    #expect(!text.contains("GET /posts"))
  }

  @Test("Why did C run before B?")
  func order() throws {
    let asked = try Asked("checkout-bug")
    let order = OrderOfTwo(
      try asked.promise("prepare"), try asked.promise("save"), in: asked.graph,
      history: asked.history)
    #expect(order.first == (try asked.promise("save")))
    #expect(order.verdict != .always)
    #expect(order.explanation.text.contains("Why did p2 'save' run before p5 'prepare'?"))
    #expect(order.explanation.text.contains("both ran on main, a serial queue"))
    #expect(order.explanation.text.contains("Could the order differ?"))
  }

  @Test("Who won the race, and what happened to the losers?")
  func race() throws {
    let text = try Asked("dashboard-race").why("first")
    #expect(text.contains("from p5 'cache.read' at 100.0, the first of its 3 inputs to settle"))
    #expect(text.contains("p4 'fresh' was rejected at 140.0, too late, and ignored"))
    #expect(text.contains("p7 'too late' was rejected at 150.0, too late, and ignored"))
  }

  @Test("Where did this error come from?")
  func error() throws {
    let text = try Asked("login-fails").why("show")
    #expect(text.contains("an error skips a value handler, so its handler did not run"))
    #expect(text.contains("the body of p1 'login(user)' threw WrongPassword() on net at 80.0"))
    #expect(text.contains("LoginFails.swift:34"))
  }

  @Test("What was slow, waiting or running?")
  func slow() throws {
    let text = try Asked("login-fetch-submit").why("show")
    #expect(text.contains("Why so late?"))
    #expect(text.contains("running on net: the body of p3 'login(user)'"))
    #expect(text.contains("waiting in queue work"))
  }
}
