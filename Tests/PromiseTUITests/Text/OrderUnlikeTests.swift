import Dispatch
import PromiseCourse
import PromiseEvents
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

@testable import promise_tui

@Suite("The warning about orders that another library has")
struct OrderUnlikeTests {
  /// Returns the warnings about the order of a program's run here, compared with a library.
  private func warnings(
    _ library: String?, _ program: @escaping @Sendable () -> Void
  ) throws -> [String] {
    let observer = RecordingObserver()
    let simulation = Simulation(observers: [observer])
    simulation.start { program() }
    simulation.run()
    return try warnings(library, observer.events).map(\.sentence)
  }

  private func warnings(_ library: String?, _ events: [PromiseEvent]) throws -> [Warning] {
    let warned = library.map { ["order-unlike=\($0)"] } ?? ["order-unlike"]
    let settings = try LintSettings(reading: ["all=off"] + warned)
    var state = RunState(lints: settings)
    for event in events { state.apply(event) }
    return Array(state.warnings)
  }

  @Test("Its default is PromiseKit")
  func standard() throws {
    #expect(LintSettings().library == LibraryRules(.promiseKit))
    #expect(try LintSettings(reading: ["order-unlike=js"]).library == LibraryRules(.javaScript))
    #expect(throws: (any Error).self) { try LintSettings(reading: ["order-unlike=j"]) }
  }

  @Test("In JavaScript, a handler behind an adoption runs two jobs later")
  func adoption() throws {
    let program: @Sendable () -> Void = {
      _ = Promise.value.then { Promise.value }.done(label: "adopted") {}
      _ = Promise.value.done(label: "1") {}.done(label: "2") {}.done(label: "3") {}.done(label: "4")
      {}
    }
    let found = try warnings("js", program)
    #expect(found.count == 2)
    #expect(
      found.allSatisfy { $0.hasPrefix("in JavaScript, ") && $0.contains(".done adopted and ") })
    #expect(
      !found.contains { $0.contains(".done 4 ") }, "It runs after 'adopted' in JavaScript as well.")
    #expect(try warnings(nil, program) == [])
    #expect(try warnings("google", program) == [], "What adoption costs there is not known.")
  }

  @Test("A skipped link takes a job in JavaScript and in google/promises")
  func skipping() throws {
    let program: @Sendable () -> Void = {
      Promise<Int>(error: PMKError.badInput).map { $0 }.map { $0 }.catch { _ in }
      _ = Promise.value(1).done(label: "one") { _ in }.done(label: "two") {}.done(label: "three") {}
    }
    for library in ["js", "google"] {
      let found = try warnings(library, program)
      #expect(found.count == 2 && found.allSatisfy { $0.contains("catch") }, "\(found)")
    }
    #expect(try warnings("promisekitlite", program) == [])
  }

  @Test("An input takes a job on its way to an all in JavaScript")
  func inputs() throws {
    let program: @Sendable () -> Void = {
      _ = when(fulfilled: [Promise.value(1)]).done(label: "all") { _ in }
      _ = Promise.value(1).done(label: "beside") { _ in }
    }
    #expect(try warnings("js", program).count == 1)
    #expect(try warnings("promisekit", program) == [])
  }

  @Test("In Bolts, a handler does not wait behind another one")
  func inside() throws {
    let found = try warnings("bolts") {
      _ = Promise.value(1).done(label: "one") { _ in }
      _ = Promise.value(1).done(label: "two") { _ in }
    }
    #expect(found.count == 1)
    let alone = try warnings("bolts") { _ = Promise.value(1).done(label: "one") { _ in } }
    #expect(alone == [])
  }

  @Test("Where a library locks in too, a second resolution is not reported")
  func lockIn() throws {
    let program: @Sendable () -> Void = {
      let (promise, seal) = Promise<Int>.pending(label: "outer")
      seal.resolve(after(.milliseconds(1)).map { 1 })
      seal.fulfill(9)
      _ = promise.done { _ in }
    }
    #expect(try warnings("promisekit", program).contains { $0.contains("stays locked in") })
    #expect(try warnings("google", program).contains { $0.contains("in google/promises") })
    #expect(try warnings("js", program).contains { $0.contains("stays locked in") } == false)
  }

  @Test("In the demos, the handlers that it names run the other way around by JavaScript's rules")
  func truth() throws {
    var compared = 0
    for name in Catalog.all {
      let program = DialectProgram(try #require(Catalog[name]))
      let (here, there) = StdoutCapture.discarding {
        (program.events(as: .promiseKitLite), program.events(as: .javaScript))
      }
      let (own, other) = (Starts(here), Starts(there))
      for warning in try warnings("javascript", here) where warning.promises.count == 2 {
        guard let late = own.name(of: warning.promises[0]),
          let early = own.name(of: warning.promises[1]),
          let first = other.starts[late], let second = other.starts[early]
        else { continue }
        compared += 1
        #expect(first < second, "\(name): \(warning.sentence)")
      }
    }
    #expect(compared > 3)
  }
}

/// When the handlers with a label of their own start.
private struct Starts {
  private(set) var starts: [String: Int] = [:]
  private var names: [PromiseID: String] = [:]

  init(_ events: [PromiseEvent]) {
    let graph = Graph(events)
    var counts: [String: Int] = [:]
    for event in events {
      guard case .created(let creation) = event.kind, let label = creation.label else { continue }
      counts[label, default: 0] += 1
      names[creation.promise] = label
    }
    names = names.filter { counts[$0.value] == 1 }
    for job in graph.jobs {
      guard let name = job.child.flatMap({ names[$0] }), let started = job.started else { continue }
      starts[name] = started.sequence
    }
  }

  func name(of promise: PromiseID) -> String? { names[promise] }
}
