import Dispatch
import PromiseSimulation
import Testing

@testable import PromiseEvents
@testable import PromiseKitLite

@Suite("A tag")
struct TagTests {
  /// The tags of a run's promises by their labels.
  private func tags(_ body: () -> Void) -> [String: String] {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start(body)
    simulation.run()
    var tags: [String: String] = [:]
    for event in recorder.events {
      if case .created(let creation) = event.kind, let label = creation.label {
        tags[label] = creation.tag ?? "none"
      }
    }
    return tags
  }

  @Test("is that of the code that starts a chain; the innermost one counts")
  func roots() {
    let tags = tags {
      _ = Promise.value(label: "before", 0)
      PromiseTrace.tag("outer") {
        _ = Promise.value(label: "outside", 0)
        PromiseTrace.tag("inner") { _ = Promise.value(label: "inside", 0) }
      }
      _ = Promise.value(label: "after", 0)
    }
    #expect(tags == ["before": "none", "outside": "outer", "inside": "inner", "after": "none"])
  }

  @Test("is inherited by what follows, also by chains that a handler starts")
  func inherited() {
    let tags = tags {
      let login = PromiseTrace.tag("request") { after(label: "login", .milliseconds(1)) }
      login.then(label: "fetch") { Promise.value(label: "inner", 1) }
        .done(label: "show", on: nil) { _ in _ = Promise.value(label: "innermost", 2) }
        .cauterize()
    }
    #expect(
      tags == [
        "login": "request", "fetch": "request", "inner": "request", "show": "request",
        "innermost": "request",
      ])
  }

  @Test("of a fan-in is that of its first input that has one")
  func fanIns() {
    let tags = tags {
      let (plain, tagged) = (
        Promise.value(label: "plain", 1),
        PromiseTrace.tag("a") { Promise.value(label: "tagged", 2) }
      )
      when(fulfilled: [plain, tagged]).done(label: "both") { _ in }.cauterize()
    }
    #expect(tags["both"] == "a")
    #expect(tags["plain"] == "none")
  }

  @Test("is inherited by the tasks of an async function")
  func tasks() async throws {
    let recorder = RecordingObserver()
    let environment = PromiseEnvironment(observers: [recorder])
    let sum = try await PromiseTrace.tag("request") {
      let promise = environment.run { Promise<Int>(label: "task", async: { 7 }) }
      return try await promise.async()
    }
    #expect(sum == 7)
    let creation = recorder.events.compactMap { event in
      if case .created(let creation) = event.kind, creation.label == "task" {
        creation
      } else {
        nil
      }
    }
    #expect(creation.map(\.tag) == ["request"])
  }

  @Test("is preserved in a trace, and in memory")
  func trace() throws {
    let event = PromiseEvent(
      sequence: 1, time: 0, thread: 1, queue: nil,
      kind: .created(.init(promise: 1, operation: .body, label: "login", tag: "a \"b\"")))
    var header = TraceHeader(isVirtual: false, title: "t")
    (header.pid, header.since) = (7, 12)
    let writer = TraceWriter()
    var reader = TraceReader()
    #expect(try reader.read(writer.line(header) + writer.line(event)) == [event])
    #expect(reader.header == header)
    #expect(PackedEvents([event]).events == [event])
  }
}
