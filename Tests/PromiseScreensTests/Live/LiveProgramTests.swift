import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

@testable import PromiseScreens

@Suite("A live program")
struct LiveProgramTests {
  private let events = EventStream.loginWithSource

  @Test("The newest event is followed")
  func follows() {
    var driver = Driver.live(upTo: 20)
    #expect(driver.playhead == 20)
    driver.send(.events([events[20], events[21]]))
    #expect(driver.playhead == 22 && driver.screen.contains("LIVE"))
  }

  @Test("Space pauses the view and not the program; F and G follow the newest event again")
  func pauses() {
    for key in ["F", "G", " "] {
      var driver = Driver.live(upTo: 20)
      driver.type(" ")
      driver.send(.events(Array(events[20..<30])))
      #expect(driver.playhead == 20)
      #expect(driver.screen.contains("PAUSED") && driver.screen.contains("10 newer"))
      driver.type(key)
      #expect(driver.playhead == 30 && !driver.screen.contains("newer"))
      driver.send(.events([events[30]]))
      #expect(driver.playhead == 31)
    }
  }

  @Test("Going back works while the program runs, and new events are kept")
  func goesBack() {
    var driver = Driver.live(upTo: 20)
    driver.press(.left)
    driver.type("T")
    let place = driver.playhead
    #expect(place < 19)
    driver.send(.events(Array(events[20..<30])))
    #expect(driver.playhead == place && driver.last == 30)
    driver.press(.right)
    #expect(driver.playhead == place + 1)
    driver.type("g")
    #expect(driver.playhead == 0)
  }

  @Test("The ending is reported, and stays in the header")
  func ends() {
    let endings: [(ProgramEnding, String)] = [
      (.exited(0), "exit 0"), (.exited(3), "exit 3"), (.signalled("SIGSEGV"), "SIGSEGV"),
      (.disconnected, "disconnected"),
    ]
    for (ending, short) in endings {
      var driver = Driver.live()
      driver.send(.programEnded(ending))
      #expect(driver.state.notice == ending.sentence(.english))
      #expect(driver.screen.prefix { $0 != "\n" }.contains(short))
      driver.type("g")
      #expect(driver.playhead == 0 && !driver.screen.contains("LIVE"))
    }
  }

  @Test(
    "A finished run is not paused: the header says how it ended, and pauses at earlier events"
  )
  func isNotPaused() {
    let endings: [(ProgramEnding?, String)] = [
      (.exited(0), "exit 0"), (.exited(3), "exit 3"), (.signalled("SIGSEGV"), "SIGSEGV"),
      (.notStarted("it is not built"), "not started"), (.disconnected, "disconnected"),
      (.read(trouble: nil), "ENDED"), (.read(trouble: "line 3: invalid JSON"), "ENDED"),
      (.read(trouble: "line 3: the trace is cut off here", .cutShort), "cut short"),
      (.read(trouble: nil, .finished), "ENDED"), (.read(trouble: nil, .killed), "cut short"),
      (.read(trouble: nil, .full), "cut short"), (.read(trouble: nil, .running), "still running"),
      (nil, "ENDED"),
    ]
    for (ending, word) in endings {
      for size in [(40, 12), (80, 24), (200, 50)] {
        var driver = Driver.live(state: .picker(size.0, size.1))
        driver.send(ending.map { .programEnded($0) } ?? .finished)
        let header = driver.screen.prefix { $0 != "\n" }
        #expect(header.contains(word) && !header.contains("PAUSED"), "\(header)")
        #expect(header.ranges(of: word).count == 1, "\(header)")
        driver.press(.left)
        #expect(driver.screen.contains("PAUSED"), "\(word)")
      }
    }
  }

  @Test("What is worth a look is listed when a program that goes on is paused")
  func looks() {
    let recorder = RecordingObserver()
    let simulation = Simulation(observers: [recorder])
    simulation.start {
      after(.milliseconds(1)).done(label: "store") { _ = after(.milliseconds(5)).map { 1 } }
        .done {}.cauterize()
    }
    simulation.run()
    var driver = Driver.live(recorder.events)
    func looks(_ driver: Driver) -> [String] {
      driver.state.run?.context(.ascii, .english).culprits.looks.map(\.warning.lint) ?? []
    }
    #expect(looks(driver) == [])
    driver.type(" ")
    #expect(looks(driver) == ["not-awaited"])
    driver.press(.left)
    #expect(looks(driver) == [])
    driver.type("F")
    #expect(looks(driver) == [])
  }

  @Test("Why nothing can be shown stays on the screen, also when a key has removed the notice")
  func failure() {
    var driver = Driver.live(upTo: 0)
    driver.send(.programEnded(.read(trouble: "a.sock: start it without PROMISE_TRACE")))
    #expect(driver.state.notice == "a.sock: start it without PROMISE_TRACE")
    driver.press(.left)
    #expect(driver.screen.contains("a.sock: start it without PROMISE_TRACE"))
  }

  @Test("The number of pending promises at the end is reported")
  func pendingAtEnd() {
    let endings: [(ProgramEnding, String)] = [
      (.read(trouble: nil), "the trace ends here; still pending: 3 promises"),
      (
        .read(trouble: "line 32: the trace is cut off here", .cutShort),
        "line 32: the trace is cut off here; still pending: 3 promises"
      ),
      (.read(trouble: "line 3: invalid JSON"), "line 3: invalid JSON"),
      (.read(trouble: nil, .finished), "the recording is complete; still pending: 3 promises"),
      (
        .read(trouble: nil, .killed),
        "killed or crashed: every completed record is here; still pending: 3 promises"
      ),
      (
        .read(trouble: nil, .full),
        "the file could not grow: what followed is unknown; still pending: 3 promises"
      ),
      (.signalled("SIGKILL"), "the program was ended by SIGKILL; still pending: 3 promises"),
    ]
    for (ending, sentence) in endings {
      var driver = Driver.live(upTo: 31)
      driver.send(.programEnded(ending))
      #expect(driver.state.notice == sentence)
    }
  }

  @Test("A marked promise leaves room for the number of newer events, however long the numbers are")
  func markAndNewer() {
    var driver = Driver.live(upTo: 31)
    driver.type(" v")
    driver.send(
      .events(
        (32...123_456).map { number in
          PromiseEvent(
            sequence: number, time: Int64(number) * 1_000_000, thread: nil, queue: nil,
            kind: .note("event \(number)"))
        }))
    let header = driver.screen.prefix { $0 != "\n" }
    for word in ["PAUSED", "vp3", "123,425 newer", "31/123456", "?"] {
      #expect(header.contains(word), "\(word): \(header)")
    }
  }

  @Test(
    "Keys that only work for demos are not offered for a program's own run, and say why"
  )
  func cannotRunAgain() {
    for ending in [nil, .read(trouble: nil)] as [ProgramEnding?] {
      var driver = Driver.live(state: .picker(200, 50))
      if let ending { driver.send(.programEnded(ending)) }
      driver.type("g")
      let footer = driver.screen.split(separator: "\n").last ?? ""
      for word in ["what if", "explore", "choose", "quiz"] { #expect(!footer.contains(word)) }
      for key in ["x", "i", "c", "Q"] {
        let before = driver.state.mode
        driver.type(key)
        #expect(driver.state.notice?.isEmpty == false, "\(key)")
        #expect(driver.state.mode == before && driver.state.quiz == nil, "\(key)")
      }
      driver.type("x")
      let words = ending == nil ? "this is a live program" : "this run is a recording"
      #expect(driver.state.notice == "only a demo has schedules to explore: \(words)")
    }
  }

  @Test("A playhead that is moved back stays there when the program ends")
  func endsBehind() {
    var driver = Driver.live(upTo: 30)
    driver.press(.left)
    driver.send(.programEnded(.exited(0)))
    #expect(driver.playhead == 29)
  }

  @Test("A restarted program replaces the previous run, with the same panes")
  func startsAgain() {
    var driver = Driver.live()
    driver.type("5z")
    driver.send(
      .began(LiveProgram(entry: RunDescriptor(name: "checkout", teaches: ""), isVirtual: true)))
    #expect(driver.last == 0 && driver.state.run?.focus == .events)
    #expect(driver.state.run?.zoomed == true && driver.state.run?.hasVirtualTime == true)
  }

  @Test("A notice about a program stays when the program begins", arguments: ["checkout", "other"])
  func noticed(name: String) {
    var driver = Driver.live()
    driver.send(.notice("another screen controls the gate"))
    driver.send(.began(LiveProgram(entry: RunDescriptor(name: name, teaches: ""))))
    #expect(driver.last == 0 && driver.state.notice == "another screen controls the gate")
    driver.press(.left)
    #expect(driver.state.notice != "another screen controls the gate")
  }

  @Test("The progress of reading is shown before the keys until it is complete")
  func progress() {
    var driver = Driver.live(upTo: 0)
    driver.send(.progress("reading: 12 of 40 MB"))
    #expect(driver.screen.contains("reading: 12 of 40 MB"))
    driver.type("2")
    #expect(driver.screen.contains("reading: 12 of 40 MB"))
    driver.send(.programEnded(.read(trouble: nil)))
    driver.type("1")
    #expect(!driver.screen.contains("reading"))
  }

  @Test("A late client sees what existed at that time, and no gap before it")
  func joinsLate() {
    // The events of a snapshot: not every number.
    let alive = events.filter { $0.sequence <= 20 && $0.sequence % 3 != 0 }
    var driver = Driver.live(alive, since: 20)
    #expect(driver.playhead == 20 && driver.state.run?.graph.promises.isEmpty == false)
    #expect(driver.state.run?.graph.dropped == 0)
    driver.send(.events(Array(events[20..<30])))
    #expect(driver.playhead == 30 && driver.state.run?.graph.dropped == 0)
    driver.type("g")
    #expect(driver.playhead == 20 && driver.state.run?.graph.dropped == 0)
    driver.press(.left)
    #expect(driver.state.notice == "joined at event 20: nothing before it was recorded")
    // After the snapshot, a missing number is a loss.
    driver.send(.events([events[31], events[32]]))
    driver.send(.programEnded(.disconnected))
    driver.type("G")
    #expect(driver.state.run?.graph.dropped == 1)
  }

  @Test("A recording that starts late is shown from its start")
  func recordedLate() {
    var driver = Driver.live(upTo: 0)
    let entry = RunDescriptor(name: "other", teaches: "")
    driver.send(
      .recorded(
        Recording(entry: entry, isVirtual: false, events: Array(events[10..<40]), since: 20)))
    #expect(driver.state.run?.history.base == 20 && driver.state.run?.history.count == 20)
    #expect(driver.state.run?.graph.dropped == 0)
  }
}
