import PromiseCourse
import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

/// The run is that of ``ClaimTests``: `load` takes 10 ms on net; `log` and `parse` follow on main;
/// `parse` throws `bad`, `show` is skipped, and `alert` handles the error.
@Suite("Expectations of a run that has ended")
struct RunExpectationTests {
  @Test(
    "An expectation that holds has no failure",
    arguments: [
      "load before parse", "never parse before load", "never nobody before load", "load on net",
      "parse is rejected with bad", "alert is fulfilled", "never show starts", "never deadlock",
      "never unhandled", "never rejection", "never cancellation", "never never settled",
      "load starts 1 time", "note parsing", "never note sorry", "parse at 12 ms",
      "parse queued for 2 ms", "load before parsing", "never warns wait-blocks-chain",
    ])
  func holds(text: String) throws {
    let expectation = try RunExpectation(reading: text, for: .run)
    #expect(expectation.failure(in: ClaimTests.run) == nil)
    #expect(expectation.text == text)
  }

  @Test(
    "An expectation that does not hold says what happened instead",
    arguments: [
      ("parse before load", "load: event"), ("load before shwo", "nothing is called 'shwo'"),
      ("load before show starts", "show starts: that never"),
      ("never load before parse", "load: event"),
      ("load on main", "load runs on net"), ("parse is fulfilled", "parse is rejected with bad"),
      ("show starts", "show starts: that never happens"),
      ("never parse rejected", "parse rejected"),
      ("load starts 2 times", "happens 1 time, not 2"), ("result 8", "no chain ends with a value"),
      ("parse at 10 ms", "12 ms"), ("parse queued for 3 ms", "for 2 ms"),
      ("note sorry", "note sorry: that never happens"),
      ("never note parsing", "note parsing: event"),
      ("warns wait-blocks-chain", "is not reported"),
    ])
  func fails(text: String, sentence: String) throws {
    let failure = try #require(
      try RunExpectation(reading: text, for: .run).failure(in: ClaimTests.run))
    #expect(failure.sentence.contains(sentence), "\(failure.sentence)")
  }

  @Test(
    "An expectation that something never happens reports a name that nothing has",
    arguments: [
      ("never nobody before load", "nobody"), ("never load before nobody", "nobody"),
      ("never nobody starts", "nobody"), ("never show starts", nil), ("never note sorry", nil),
      ("never parse before load", nil), ("never load before parsing", nil), ("load on net", nil),
    ] as [(String, String?)])
  func misspelt(text: String, name: String?) throws {
    #expect(try RunExpectation(reading: text, for: .run).unknownName(in: ClaimTests.run) == name)
  }

  @Test(
    "An invalid expectation is rejected with a list of the valid forms",
    arguments: [
      "", "fetch", "a before ", "never", "never fetch", "warns nothing-like-it", "never endless",
      "in some schedule: a before b",
    ])
  func refused(text: String) {
    #expect(throws: InputError.self) { try RunExpectation(reading: text, for: .run) }
  }
}
