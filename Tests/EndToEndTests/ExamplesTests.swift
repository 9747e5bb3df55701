import Foundation
import Testing

extension EndToEnd {
  /// Tests the programs in Examples.
  @Suite
  struct ExamplesTests {
    @Test("checkout places an order for its customer, who does not know the day")
    func receipt() throws {
      let outcome = try run("example-checkout", "--slow", "60000")
      #expect(outcome.output == "order 1 of Ann: cake, milk, tea, 18.09 €, some day soon\n")
      #expect(outcome.status == 0)
      #expect(outcome.error == "")
    }

    @Test("Its customers order at the same time, each in a separate session")
    func customers() throws {
      let outcome = try run(
        "example-checkout", "--customers", "3", "--slow", "0", "--patience", "60000")
      let lines = outcome.output.split(separator: "\n").map {
        $0.drop { !$0.isWhitespace }.drop { $0.isWhitespace || $0.isNumber }
      }
      #expect(
        lines.sorted { $0 < $1 } == [
          "of Ann: cake, milk, tea, 18.09 €, Tuesday",
          "of Bob: cake, milk, tea, 18.09 €, Tuesday",
          "of Cleo: cake, milk, tea, 18.09 €, Tuesday",
        ])
      #expect(outcome.status == 0)
    }

    @Test("It gives up after three attempts, and reports it")
    func refused() throws {
      let outcome = try run("example-checkout", "--fail", "--slow", "0")
      #expect(outcome.output.hasPrefix("Ann: no order, 500 Internal Server Error from http://"))
      #expect(outcome.status == 1)
    }

    @Test("When recorded, its handlers run in the documented order, and its output is the same")
    func order() throws {
      let scratch = try ScratchFolder()
      let trace = scratch.path("run.ptrace")
      let outcome = try run(
        "example-checkout", "--slow", "60000", environment: ["PROMISE_TRACE": trace])
      #expect(outcome.output == "order 1 of Ann: cake, milk, tea, 18.09 €, some day soon\n")
      #expect(outcome.error == "")
      let order = checkout.appendingPathComponent("Examples/checkout.order").path
      let check = try Binary.run(
        "check", trace, "--golden", order, "--expect", "never unhandled", "--quiet")
      #expect(check.output + check.error == "")
      #expect(check.status == 0)
      let events = try Binary.run("open", trace, "--json").output
      #expect(events.contains(#""title":"example-checkout""#) && events.contains(#""tag":"Ann""#))
    }

    @Test("flaky succeeds in its correct version, and fails in its wrong one")
    func flaky() throws {
      let right = "ordered tea, milk, cake\n"
      let fixed = try run("example-flaky", "--fixed")
      #expect(fixed.output == right)
      #expect(fixed.status == 0)
      let outcome = try run("example-flaky")
      #expect(
        [[right, "0"], ["wrong: ordered 0 items, not 3\n", "1"]].contains(
          [outcome.output, "\(outcome.status)"]))
    }

    /// Runs the program of this name, which is built next to promise-tui.
    private func run(
      _ name: String, _ arguments: String..., environment: [String: String?] = [:]
    ) throws -> Command.Outcome {
      let folder = URL(fileURLWithPath: Binary.path).deletingLastPathComponent()
      let path = folder.appendingPathComponent(name).path
      return try Command([path] + arguments, environment: environment).run()
    }
  }
}
