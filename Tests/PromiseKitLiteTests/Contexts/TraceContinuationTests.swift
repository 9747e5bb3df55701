import Dispatch
import PromiseKitLite
import PromiseSimulation
import Synchronization
import Testing

@Suite("A distributed trace")
struct TraceContinuationTests {
  private let header = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"

  /// What a program saw and posted.
  private struct Run {
    var seen: [String: String] = [:]
    var links: [String] = []
  }

  /// Runs a program in a simulation. Each link is listed as label, role and span.
  private func run(_ body: (Notes) -> Void) -> Run {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    let notes = Notes()
    simulation.start { body(notes) }
    simulation.run()
    var labels: [PromiseID: String] = [:]
    var run = Run(seen: notes.all)
    for event in recorder.events {
      if case .created(let creation) = event.kind { labels[creation.promise] = creation.label }
      if case .spanLinked(let promise, let context, let role) = event.kind {
        run.links.append("\(labels[promise] ?? "?") \(role.rawValue) \(context.spanID)")
      }
    }
    return run
  }

  @Test("is the one of the header in all handlers, and ends with them")
  func handlers() {
    let run = run { notes in
      PromiseTrace.continuing(traceparent: header) {
        notes.note("body")
        after(.milliseconds(1))
          .then(on: .global()) { () -> Guarantee<Void> in
            notes.note("then")
            return after(.milliseconds(1)).done { notes.note("inner") }
          }
          .done { notes.note("done") }.catch { _ in }
      }
      notes.note("after")
      after(.milliseconds(5)).done { notes.note("other") }
    }
    let seen = ["body", "then", "inner", "done"].map { run.seen[$0] }
    #expect(seen == Array(repeating: header, count: 4))
    #expect(run.seen["after"] == "none" && run.seen["other"] == "none")
  }

  @Test(
    "is posted for the first promise of each chain that begins in it, not for those of handlers")
  func received() {
    let run = run { _ in
      PromiseTrace.continuing(traceparent: header) {
        Promise<Int>(label: "first") { seal in
          _ = Promise.value(label: "in the body", 1)
          seal.fulfill(1)
        }
        .then(label: "next") { _ in Promise.value(label: "inner", 1) }.cauterize()
        _ = Promise.value(label: "second", 2)
      }
      _ = Promise.value(label: "later", 3)
    }
    #expect(run.links == ["first received 00f067aa0ba902b7", "second received 00f067aa0ba902b7"])
  }

  @Test(
    "restarts without a valid header, with the same IDs in every replay",
    arguments: [
      nil, "", "00-4bf92f", "00-00000000000000000000000000000000-00f067aa0ba902b7-01",
      "00-4BF92F3577B34DA6A3CE929D0E0E4736-00F067AA0BA902B7-01",
      "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01, 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
      "ff-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01",
    ])
  func restarted(header: String?) {
    func once() -> Run {
      run { notes in
        PromiseTrace.continuing(traceparent: header, tracestate: "a=1") {
          after(.milliseconds(1)).done {
            notes.note("done")
            notes.note("state", PromiseTrace.clientSpan(named: "GET")?.headers["tracestate"])
          }
        }
        PromiseTrace.continuing(traceparent: header) { notes.note("next") }
      }
    }
    let (first, second) = (once(), once())
    #expect(first.links.isEmpty)
    #expect(PromiseEvent.TraceContext(traceparent: first.seen["done"] ?? "") != nil)
    #expect(first.seen["done"]?.contains("4bf92f") == false)
    #expect(first.seen["done"] != first.seen["next"])
    #expect(first.seen["state"] == "none")
    #expect(first.seen == second.seen)
  }

  @Test("is continued by each request with a span of its own")
  func requests() {
    let run = run { notes in
      PromiseTrace.continuing(traceparent: header, tracestate: "vendor=1,other=2") {
        after(.milliseconds(1)).done {
          for number in 1...2 {
            let span = PromiseTrace.clientSpan(named: "GET")
            Promise.value(label: "request \(number)", number).linked(to: span).cauterize()
            notes.note("request \(number)", span?.headers["traceparent"])
            notes.note("state \(number)", span?.headers["tracestate"])
          }
        }
      }
      notes.note("outside", PromiseTrace.clientSpan(named: "GET")?.headers["traceparent"])
    }
    let sent = (1...2).compactMap {
      PromiseEvent.TraceContext(traceparent: run.seen["request \($0)"] ?? "")
    }
    #expect(Set(sent.map(\.traceID)) == ["4bf92f3577b34da6a3ce929d0e0e4736"])
    #expect(Set(sent.map(\.spanID) + ["00f067aa0ba902b7"]).count == 3)
    #expect(
      run.links.suffix(2) == [
        "request 1 sent \(sent[0].spanID)", "request 2 sent \(sent[1].spanID)",
      ])
    #expect(run.seen["state 1"] == "vendor=1,other=2")
    #expect(run.seen["outside"] == "none")
  }

  @Test("is read from headers of any case; two parents are none, and a state with a line break too")
  func headerNames() {
    let notes = Notes()
    PromiseTrace.continuing(headers: ["Traceparent": header, "TRACESTATE": "a=1\r\nX: y"]) {
      notes.note("any case")
      notes.note("state", PromiseTrace.clientSpan(named: "GET")?.headers["tracestate"])
    }
    PromiseTrace.continuing(headers: ["Traceparent": header, "traceparent": header]) {
      notes.note("twice")
    }
    #expect(notes.all["any case"] == header && notes.all["state"] == "none")
    #expect(notes.all["twice"]?.contains("4bf92f") == false)
  }

  @Test("goes on after an await, and in tasks")
  func tasks() async throws {
    let environment = PromiseEnvironment(observers: [])
    let seen = try await PromiseTrace.continuing(traceparent: header) {
      let promise = environment.run { Promise<Int>(async: { 7 }) }
      _ = try await promise.async()
      await Task.yield()
      let inside = await Task { PromiseTrace.context?.traceparent }.value
      let handler = await environment.run {
        after(.milliseconds(1)).map(on: .global()) { PromiseTrace.context?.traceparent }
      }.async()
      return [PromiseTrace.context?.traceparent, inside, handler]
    }
    #expect(seen == [header, header, header])
    #expect(PromiseTrace.context == nil)
  }

  @Test("has random IDs on real queues")
  func random() {
    let contexts = (1...100).compactMap { _ in
      PromiseTrace.continuing(traceparent: nil) { PromiseTrace.context }
    }
    #expect(Set(contexts.map(\.traceID)).count == 100 && contexts.allSatisfy(\.isValid))
  }
}

@Suite("The hosts that get the context of a trace")
struct PropagationTests {
  @Test("are all of them, none, those of a list, or all others, with their subdomains")
  func lists() {
    let only = PromiseTrace.Propagation.only(["Example.com.", "127.0.0.1"])
    let except = PromiseTrace.Propagation.except(["tracker.example"])
    let hosts = ["example.com", "API.example.com", "badexample.com", "com", "", "127.0.0.1"]
    #expect(hosts.map(only.includes) == [true, true, false, false, false, true])
    #expect(except.includes("example") && !except.includes("x.tracker.example"))
    #expect(PromiseTrace.Propagation.everywhere.includes("a"))
    #expect(!PromiseTrace.Propagation.nowhere.includes("a"))
  }

  @Test("belong to the environment; by default, these are all")
  func environment() {
    let environment = PromiseEnvironment(observers: [])
    #expect(environment.propagation == .everywhere)
    environment.propagation = .nowhere
    #expect(environment.propagation == .nowhere)
    #expect(PromiseEnvironment(observers: []).propagation == .everywhere)
  }
}

/// The contexts that a program saw, by name.
private final class Notes: Sendable {
  private let values = Mutex<[String: String]>([:])
  var all: [String: String] { values.withLock { $0 } }
  func note(_ name: String) { note(name, PromiseTrace.context?.traceparent) }
  func note(_ name: String, _ text: String?) { values.withLock { $0[name] = text ?? "none" } }
}
