import PromiseKitLite
import Synchronization
import TestSupport
import Testing

/// Observers that are added to an environment while it is in use.
@Suite("Added observers")
struct AddedObserverTests {
  private let environment = PromiseEnvironment(observers: [])

  @Test("An observer that is added gets every later event, with consecutive numbers")
  func added() {
    let recorder = RecordingObserver()
    environment.run { Promise.value(0).done(on: nil) { _ in }.cauterize() }
    environment.add(recorder)
    environment.run { Promise.value(1).done(on: nil) { _ in }.cauterize() }
    #expect(recorder.events.count > 5)
    #expect(recorder.events.map(\.sequence) == Array(1...recorder.events.count))
    #expect(recorder.events.filter { $0.kind.name == .created }.count == 3)
  }

  @Test("A promise from before is declared as late when a new one involves it")
  func late() {
    let recorder = RecordingObserver()
    environment.run {
      let (old, seal) = Promise<Int>.pending(label: "old")
      environment.add(recorder)
      let new = old.map(label: "new", on: nil) { $0 + 1 }
      seal.fulfill(1)
      withExtendedLifetime(new) {}
    }
    let created = recorder.events.compactMap { event -> PromiseEvent.Creation? in
      if case .created(let creation) = event.kind { creation } else { nil }
    }
    #expect(created.map(\.label) == ["old", "new"] && created.map(\.late) == [true, false])
    #expect(created[1].parents == [created[0].promise])
  }

  @Test("Queues that were used before are declared")
  func queues() {
    let recorder = RecordingObserver()
    environment.run { Promise.value(0).done(on: nil) { _ in }.cauterize() }
    environment.add(RecordingObserver())
    environment.run { Promise.value(0).done(on: nil) { _ in }.cauterize() }
    environment.add(recorder)
    #expect(recorder.events.contains { $0.kind.name == .queueDeclared })
  }

  @Test("Several are called in order of addition, after those of the environment")
  func several() {
    let calls = Mutex<[String]>([])
    func collector(_ name: String) -> Collector {
      Collector { _ in calls.withLock { $0.append(name) } }
    }
    let environment = PromiseEnvironment(observers: [collector("own")])
    environment.add(collector("first"))
    environment.add(collector("second"))
    calls.withLock { $0 = [] }
    environment.run { PromiseTrace.note("x") }
    #expect(calls.withLock { $0 } == ["own", "first", "second"])
  }

  @Test(
    "Values are described as one of them asks for",
    arguments: [
      ([PromiseTrace.Values.off], ""), ([.on], "7"), ([.full], "7"), ([.off, .on, .off], "7"),
    ])
  func values(_ asked: [PromiseTrace.Values], _ expected: String) {
    let recorder = RecordingObserver()
    for values in asked { environment.add(recorder, values: values) }
    environment.run { _ = Promise.value(7) }
    let described = recorder.events.compactMap { event -> String? in
      if case .settled(let settlement) = event.kind { settlement.description } else { nil }
    }
    #expect(Set(described) == [expected])
  }

  @Test("Threads that add observers at the same time lose none of them")
  func threads() {
    let counters = (0..<40).map { _ in CountingObserver() }
    let environment = environment
    onThreads(4) { thread in
      for index in stride(from: thread, to: 40, by: 4) {
        environment.add(counters[index])
        environment.run { PromiseTrace.note("busy") }
      }
    }
    let before = counters.map { $0[.note] }
    environment.run { PromiseTrace.note("x") }
    #expect(zip(counters, before).allSatisfy { $0[.note] == $1 + 1 })
  }

  @Test("The environment frees the observers when it ends")
  func ending() {
    weak var observer: CountingObserver?
    do {
      let environment = PromiseEnvironment(observers: [])
      let counter = CountingObserver()
      observer = counter
      environment.add(counter)
      environment.add(CountingObserver())
      environment.run { Promise.value(1).cauterize() }
      #expect(counter.total > 0)
    }
    #expect(observer == nil)
  }
}
