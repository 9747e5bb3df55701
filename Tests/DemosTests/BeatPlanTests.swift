import Demos
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

/// The plan of playback, for every demo: what a viewer sees and for how long.
@Suite("The plan of playback")
struct BeatPlanTests {
  private static let second: Int64 = 1_000_000_000

  private func plan(_ name: String) throws -> BeatPlan { try plannedDemo(name).plan }

  @Test("No demo takes longer than a minute and a half", arguments: Demo.all.map(\.name))
  func length(name: String) throws {
    let plan = try plan(name)
    #expect(plan.length > 5 * Self.second)
    #expect(plan.length <= 90 * Self.second)
    #expect(plan.length == plan.beats.reduce(0) { $0 + $1.duration })
  }

  @Test("login \u{2192} fetch \u{2192} submit takes 20 to 45 seconds, and says why submit waits")
  func flagship() throws {
    let plan = try plan("login-fetch-submit")
    #expect((20 * Self.second...45 * Self.second).contains(plan.length))
    let captions = plan.beats.map(\.caption)
    let why = captions.first { $0.sentence == "for 2 ms: 'flush' runs on work" }?.rule
    #expect(why == "'submit' waits on work for 'flush' to end")
    let next = captions.first { $0.sentence == "'login(user)' is fulfilled: tok_9" }?.rule
    #expect(next == "so 'fetch' is enqueued on net, which is idle")
  }

  @Test("The chain is built in at most a tenth of the time", arguments: Demo.all.map(\.name))
  func building(name: String) throws {
    let plan = try plan(name)
    let building = plan.beats.filter { $0.kind == .build }
    #expect(building.count <= 1)
    #expect(building.reduce(0) { $0 + $1.duration } * 10 <= plan.length)
  }

  @Test(
    "Waits take a third of the time, or each as long as a wait may take",
    arguments: Demo.all.map(\.name))
  func waits(name: String) throws {
    let plan = try plan(name)
    let waits = plan.beats.filter { $0.kind == .wait }
    let share = waits.reduce(0) { $0 + $1.duration } * 1000 / plan.length
    #expect(share >= 330 || waits.allSatisfy { $0.duration == Self.second * 5 / 2 })
    for wait in waits {
      #expect((Self.second * 4 / 10...Self.second * 5 / 2).contains(wait.duration))
      #expect(wait.times.lowerBound < wait.times.upperBound)
    }
  }

  @Test("A longer wait is shown longer", arguments: Demo.all.map(\.name))
  func orderOfWaits(name: String) throws {
    let waits = try plan(name).beats.filter { $0.kind == .wait }
    for first in waits {
      for second in waits
      where first.times.upperBound - first.times.lowerBound
        > second.times.upperBound - second.times.lowerBound
      {
        #expect(first.duration >= second.duration)
      }
    }
  }

  @Test(
    "A caption stands as long as it takes to read, and no two come within a second",
    arguments: Demo.all.map(\.name))
  func captions(name: String) throws {
    let plan = try plan(name)
    for beat in plan.beats where beat.kind == .step || beat.kind == .decide {
      let text = beat.caption.sentence + (beat.caption.rule ?? "")
      let reading = Self.second * 3 / 10 + Int64(text.unicodeScalars.count) * 33_000_000
      #expect(!beat.caption.isEmpty)
      #expect(beat.duration >= min(max(reading, Self.second), 4 * Self.second))
      #expect(beat.duration <= 4 * Self.second)
    }
    for beat in plan.beats where !beat.caption.isEmpty {
      #expect(beat.duration >= Self.second, "\(beat.caption)")
    }
  }

  @Test(
    "No two captions are equal, each gives a cause or a consequence, and both lines fit at 80 columns",
    arguments: Demo.all.map(\.name))
  func lines(name: String) throws {
    let demo = try plannedDemo(name)
    let plans = [demo.plan, BeatPlan(demo.history, language: .chinese)]
    for (plan, isEnglish) in zip(plans, [true, false]) {
      let shown = plan.beats.map(\.caption).filter { !$0.isEmpty }
      #expect(Set(shown.map(\.sentence)).count == shown.count)
      #expect(shown.allSatisfy { $0.rule?.isEmpty == false })
      for caption in shown where isEnglish {
        // A warning has both lines, and its advice is shown if there is room.
        let isWarning = caption.sentence.hasPrefix("warning: ")
        #expect(caption.sentence.count <= (isWarning ? 260 : 78), "\(caption.sentence)")
        #expect(isWarning || (caption.rule ?? "").count <= 78, "\(caption.rule ?? "")")
      }
    }
  }

  @Test(
    "Threads, queues, sources and freed promises have no beats", arguments: Demo.all.map(\.name))
  func silentKinds(name: String) throws {
    let events = try plannedDemo(name).events
    let kinds = Dictionary(uniqueKeysWithValues: events.map { ($0.sequence, $0.kind) })
    // A warning can arise when a promise is freed.
    let beats = try plan(name).beats.filter { !$0.caption.sentence.hasPrefix("warning: ") }
    for beat in beats where beat.kind == .step || beat.kind == .decide {
      switch kinds[beat.events.upperBound] {
      case .threadNamed, .queueDeclared, .sourceText, .deallocated:
        // Several steps that are joined end where the last of them does.
        Issue.record("\(beat.caption) stands at \(beat.events.upperBound)")
      default: break
      }
    }
  }

  @Test("Playback passes every event and every time in order", arguments: Demo.all.map(\.name))
  func order(name: String) throws {
    let plan = try plan(name)
    var last: BeatPlan.Place?
    for elapsed in stride(from: 0, through: plan.length, by: 50_000_000) {
      let place = try #require(plan.place(at: elapsed))
      if let last {
        #expect(place.event >= last.event)
        #expect(place.time >= last.time)
      }
      if let flow = place.flow { #expect((0..<1000).contains(flow.share)) }
      last = place
    }
    let end = try #require(plan.place(at: plan.length))
    let newest = try plannedDemo(name).events.last?.sequence
    #expect(end.event == newest)
    #expect(end.untilNext == nil)
  }

  @Test("Playback continues from any event in the beat that follows it")
  func continuing() throws {
    let plan = try plan("login-fetch-submit")
    for (index, beat) in plan.beats.enumerated().dropLast() {
      let elapsed = plan.elapsed(at: beat.events.upperBound, time: beat.times.upperBound)
      #expect(elapsed == plan.start(of: index + 1))
    }
    let wait = try #require(plan.beats.first { $0.kind == .wait })
    let middle = (wait.times.lowerBound + wait.times.upperBound) / 2
    let elapsed = plan.elapsed(at: wait.events.upperBound, time: middle)
    #expect(plan.place(at: elapsed)?.time == middle)
  }

  @Test("A run of thirty thousand events is shown in larger steps, within a minute")
  func long() {
    var history = History()
    for number in 1...30_000 {
      history.append(
        PromiseEvent(
          sequence: number, time: Int64(number) * 1000, thread: nil, queue: nil, kind: .note("x")))
    }
    let plan = BeatPlan(history)
    #expect((1...60 * Self.second).contains(plan.length))
    #expect(plan.place(at: plan.length)?.event == 30_000)
    #expect(plan.place(at: plan.length / 2).map { (13_500...16_500).contains($0.event) } == true)
  }

  @Test("A run without events has no beats")
  func empty() {
    let plan = BeatPlan(History())
    #expect(plan.beats.isEmpty)
    #expect(plan.place(at: 0) == nil)
    #expect(plan.length == 0)
  }
}
