import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

@Suite("A program in JavaScript: its words, its awaits, its warnings")
struct JavaScriptTests {
  /// `main` calls `load`, and awaits it.
  private static func awaiting() -> EventStream {
    var stream = EventStream()
    stream.declare(1, "microtasks")
    stream.make(1, .async, "main")
    stream.make(2, .async, "load")
    stream.post(
      .awaitBegan(promise: 2, by: 1, site: SourceSite(file: "app.js", line: 7, column: 3)))
    return stream
  }

  @Test("Operations are spelled as the language does")
  func spelling() {
    func title(_ operation: PromiseEvent.Operation) -> String {
      PromiseEvent.Creation(promise: 1, operation: operation, language: .javaScript).title
    }
    #expect(
      [.then, .recover, .ensureThen, .value, .error, .body, .all, .async].map(title)
        == [
          ".then", ".catch", ".finally", "Promise.resolve", "Promise.reject", "new Promise",
          "Promise.all", "async function",
        ])
    #expect(PromiseEvent.Creation(promise: 1, operation: .recover).title == ".recover")
  }

  @Test("An async function waits for what it awaits, and where")
  func why() {
    let stream = Self.awaiting()
    let graph = Graph(stream.events)
    #expect(graph[1]?.awaiting?.promise == 2)
    #expect(
      stream.answer("What does", 1).contains(
        "async function p1 'main' awaits p2 'load' at app.js:7"))
  }

  @Test("The time of an async function is divided among its awaits")
  func times() {
    var stream = Self.awaiting()
    stream.time = 30
    stream.settle(2, .fulfilled)
    stream.post(.jobEnqueued(job: 9, child: 1, queue: 1, label: nil))
    stream.post(.jobStarted(job: 9, child: 1, queue: 1))
    stream.post(.awaitEnded(promise: 2, ending: .settled, by: 1))
    stream.post(.jobEnded(job: 9, child: 1, queue: 1, ending: .returned))
    stream.settle(1, .fulfilled)
    let graph = Graph(stream.events)
    #expect(graph[1]?.awaiting == nil && graph[1]?.awaited.count == 1)
    let text = stream.explanation(1).text
    #expect(text.contains("waiting for p2 'load'"), "\(text)")
  }

  @Test("Between two awaits it runs, and what it awaits now is where its time goes")
  func pendingTime() {
    var stream = Self.awaiting()
    stream.time = 30
    stream.settle(2, .fulfilled)
    stream.post(.jobEnqueued(job: 9, child: 1, queue: 1, label: nil))
    stream.post(.jobStarted(job: 9, child: 1, queue: 1))
    stream.post(.awaitEnded(promise: 2, ending: .settled, by: 1))
    stream.make(3, .body, "next")
    stream.post(.awaitBegan(promise: 3, by: 1))
    stream.post(.jobEnded(job: 9, child: 1, queue: 1, ending: .suspended))
    stream.time = 100
    stream.post(.note("later"))
    let text = stream.explanation(1).text
    #expect(text.contains("70%  waiting for p3 'next'"), "\(text)")
    #expect(!text.contains("until it settled"), "\(text)")
  }

  @Test("A turn that ends at an await does not return")
  func suspended() throws {
    var stream = Self.awaiting()
    stream.post(.jobEnqueued(job: 9, child: 1, queue: 1, label: nil))
    stream.post(.jobStarted(job: 9, child: 1, queue: 1))
    stream.post(.jobEnded(job: 9, child: 1, queue: 1, ending: .suspended))
    let last = try #require(stream.events.last)
    let graph = Graph(stream.events)
    #expect(EventSummary(last, in: graph).detail == "awaits")
    #expect(Narration(last, in: graph).sentence == "async function p1 'main' awaits")
  }

  @Test("Captions name no rule of PromiseKitLite")
  func rules() throws {
    var stream = Self.awaiting()
    stream.settle(2, .rejected, "Error: no")
    stream.post(.errorUnhandled(promise: 2, origin: 2, error: "Error: no"))
    for event in stream.events {
      let narration = Narration(event, in: Graph(stream.events))
      #expect(!(narration.sentence + "\(narration)").contains("(rule"))
    }
  }

  @Test("An unhandled error has a fix in its own language")
  func fix() throws {
    var stream = Self.awaiting()
    stream.settle(2, .rejected, "Error: no")
    stream.post(.errorUnhandled(promise: 2, origin: 2, error: "Error: no"))
    let warning = try #require(stream.state.warnings.first)
    #expect(warning.lint == "unhandled-rejection")
    #expect(warning.fix == "end the chain with .catch, or await it in try and catch")
    stream.post(.errorHandled(promise: 2, by: 1))
    #expect(Graph(stream.events)[2]?.unhandled == nil)
  }

  @Test("A job that keeps the event loop busy is found on every queue")
  func slow() {
    var stream = EventStream()
    stream.declare(1, "timers")
    stream.make(1, .value, nil)
    stream.post(.jobEnqueued(job: 1, child: nil, queue: 1, label: "timeout"))
    stream.post(.jobStarted(job: 1, child: nil, queue: 1))
    stream.time = 150
    stream.post(.jobEnded(job: 1, child: nil, queue: 1, ending: .returned))
    #expect(stream.state.warnings.map(\.lint) == ["slow-handler"])
  }

  @Test(
    "Warnings that are about Dispatch or Swift are not given",
    arguments: [
      "main-queue-not-drained", "wait-blocks-chain", "chain-without-catch", "queue-ping-pong",
      "inline-sometimes", "order-depends-on-schedule", "promise-not-returned",
    ])
  func others(id: String) throws {
    let lint = try #require(Lints.named(id))
    #expect(lint.applies(to: .swift) && !lint.applies(to: .javaScript))
  }

  @Test("An awaited rejection is read, so it is not handled late")
  func read() {
    var stream = EventStream()
    stream.declare(1, "microtasks")
    stream.make(1, .async, "main")
    stream.make(2, .error, nil)
    stream.settle(2, .rejected, "Error: no")
    stream.post(.awaitBegan(promise: 2, by: 1))
    stream.post(.errorHandled(promise: 2, by: 1))
    #expect(Graph(stream.events).isRead(2))
    #expect(stream.state.warnings.isEmpty)
  }
}

extension EventStream {
  /// Creates a promise of a program in JavaScript.
  fileprivate mutating func make(
    _ promise: PromiseID, _ operation: PromiseEvent.Operation, _ label: String?
  ) {
    post(
      .created(
        .init(promise: promise, operation: operation, label: label, language: .javaScript)))
  }
}
