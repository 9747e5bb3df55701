import Demos
import PromiseCourse
import PromiseExploration
import PromiseGraph
import PromiseInsight
import PromiseKitLite
import PromiseSimulation
import Testing

/// The demos whose outcome depends on the schedule. The number of schedules, and their outcomes,
/// are counted by hand here; running every schedule and an exploration must both agree.
@Suite("The puzzles among the demos")
struct PuzzleTests {
  /// The result of a puzzle: the number of schedules, and the number of schedules for each outcome.
  private struct Puzzle {
    var name: String
    var settings: [String] = []
    var schedules: Int
    var outcomes: [String: Int]
  }

  // checkout-bug. At 0 both jobs start, in two orders, which nothing depends on. At 50 both end, A and C
  // come to main, and B and render (R) each behind what they follow:
  //   net first, save runs before disk ends: A, then B is on main; disk ends before B or after it: A B C R
  //   net first, disk ends before save runs: A C B R
  //   disk first: likewise C R A B twice, and once C A R B
  // So 2 × 6 schedules and four orders, of which C R A B renders what nobody has saved.
  //
  // lost-update. Each teller reads, then writes, on a queue of its own: 4! / (2! 2!) = 6 orders. Both
  // updates count only if one teller is through before the other reads: a a b b, b b a a. In the other
  // four both read 0, and what can be told apart is who writes first: twice a, twice b.
  //
  // check-then-act. Two chains of two links, check and take, on one queue, which begin with two timers:
  // the same six orders as at the checkout, and no jobs at 0 before them. Only where both links of one
  // order come before the other's is there nothing to take for the second: 2 of 6 each way.
  //
  // zalgo. The timers of tap and prefetch, and the handler of tap (H):
  //   tap H prefetch, where the fetch starts before or after prefetch: 2 schedules, the price comes later
  //   tap prefetch H: from the cache;  prefetch tap H: from the cache
  // When the price is asked for again it is in the cache: inline, and so too early, in all of them.
  //
  // forgotten-return. At 0 the pause begins and the write begins, in two orders, which nothing depends
  // on. At 10 the write ends (E) and the timer fires (F), and what each puts on main runs (W, C):
  //   E W F C, E F W C: written before close;  F C E W, F E C W: closed before
  //
  // wait-on-main. At 10 the fetch ends (E) and the tap comes (F), which put parse (P) and show (W) on
  // main; behind P comes the count on side (C). E first: P before C and W, F before W, which leaves five
  // orders: P C F W, P F C W, P F W C, F P C W, F P W C. F first: show is on main before parse, whether
  // it begins before E or after it, and blocks main until nothing is left; then P runs, and behind it
  // C and sorry in two orders.
  //
  // race-against-timeout. At 100 the bank's job ends or the timer fires first. If it ends, the timer is
  // stopped. If the timer fires, sorry may run before the job ends or after it; what is booked is said
  // behind it all the same.
  private static let puzzles = [
    Puzzle(
      name: "checkout-bug", schedules: 12,
      outcomes: [
        "receipt r1; save, audit, prepare, render": 4,
        "receipt r1; save, prepare, audit, render": 2,
        "no receipt; prepare, render, save, audit": 4,
        "receipt r1; prepare, save, render, audit": 2,
      ]),
    Puzzle(
      name: "checkout-bug", settings: ["cart=60"], schedules: 2,
      outcomes: ["receipt r1; save, audit, prepare, render": 2]),
    Puzzle(
      name: "lost-update", schedules: 6,
      outcomes: [
        "2; a writes 1, b writes 2": 1, "2; b writes 1, a writes 2": 1,
        "1; a writes 1, b writes 1": 2, "1; b writes 1, a writes 1": 2,
      ]),
    Puzzle(
      name: "check-then-act", schedules: 6,
      outcomes: [
        "[0, 0]; ann has one, none for bob": 2, "[0, 0]; bob has one, none for ann": 2,
        "[0, -1]; ann has one, bob has one, oversold": 1,
        "[-1, 0]; bob has one, ann has one, oversold": 1,
      ]),
    Puzzle(
      name: "check-then-act", settings: ["bob=20"], schedules: 1,
      outcomes: ["[0, 0]; ann has one, none for bob": 1]),
    Puzzle(
      name: "zalgo", schedules: 4,
      outcomes: [
        "fulfilled; spinner on, spinner off, spinner off, spinner on": 2,
        "fulfilled; spinner off, spinner on, spinner off, spinner on": 2,
      ]),
    Puzzle(
      name: "zalgo", settings: ["prefetch=20", "show=main"], schedules: 1,
      outcomes: ["fulfilled; spinner on, spinner off, spinner on, spinner off": 1]),
    Puzzle(
      name: "forgotten-return", schedules: 8,
      outcomes: ["fulfilled; written, close": 4, "fulfilled; close, written": 4]),
    Puzzle(
      name: "forgotten-return", settings: ["pause=11"], schedules: 2,
      outcomes: ["fulfilled; written, close": 2]),
    Puzzle(
      name: "wait-on-main", schedules: 9,
      outcomes: ["fulfilled; parsed, shown 2": 5, "fulfilled; parsed, sorry": 4]),
    Puzzle(
      name: "wait-on-main", settings: ["tap=20"], schedules: 1,
      outcomes: ["fulfilled; parsed, shown 2": 1]),
    Puzzle(
      name: "race-against-timeout", schedules: 3,
      outcomes: ["fulfilled; charged, thanks": 1, "fulfilled; sorry, charged": 2]),
    Puzzle(
      name: "race-against-timeout", settings: ["timeout=120"], schedules: 1,
      outcomes: ["fulfilled; charged, thanks": 1]),
  ]

  /// The outcome as text: the result of the final promise, and the notes.
  private static func words(_ outcome: Exploration.Outcome) -> String {
    "\(outcome.result); \(outcome.notes.joined(separator: ", "))"
  }

  @Test(
    "The numbers of schedules and outcomes match those counted by hand", arguments: puzzles.indices
  )
  func counted(index: Int) throws {
    let puzzle = Self.puzzles[index]
    let scenario = try #require(Demo.named(puzzle.name)).scenario(settings: puzzle.settings)
    let all = EverySchedule(of: scenario)
    #expect(all.count == puzzle.schedules)
    let outcomes = Dictionary(all.outcomes.map { (Self.words($0), $1) }, uniquingKeysWith: +)
    #expect(outcomes == puzzle.outcomes)
  }

  @Test("An exploration finds the same outcomes, reduced or not", arguments: puzzles.indices)
  func explored(index: Int) throws {
    let puzzle = Self.puzzles[index]
    let scenario = try #require(Demo.named(puzzle.name)).scenario(settings: puzzle.settings)
    let all = EverySchedule(of: scenario)
    for search in [Search.exhaustive, .unreduced] {
      let exploration = scenario.explore(search, within: Budget(duration: .seconds(3600)))
      #expect(exploration.coverage == .exhaustive)
      #expect(Set(exploration.findings.map(\.outcome)) == Set(all.outcomes.keys))
      if search == .unreduced { #expect(exploration.schedules == puzzle.schedules) }
    }
  }

  /// The words for numbers of schedules, and what comes before the number that `explore` runs.
  private static let counting: [(language: Language, words: [Int: String], schedules: String)] = [
    (.english, [4: "four", 6: "six", 12: "twelve"], " schedules"),
    (.chinese, [4: "四", 6: "六", 12: "十二"], "种调度"),
  ]

  @Test(
    "A lesson says how many schedules there are, and how many of them 'explore' runs if fewer",
    arguments: ["checkout-bug", "check-then-act", "lost-update"])
  func lessons(name: String) throws {
    let puzzle = try #require(Self.puzzles.first { $0.name == name })
    let demo = try #require(Demo.named(name))
    let explored = try demo.scenario().explore(.exhaustive).schedules
    for (language, words, schedules) in Self.counting {
      let text = try #require(demo.text(beside: language.ending))
        .replacing("\n", with: language == .english ? " " : "")
      let counted = words.filter { text.contains($0.value + schedules) }.keys.max()
      #expect(counted == puzzle.schedules, "\(language)")
      let word = try #require(words[explored])
      let says = language == .english ? "`explore` runs \(word) of them" : "`explore` 运行其中\(word)种"
      #expect(text.contains(says) == (explored != puzzle.schedules), "\(language)")
    }
  }

  @Test(
    "The expectations of a demo hold in its first schedule; some schedule of a puzzle breaks them"
  )
  func expectations() throws {
    for demo in Demo.all {
      let expectations = try demo.expects.map {
        try #require(Invariant($0), "\($0)")
      }
      let exploration = try demo.scenario().explore(expecting: expectations)
      #expect(exploration.findings.first?.broken == [], "\(demo.name)")
      #expect((exploration.failure == nil) == expectations.isEmpty, "\(demo.name)")
    }
  }
}
