import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@Suite("Sentences about a gate, held against the events")
struct GateTruthTests {
  /// A program whose gate closes, holds a job and a timer, lets both go, and opens.
  private static let events: [PromiseEvent] = {
    var kinds: [PromiseEvent.Kind] = [
      .queueDeclared(queue: 1, label: "work", kind: .serial, assumed: false)
    ]
    for (promise, label) in [(1, "fetch"), (2, "submit")] {
      kinds.append(
        .created(.init(promise: PromiseID(promise), operation: .after, label: label)))
    }
    kinds += [
      .timerScheduled(timer: 1, promise: 1, due: 5),
      .jobEnqueued(job: 1, child: 2, queue: 1, label: nil),
      .gateChanged(.init(.closed, reason: "breakpoint 1: before 'submit'")),
      .gateChanged(.init(.held, job: 1)),
      .gateChanged(.init(.held, timer: 1)),
      .gateChanged(.init(.released, job: 1)),
      .jobStarted(job: 1, child: 2, queue: 1),
      .jobEnded(job: 1, child: 2, queue: 1, ending: .returned),
      .gateChanged(.init(.released, timer: 1)),
      .timerFired(timer: 1, promise: 1),
      .gateChanged(.init(.missed, reason: "'show' did not come")),
      .gateChanged(.init(.opened, reason: "by hand")),
    ]
    return kinds.enumerated().map { place, kind in
      PromiseEvent(
        sequence: place + 1, time: Int64(place), thread: 1, queue: nil, kind: kind)
    }
  }()

  @Test("What is told of a gate is what happened at it")
  func narration() {
    let record = EventRecord(Self.events)
    var graph = Graph()
    for event in Self.events {
      graph.apply(event)
      guard case .gateChanged(let change) = event.kind else { continue }
      let narration = Narration(event, in: graph)
      let scene = EventScene(record, at: event.sequence)
      #expect(Self.finding(narration.sentence, in: scene) == nil)
      #expect(narration.rule == change.reason)
      // Of another promise, or of another change, it is false.
      let wrong = narration.sentence.replacing("p1", with: "p3").replacing("p2", with: "p1")
      if wrong != narration.sentence {
        #expect(Self.finding(wrong, in: scene) != nil, "\(wrong)")
      }
      #expect(
        Self.finding(narration.sentence, in: EventScene(record, at: 1)) != nil)
    }
  }

  private static func finding(_ sentence: String, in scene: EventScene) -> String? {
    SentenceForms("gate", SentenceForms.gate).finding(sentence, in: scene)
  }
}
