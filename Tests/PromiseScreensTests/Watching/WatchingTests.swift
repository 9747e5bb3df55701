import PromiseGraph
import PromiseInsight
import PromiseKitLite
import Testing

@testable import PromiseScreens

@Suite("A watched program")
struct WatchingTests {
  /// The screens before the first build.
  static func begun(_ width: Int = 80, _ height: Int = 24) -> State {
    var state = State(
      size: Size(width: width, height: height), glyphs: .unicode, theme: .color, keys: .standard,
      demos: [])
    _ = update(
      &state, .watched(.begun(RunDescriptor(name: "hello", teaches: "a program of your own"))))
    return state
  }

  /// The same with a run at its end.
  static func shown(_ width: Int = 80, _ height: Int = 24) -> State {
    var state = begun(width, height)
    _ = update(&state, .watched(.ran(recording, remark: "built and run in 1.2 s", nil)))
    state.show(event: nil)
    return state
  }

  static let recording = Recording(
    entry: RunDescriptor(name: "Hello", teaches: "a program of your own"), isVirtual: true,
    events: EventStream.loginWithSource)

  static let broken = BuildFailure(
    short: "build failed", headline: "the build failed with 1 error",
    diagnostics: [
      Diagnostic(
        file: "/tmp/hello/Sources/Hello/main.swift", line: 3, column: 11, severity: .error,
        message: "cannot find 'fetchh' in scope")
    ],
    sources: [
      "/tmp/hello/Sources/Hello/main.swift": [
        "Simulation.run {", "  login()", "    .then(fetchh)", "    .done(show)", "}",
      ]
    ])

  @Test("During the first build its progress covers the screen, and the sign turns")
  func firstBuild() {
    for (width, height) in [(80, 24), (40, 12), (200, 50)] {
      var state = Self.begun(width, height)
      _ = update(
        &state,
        .watched(
          .busy(
            with: "building", seconds: 2, step: "[7/12]",
            printed: ["[6/12] Compiling A.swift", "[7/12] Compiling \u{1B}B.swift"])))
      let first = view(state).text
      #expect(first.contains("building 2 s [7/12]"))
      if height > 12 { #expect(first.contains("[6/12] Compiling A.swift")) }
      #expect(!first.contains("\u{1B}"))
      #expect(!first.contains("Queues"))
      _ = update(&state, .watched(.busy(with: "building", seconds: 2, step: "[7/12]")))
      #expect(view(state).text != first)
      _ = update(&state, .watched(.ran(Self.recording, remark: "built", nil)))
      #expect(view(state).text.contains("Chain"))
    }
  }

  @Test("A first build that fails shows the panes and the message")
  func firstFailure() {
    var state = Self.begun()
    _ = update(&state, .watched(.busy(with: "building", seconds: 2, step: "")))
    _ = update(&state, .watched(.failed(Self.broken)))
    #expect(view(state).text.contains("Queues"))
    #expect(view(state).text.contains("cannot find 'fetchh' in scope"))
  }

  @Test("Before the first build the footer shows the activity")
  func building() {
    var state = Self.begun()
    _ = update(&state, .watched(.busy(with: "building", seconds: 3, step: "[7/12] Compiling")))
    let rows = view(state).text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(rows.last?.contains("building 3 s [7/12] Compiling") == true)
    #expect(rows.first?.contains("hello") == true)
    #expect(state.run?.playing == false)
    #expect(view(state).text.contains("The first build also builds the library"))
    for key in [Key.right, .character(" ")] {
      _ = update(&state, .key(key))
      #expect(state.notice == "nothing has run yet")
    }
  }

  @Test("The notice of the last run gives way to the new activity; the answer to a key stays")
  func busyAgain() {
    var state = Self.shown()
    #expect(state.notice == "built and run in 1.2 s")
    _ = update(&state, .watched(.busy(with: "building", seconds: 1, step: "")))
    #expect(view(state).text.contains("building 1 s"))
    _ = update(&state, .notice("said meanwhile"))
    _ = update(&state, .watched(.busy(with: "building", seconds: 2, step: "")))
    #expect(state.notice == "said meanwhile")
  }

  @Test("The first run plays from its start, and the remark is shown")
  func first() {
    var state = Self.begun()
    _ = update(&state, .watched(.ran(Self.recording, remark: "built and run in 1.2 s", nil)))
    #expect(state.run?.playing == true)
    #expect(state.run?.playhead == 0)
    #expect(state.run?.finished == true)
    #expect(state.notice == "built and run in 1.2 s")
  }

  @Test("An error is shown below its line of source, and the run stays")
  func failed() throws {
    var state = Self.shown()
    let playhead = state.run?.playhead
    let card = state.run.map { EndCard($0.graph, since: $0.startTime) }
    state.run?.endCard = card
    _ = update(&state, .watched(.failed(Self.broken)))
    #expect(state.run?.playhead == playhead)
    #expect(state.run?.endCard == nil, "it would hide the message")
    state.notice = nil
    let text = view(state).text
    #expect(text.contains("3>    .then(fetchh)"))
    #expect(text.contains("cannot find 'fetchh' in"))
    #expect(text.contains("last build"))
    #expect(text.contains("build failed"))
    #expect(text.contains("Source main.swift"))
  }

  @Test("The notice names the first error and its location")
  func notice() {
    var state = Self.shown()
    _ = update(&state, .watched(.failed(Self.broken)))
    #expect(
      state.notice == "the build failed with 1 error; main.swift:3: cannot find 'fetchh' in scope")
  }

  @Test("A successful build removes the error")
  func repaired() {
    var state = Self.shown()
    _ = update(&state, .watched(.failed(Self.broken)))
    _ = update(&state, .watched(.ran(Self.recording, remark: "built", nil)))
    let text = view(state).text
    #expect(!text.contains("fetchh"))
    #expect(!text.contains("last build"))
  }

  @Test("A run that ended badly is shown, with what went wrong in the footer")
  func crashed() {
    var state = Self.begun()
    let trouble = BuildFailure(
      short: "crashed", headline: "Hello crashed (SIGILL) after the last event")
    _ = update(&state, .watched(.ran(Self.recording, remark: "", trouble)))
    #expect(state.notice == trouble.headline)
    state.notice = nil
    #expect(view(state).text.contains("crashed"))
    #expect(state.run?.history.isEmpty == false)
  }

  @Test("A recording offers no choices and no exploration, and the keys say so")
  func keys() {
    var state = Self.shown()
    for key in ["c", "x"] as [Character] {
      #expect(update(&state, .key(.character(key))).isEmpty)
      #expect(state.notice?.contains("recording") == true)
    }
    #expect(update(&state, .key(.right)).isEmpty)
    #expect(state.notice == "end of the run")
  }

  @Test(
    "Every size draws the obstacle, whatever it is", arguments: [1, 39, 40, 80, 132, 200])
  func sizes(width: Int) {
    for height in [1, 10, 12, 24, 50] {
      for key in ["", "3z"] {
        var state = Self.shown(width, height)
        for trouble in [
          Self.broken,
          BuildFailure(short: "no trace", headline: "Hello ended", output: ["\u{1B}[31mx"]),
        ] {
          _ = update(&state, .watched(.failed(trouble)))
          for character in key { _ = update(&state, .key(.character(character))) }
          let canvas = view(state)
          #expect(canvas.width == width && canvas.height == height)
          #expect(!canvas.text.contains("\u{1B}"))
        }
      }
    }
  }

  @Test("A click on the footer hits the visible key, also beside the current activity")
  func clicks() throws {
    var state = Self.shown()
    _ = update(&state, .watched(.busy(with: "building", seconds: 1, step: "")))
    state.notice = nil
    let footer = try #require(view(state).text.split(separator: "\n").last)
    let place = try #require(footer.firstRange(of: "? help"))
    let column = footer.distance(from: footer.startIndex, to: place.lowerBound)
    #expect(FooterView.key(atColumn: column, state) == .character("?"))
    #expect(FooterView.key(atColumn: 2, state) == nil)
  }
}
