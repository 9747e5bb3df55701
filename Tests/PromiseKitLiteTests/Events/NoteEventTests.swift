import Dispatch
import PromiseKitLite
import PromiseSimulation
import TestSupport
import Testing

@Suite("The events note, sourceText, and dropped: events that are not about promises")
struct NoteEventTests {
  @Test("a note carries its text and the queue of its job, and no queue outside any job")
  func notes() {
    let run = Run {
      note("main function")
      _ = Promise.value(1).done(on: Queues.side) { _ in
        note("job")
        _ = Promise.value(2).done(on: nil) { _ in note("inline in job") }
      }
    }
    let side = run.queue(named: "side")
    #expect(run.notes == ["main function", "job", "inline in job"])
    #expect(run.events(.note).map(\.queue) == [nil, side, side])
  }

  @Test("the text of a note is not created without an observer")
  func lazily() {
    let made = LifeCounter()
    PromiseEnvironment(observers: []).run { note("\(Life(made).one)") }
    note("\(Life(made).one)")
    #expect(made.alive == 0)
  }

  @Test("a source text is posted unchanged")
  func sourceText() {
    let recorder = RecordingObserver()
    let kind = PromiseEvent.Kind.sourceText(file: "Demos/Login.swift", firstLine: 3, text: "a\nb")
    PromiseEnvironment(observers: [recorder]).post(kind)
    #expect(recorder.events.map(\.kind) == [kind])
  }

  @Test("a loss is posted where it happened, with the number of lost events")
  func dropped() {
    let recorder = RecordingObserver(limit: 100)
    let environment = PromiseEnvironment(observers: [recorder])
    for number in 1...1000 { environment.post(.note("\(number)")) }
    let events = recorder.events
    #expect(events.first?.kind == .dropped(count: recorder.dropped))
    #expect(events.first?.sequence == recorder.dropped)
    #expect(events.count == 1001 - recorder.dropped)
  }
}
