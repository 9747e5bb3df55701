import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import Testing

@testable import PromiseScreens

@Suite("The screens in Chinese")
struct ChineseTests {
  /// The screens of a short run, each by the keys that open it.
  private static let screens = [
    "", "?", "G", "L", "L ", "L a", "w", "i", "e", ":", "/", "f", "c", "4", "5", "6", "7", "z",
    "G1z", "G2z", "G4z", "G5z", "G6z", "G7z", "Gw", "Gwz", "Gi", "Ge",
  ]

  @Test("No English sentence remains on a screen", arguments: screens)
  func noEnglish(keys: String) {
    for size in [(80, 24), (132, 43), (200, 50)] {
      var driver = Driver.course(.chinese, like: .picker(size.0, size.1))
      driver.type(keys)
      #expect(english(driver.screen) == [], "\(keys) at \(size)")
    }
  }

  @Test("No English sentence remains in a list of demos with variants")
  func picker() {
    for size in [(80, 24), (200, 50)] {
      var state = Self.list(size)
      for key in [Key.character("?"), .escape, .right, .right] {
        _ = update(&state, .key(key))
        // What a demo teaches is in English if it has no lesson; so is where it comes from.
        let lines = english(view(state).text).filter { line in
          !state.demos.contains { line.contains($0.teaches.prefix(12)) }
        }
        #expect(lines == [], "\(key)")
      }
      #expect(!view(state).text.contains("the server refuses"))
    }
  }

  @Test("No English sentence remains in an exploration, and in the runs of a program")
  func exploring() {
    for size in [(80, 24), (200, 50)] {
      var (schedules, runs) = (Self.list(size), Self.list(size))
      _ = schedules.explore("checkout-bug")
      _ = update(&schedules, .explored(.checkout))
      _ = update(&schedules, .compared(outcome: 2, Exploration.checkoutComparison))
      _ = runs.explore("flaky")
      _ = update(&runs, .repeated(.flaky))
      _ = update(&runs, .compared(outcome: 1, Repetition.flakyComparison))
      for var state in [schedules, runs] {
        for key in [Key.character("1"), .up, .up, .character("2"), .character("3")] {
          _ = update(&state, .key(key))
          // The cause and the lines of the runs are from fixtures in English.
          let lines = english(view(state).text).filter { line in
            !["hop", "save", "in common", "on main]", "connect", "end of"].contains {
              line.contains($0)
            }
          }
          #expect(lines == [], "\(key) at \(size)")
        }
      }
    }
  }

  @Test("No English sentence remains beside two runs")
  func comparing() {
    for size in [(80, 24), (200, 50)] {
      var state = Self.list(size)
      state.compare(.quotes)
      for key in [Key.down, .down, .right, .character("2"), .character("3"), .down] {
        _ = update(&state, .key(key))
        #expect(english(view(state).text) == [], "\(key) at \(size)")
      }
    }
  }

  @Test("No English sentence remains in the panes of a race, its explanation, and what-if")
  func race() {
    for size in [(80, 24), (200, 50)] {
      for keys in ["", "5z", "4z", "w", "i", "i+"] {
        var driver = SimulatedDriver(until: 110, state: Self.list(size))
        driver.type(keys)
        // A handler of the program is called 'too late'.
        let screen = driver.screen.replacing("too late", with: "late")
        #expect(english(screen) == [], "\(keys) at \(size)")
      }
    }
  }

  @Test("No English sentence remains in the quiz, before and after an answer")
  func quiz() {
    for size in [(80, 24), (200, 50)] {
      var state = State.quiz(.chinese, like: .picker(size.0, size.1))
      #expect(english(view(state).text) == [])
      for key in "1" { _ = update(&state, .key(.character(key))) }
      #expect(english(view(state).text) == [])
    }
  }

  @Test("With ASCII signs the screens are in English")
  func ascii() {
    let state = State(
      size: Size(width: 80, height: 24), glyphs: .ascii, theme: .monochrome, keys: .standard,
      demos: [],
      language: .chinese)
    #expect(state.language == .english)
    let isASCII = view(state).text.allSatisfy { $0.isASCII }
    #expect(isASCII)
  }

  @Test("A claim is a Chinese sentence, whatever it says")
  func claims() throws {
    let claims = [
      "save before render", "never save before render", "save on main", "save is pending",
      "save is rejected with Offline()", "save is fulfilled with 3 at the end", "save at 20 ms",
      "save fulfilled at 20 ms", "save queued for 2 ms", "note saved", "never note sorry",
      "never save starts", "save starts 3 times", "warns resolved-again",
      "never warns never-settles", "never deadlock", "never unhandled",
      "in some schedule: save before render", "in every schedule: never deadlock",
      "with answer=late: save is pending",
    ]
    let course = CourseText(.chinese)
    for text in claims {
      let claim = try RunExpectation(reading: text, for: .lesson)
      #expect(CourseText(.english).markdown(of: claim) == "`\(text)`")
      #expect(course.markdown(of: claim).contains(/\p{Han}/), "\(text)")
      #expect(!course.markdown(of: claim).contains("%"), "\(text)")
    }
    let claim = try RunExpectation(reading: "save fulfilled at 20 ms", for: .lesson)
    #expect(course.markdown(of: claim) == "`save` 兑现发生在 20 ms")
  }

  /// Returns the list of demos in Chinese.
  private static func list(_ size: (Int, Int)) -> State {
    let state = State.picker(size.0, size.1)
    return State(
      size: state.size, glyphs: state.glyphs, theme: state.theme, keys: .standard,
      demos: state.demos,
      language: .chinese)
  }

  /// The lines that have three English words in a row, without those of the source and of the program.
  private func english(_ screen: String) -> [String] {
    let known = [
      "PromiseKit", "google", "Demos/", "//", "print(", "let ", "func ", "p.done", "note(",
    ]
    return screen.split(separator: "\n").map(String.init).filter { line in
      line.contains(/(^|[^A-Za-z.:=])[a-z]{2,} [a-z]{2,} [a-z]{2,}/)
        && !known.contains { line.contains($0) }
    }
  }
}
