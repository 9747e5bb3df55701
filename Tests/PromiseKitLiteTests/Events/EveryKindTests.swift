import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("Every kind of event")
struct EveryKindTests {
  @Test(
    "is posted in the situation that it names, with everything that it carries",
    arguments: PromiseEvent.Kind.Name.allCases)
  func posted(_ name: PromiseEvent.Kind.Name) async {
    let example = await Self.example(of: name)
    #expect(example.kind.name == name)
    #expect(example.events.contains { $0.kind == example.kind }, "\(example.events)")
  }

  @Test("happens in one program, in which each event comes after its cause")
  func everything() {
    let run = Run { everythingOnce() }
    let seen = Set(run.events.map(\.kind.name))
    // These come from elsewhere: from tasks, from code that has the source text, overrides a run,
    // or lost events, from traces of several processes, and from a gate.
    #expect(
      Set(PromiseEvent.Kind.Name.allCases).subtracting(seen) == [
        .awaitBegan, .awaitEnded, .sourceText, .intervened, .dropped, .spanLinked, .processDeclared,
        .threadAssigned, .gateChanged,
      ])
    #expect(Causes(run.events).violations.isEmpty)
  }

  @Test("has the same number in every run of the same program")
  func reproducible() {
    let runs = [Run { everythingOnce() }, Run { everythingOnce() }]
    // The contexts of a process are counted together.
    let events = runs.map { run in
      run.events.filter { $0.kind.name != .cancelRequested }.map(\.description)
    }
    #expect(events[0] == events[1])
  }
}

// MARK: - The examples

extension EveryKindTests {
  /// The smallest program in which such an event is posted.
  private struct Example {
    /// The event that is posted.
    var kind: PromiseEvent.Kind
    var events: [PromiseEvent]

    init(_ kind: PromiseEvent.Kind, _ events: [PromiseEvent]) {
      (self.kind, self.events) = (kind, events)
    }

    init(_ kind: PromiseEvent.Kind, _ scenario: () -> Void) {
      self.init(kind, Run(scenario).events)
    }
  }

  private static var traceContext: PromiseEvent.TraceContext {
    PromiseEvent.TraceContext(readable: "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01")
  }

  /// A new kind requires an example of its own: the switch names each kind.
  private static func example(of name: PromiseEvent.Kind.Name) async -> Example {
    switch name {
    case .created, .bodyStarted, .bodyEnded, .settled, .resolutionIgnored, .adopted, .deallocated:
      promise(name)
    case .handlerAttached, .handlerSkipped, .jobEnqueued, .jobStarted, .jobEnded, .touched:
      link(name)
    case .inputAdded, .inputSettled, .inputIgnored: fanIn(name)
    case .errorHandled, .errorUnhandled: error(name)
    case .waitBegan, .waitEnded, .cancelRequested, .timerScheduled, .timerFired, .timerCancelled:
      time(name)
    case .awaitBegan:
      await task(
        .awaitBegan(
          promise: 1, by: 2, site: SourceSite(file: "App/Login.swift", line: 7, column: 3))
      )
    case .awaitEnded: await task(.awaitEnded(promise: 1, ending: .settled, by: 2))
    case .choiceMade, .queueDeclared, .threadNamed, .note, .sourceText, .intervened,
      .dropped, .spanLinked, .processDeclared, .threadAssigned, .gateChanged:
      saying(name)
    }
  }

  private static func promise(_ name: PromiseEvent.Kind.Name) -> Example {
    let site = SourceSite(file: "App/Login.swift", line: 7, column: 3)
    let body = {
      _ = Promise<Int> { seal in
        seal.fulfill(7, file: "App/Login.swift", line: 7, column: 3)
        seal.reject(Failure("x"), file: "App/Login.swift", line: 7, column: 3)
      }
    }
    switch name {
    case .created:
      return Example(
        .created(.init(promise: 2, operation: .map, label: "it", site: site, parents: [1]))
      ) {
        _ = Promise.value(1).map(label: "it", file: "App/Login.swift", line: 7, column: 3) { $0 }
      }
    case .bodyStarted: return Example(.bodyStarted(promise: 1), body)
    case .bodyEnded:
      return Example(.bodyEnded(promise: 1, threw: true)) {
        _ = Promise<Int> { _ in throw Failure("x") }
      }
    case .settled:
      return Example(
        .settled(.init(promise: 1, outcome: .fulfilled, description: "7", site: site)), body)
    case .resolutionIgnored:
      return Example(.resolutionIgnored(promise: 1, site: site, attempt: .rejected), body)
    case .adopted:
      return Example(.adopted(outer: 2, inner: 1)) { _ = Promise(from: Promise.value(1)) }
    default:
      return Example(.deallocated(promise: 1, state: .pending, waiting: [2])) {
        _ = Promise<Int>.pending().promise.map { $0 }
      }
    }
  }

  /// A task awaits a promise, which is fulfilled afterwards.
  private static func task(_ kind: PromiseEvent.Kind) async -> Example {
    let recorder = RecordingObserver()
    let fulfiller = Fulfiller()
    let environment = PromiseEnvironment(observers: [recorder, fulfiller])
    let (promise, seal) = environment.run { Promise<Int>.pending() }
    fulfiller.seal.value = seal
    _ = try? await promise.async(file: "App/Login.swift", line: 7, column: 3)
    return Example(kind, recorder.events)
  }

  private final class Fulfiller: PromiseObserver {
    let seal = Held<Resolver<Int>>()
    func receive(_ event: PromiseEvent) {
      if case .awaitBegan = event.kind { seal.value?.fulfill(7) }
    }
  }

  private static func link(_ name: PromiseEvent.Kind.Name) -> Example {
    let scenario = {
      _ = Promise<Int>(error: Failure("x")).map { $0 }
      _ = Queues.side.async(.promise, label: "it") { Promise.value(1) }.then { $0 }
      _ = Guarantee.value(1).map(on: Queues.side.accessing("b", "a")) { $0 }
    }
    return switch name {
    case .handlerAttached:
      Example(.handlerAttached(parent: 3, child: 4, ordinal: 1, queue: 1), scenario)
    case .handlerSkipped:
      Example(
        .handlerSkipped(parent: 1, child: 2, reason: .errorPassesValueHandler), scenario)
    case .jobEnqueued: Example(.jobEnqueued(job: 1, child: 3, queue: 2, label: "it"), scenario)
    case .jobStarted: Example(.jobStarted(job: 3, child: 4, queue: 1), scenario)
    case .touched: Example(.touched(job: 2, names: ["a", "b"]), scenario)
    default: Example(.jobEnded(job: 3, child: 4, queue: 1, ending: .returnedPromise), scenario)
    }
  }

  private static func fanIn(_ name: PromiseEvent.Kind.Name) -> Example {
    switch name {
    case .inputAdded:
      Example(.inputAdded(fanIn: 1, index: 0, input: 2)) {
        var left = 1
        let inputs = AnyIterator<Promise<Int>> {
          left -= 1
          return left < 0 ? nil : .value(1)
        }
        _ = when(fulfilled: inputs, concurrently: 1)
      }
    case .inputSettled:
      Example(.inputSettled(fanIn: 2, index: 0, input: 1, outcome: .rejected)) {
        _ = when(fulfilled: [Promise<Int>(error: Failure("x"))])
      }
    default:
      Example(.inputIgnored(fanIn: 3, index: 1, input: 2, outcome: .fulfilled)) {
        _ = race([Promise.value(1), Promise.value(2)])
      }
    }
  }

  private static func error(_ name: PromiseEvent.Kind.Name) -> Example {
    switch name {
    case .errorHandled:
      Example(.errorHandled(promise: 2, by: 3)) {
        Promise<Int>(error: Failure("x")).map { $0 }.catch { _ in }
      }
    default:
      Example(.errorUnhandled(promise: 2, origin: 1, error: "x")) {
        let link = Promise<Int>(error: Failure("x")).map { $0 }
        after(.milliseconds(1)).done { withExtendedLifetime(link) {} }
      }
    }
  }

  private static func time(_ name: PromiseEvent.Kind.Name) -> Example {
    let waiting = { _ = after(.milliseconds(3)) }
    switch name {
    case .waitBegan:
      let site = SourceSite(file: "App/Login.swift", line: 7, column: 3)
      return Example(.waitBegan(promise: 1, queue: nil, job: 1, site: site)) {
        after(.milliseconds(3)).wait(file: "App/Login.swift", line: 7, column: 3)
      }
    case .waitEnded:
      return Example(.waitEnded(promise: 1, queue: nil, job: 1, ending: .settled)) {
        after(.milliseconds(3)).wait()
      }
    case .timerScheduled:
      return Example(.timerScheduled(timer: 1, promise: 1, due: 3_000_000), waiting)
    case .timerFired: return Example(.timerFired(timer: 1, promise: 1), waiting)
    default:
      let run = Run {
        let context = CancelContext()
        _ = context.run { after(.milliseconds(3)) }
        context.cancel()
      }
      let asked = run.events(.cancelRequested).map(\.kind)
      return Example(
        name == .timerCancelled
          ? .timerCancelled(timer: 1, promise: 1) : asked.first ?? .cancelRequested(context: 0),
        run.events)
    }
  }

  private static func saying(_ name: PromiseEvent.Kind.Name) -> Example {
    let recorder = RecordingObserver(limit: 100)
    let environment = PromiseEnvironment(observers: [recorder])
    switch name {
    case .choiceMade:
      let options: [PromiseEvent.Choice] = [.start(queue: 2, job: 1), .start(queue: 3, job: 2)]
      return Example(.choiceMade(chosen: 0, options: options)) {
        _ = (Queues.side.async(.promise) {}, Queues.other.async(.promise) {})
      }
    case .queueDeclared:
      return Example(.queueDeclared(queue: 1, label: "main", kind: .serial, assumed: false)) {
        Promise.value(1).done { _ in }.cauterize()
      }
    case .threadNamed: return Example(.threadNamed(thread: 1, name: "main")) {}
    case .note: return Example(.note("text")) { note("text") }
    case .sourceText:
      let kind = PromiseEvent.Kind.sourceText(file: "App/Login.swift", firstLine: 3, text: "a\nb")
      environment.post(kind)
      return Example(kind, recorder.events)
    case .intervened:
      // A simulation with overrides posts it: see the tests of overrides.
      let kind = PromiseEvent.Kind.intervened(promise: 1, what: "is rejected")
      environment.post(kind)
      return Example(kind, recorder.events)
    case .spanLinked:
      // The libraries that send and receive requests post it.
      let kind = PromiseEvent.Kind.spanLinked(
        promise: 1, context: traceContext, role: .sent)
      environment.post(kind)
      return Example(kind, recorder.events)
    case .gateChanged:
      let kind = PromiseEvent.Kind.gateChanged(.init(.held, job: 1))
      environment.post(kind)
      return Example(kind, recorder.events)
    case .processDeclared, .threadAssigned:
      // Traces of several processes have them.
      let kind: PromiseEvent.Kind =
        name == .threadAssigned
        ? .threadAssigned(thread: 1, process: 1)
        : .processDeclared(process: 1, name: "store", systemID: 9, uncertainty: 1_000)
      environment.post(kind)
      return Example(kind, recorder.events)
    default:
      for number in 1...1000 { environment.post(.note("\(number)")) }
      return Example(.dropped(count: recorder.dropped), recorder.events)
    }
  }
}
