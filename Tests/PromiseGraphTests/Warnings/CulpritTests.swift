import PromiseKitLite
import Testing

@testable import PromiseGraph
@testable import PromiseInsight

/// What the lints found, ranked, with alike findings as one.
@Suite struct CulpritTests {
  private func culprits(_ stream: EventStream, isOver: Bool = false) -> [Culprit] {
    stream.state.culprits(isOver: isOver).filter { $0.warning.severity != .look }
  }

  @Test("Alike findings of one line are one culprit with a count; another line is another one")
  func alike() {
    var stream = EventStream()
    for number in 1...4 {
      stream.create(PromiseID(number), .pending, "load \(number)", line: number == 4 ? 30 : 20)
    }
    for number in 1...4 {
      stream.post(
        .deallocated(promise: PromiseID(number), state: .pending, waiting: []))
    }
    let found = culprits(stream)
    #expect(stream.state.warnings.count == 4)
    #expect(found.map(\.count) == [3, 1])
    #expect(found.map { $0.warning.site?.line } == [20, 30])
    #expect(
      found.first?.sentence(in: .english) == "p1 load 1 was freed while pending (3 times)")
  }

  @Test("The place of a promise without a label is said once")
  func place() {
    var stream = EventStream()
    stream.create(1, .pending, line: 20)
    stream.create(2, .pending, "load", line: 20)
    for number in 1...2 {
      stream.post(.deallocated(promise: PromiseID(number), state: .pending, waiting: []))
    }
    let file = stream.state.graph[1]?.creation.site?.fileName ?? ""
    let located = stream.state.warnings.map {
      Culprit(
        key: .init(lint: $0.lint), warning: $0, count: 1, effect: .lost, consequences: []
      ).located(in: .english)
    }
    #expect(located.first?.hasPrefix("\(file):20: p1 ") == true)
    #expect(located.first?.contains("at \(file)") == false)
    #expect(located.last == "\(file):20: p2 load was freed while pending")
  }

  @Test("What changed an outcome comes first, then what was lost, then what was only late")
  func rank() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.link(2, .done, "slow", to: 1, on: 1)
    let job = stream.enqueue(2, on: 1)
    stream.start(job, 2, on: 1)
    stream.time = 150
    stream.end(job, 2, on: 1)
    stream.create(3, .pending, "dropped")
    stream.post(.deallocated(promise: 3, state: .pending, waiting: []))
    stream.create(4, .pending, "own")
    stream.post(
      .settled(
        .init(
          promise: 4, outcome: .rejected, description: "itself", origin: 4,
          oddity: .returnedSelf)))
    let found = culprits(stream)
    #expect(
      found.map(\.warning.lint) == ["adoption-cycle", "freed-while-pending", "slow-handler"])
    #expect(found.map(\.effect) == [.rejected, .lost, .delayed])
  }

  @Test("A job that waited behind a slow handler is listed under it, and not by itself")
  func victim() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.create(1)
    for number in [2, 3] { stream.link(PromiseID(number), .done, to: 1, on: 1) }
    let (slow, quick) = (stream.enqueue(2, on: 1), stream.enqueue(3, on: 1))
    stream.start(slow, 2, on: 1)
    stream.time = 150
    stream.end(slow, 2, on: 1)
    stream.start(quick, 3, on: 1)
    let found = culprits(stream)
    #expect(stream.state.warnings.map(\.lint) == ["slow-handler", "long-queue-wait"])
    #expect(found.map(\.warning.lint) == ["slow-handler"])
    #expect(found.first?.consequences.map(\.warning.lint) == ["long-queue-wait"])
  }

  @Test("A slow handler comes before an earlier long wait in another queue, which is a symptom")
  func symptom() {
    var stream = EventStream()
    stream.declare(1, "main")
    stream.declare(2, "net")
    stream.create(1, .async, "picture")
    let picture = stream.enqueue(1, on: 2)
    stream.time = 150
    stream.start(picture, 1, on: 2)
    stream.end(picture, 1, on: 2)
    stream.create(2, .async, "text")
    let text = stream.enqueue(2, on: 1)
    stream.start(text, 2, on: 1)
    stream.time = 600
    stream.end(text, 2, on: 1)
    #expect(culprits(stream).map(\.warning.lint) == ["slow-handler", "long-queue-wait"])
  }

  @Test("Of what only failures have, what touches that which went wrong is named first")
  func signs() {
    var stream = EventStream()
    for number in 1...2 {
      stream.create(PromiseID(number), .pending, "load \(number)", line: 10 * number)
      stream.post(.deallocated(promise: PromiseID(number), state: .pending, waiting: []))
    }
    let graph = stream.state.graph
    func said(_ symptom: Symptom?) -> [String] {
      var signs = RunSigns()
      let told = stream.state.culprits(isOver: true, symptom: symptom)
      for _ in 1...3 { signs.add(Array(told), fails: true) }
      signs.add([], fails: false)
      return signs.sentences()
    }
    #expect(said(nil).map { $0.contains("load 1") } == [true, false])
    let near = said(Symptom("'load 2'", about: [2], in: graph))
    #expect(near.map { $0.contains("load 1") } == [false, true])
    #expect(near.first?.hasSuffix("; it is about 'load 2'; in 0 of 1 passes") == true)
    #expect(near.last?.contains("it is") == false)
  }

  @Test("What went wrong is unknown if no failing run has it")
  func unknownSymptom() {
    var signs = RunSigns()
    signs.add([], fails: false)
    #expect(signs.unknownSymptom == nil)
    signs.add([], fails: true, problem: "nothing is called 'x'")
    #expect(signs.unknownSymptom == "nothing is called 'x'")
    signs.add([], fails: true)
    #expect(signs.unknownSymptom == nil)
  }

  @Test("What follows from the end of a run is there only if nothing follows")
  func end() {
    var stream = EventStream()
    stream.create(1, .pending, "asked")
    stream.link(2, .done, "shown", to: 1, on: 1)
    #expect(culprits(stream).isEmpty)
    #expect(culprits(stream, isOver: true).map(\.warning.lint) == ["never-settles"])
  }

  @Test("Thousands of findings of one line are one culprit")
  func many() {
    var stream = EventStream()
    for number in 1...5000 { stream.create(PromiseID(number), line: 7) }
    for number in 1...5000 {
      stream.post(.deallocated(promise: PromiseID(number), state: .pending, waiting: []))
    }
    #expect(culprits(stream).map(\.count) == [5000])
  }
}
