import PromiseExploration
import PromiseKitLite
import PromiseSimulation
import Testing

/// The page `docs/debug/expectations.md` agrees with the grammar.
@Suite("Every sentence of an expectation, in each place")
struct ExpectationPageTests {
  /// A row of the table.
  struct Row: Sendable, CustomTestStringConvertible {
    var form: String
    var example: String
    /// What the page says about each place: `yes`, or the reason why not.
    var cells: [RunExpectation.Place: String]
    var testDescription: String { form }
  }

  /// The rows of the table of sentences.
  static let rows: [Row] = {
    let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = (try? FileText.whole("/\(path)/docs/debug/expectations.md")) ?? ""
    return text.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map(\.trimmed)
      guard cells.count == 8, cells[1].hasPrefix("`") else { return nil }
      return Row(
        form: cells[0], example: cells[1].filter { $0 != "`" },
        cells: [
          .exploration: cells[2], .run: cells[3], .lesson: cells[4], .order: cells[5],
          .quiz: cells[6],
        ])
    }
  }()

  @Test("The page lists each form of the grammar")
  func forms() {
    #expect(Self.rows.map(\.form).sorted() == RunExpectation.Form.allCases.map(\.rawValue).sorted())
  }

  @Test("An example is of its form, and works where the page says so", arguments: rows)
  func example(row: Row) throws {
    for place in RunExpectation.Place.allCases {
      let cell = try #require(row.cells[place])
      do {
        let expectation = try RunExpectation(reading: row.example, for: place)
        #expect(cell == "yes", "\(row.form) works for \(place)")
        #expect(expectation.form.rawValue == row.form)
      } catch {
        #expect(error.sentence.contains(cell), "\(row.form), \(place): \(error.sentence)")
      }
    }
  }

  @Test("The description of an expectation reads back as the same expectation", arguments: rows)
  func roundTrip(row: Row) throws {
    let place: RunExpectation.Place = row.cells[.lesson] == "yes" ? .lesson : .exploration
    let expectation = try RunExpectation(reading: row.example, for: place)
    #expect(try RunExpectation(reading: expectation.description, for: place) == expectation)
  }

  @Test(
    "Sentences that are ambiguous, or could not fail, are rejected",
    arguments: [
      "never save is rejected", "never save is pending at the end",
      "in some schedule: in every schedule: A before B", "in some schedule: with a=b: A before B",
      "with : A before B", "render starts -1 times",
    ])
  func refused(text: String) {
    for place in RunExpectation.Place.allCases {
      #expect(throws: InputError.self) {
        try RunExpectation(reading: text, for: place)
      }
    }
  }

  @Test("The word \"before\" makes an order of two notes, with and without \"never\"")
  func notes() throws {
    let order = try RunExpectation(reading: "note A before note B", for: .run)
    #expect(order.form == .before)
    let never = try RunExpectation(reading: "never note A before note B", for: .run)
    #expect(never.form == .neverBefore)
  }

  @Test(
    "In a schedule, too, a promise is named by its position among those with a label; not by its number"
  )
  func numbered() throws {
    for text in ["p2 before p3", "p2 on main", "p2 is fulfilled", "never p2 starts"] {
      #expect(throws: InputError.self) {
        try RunExpectation(reading: text, for: .exploration)
      }
      #expect(throws: Never.self) { try RunExpectation(reading: text, for: .run) }
    }
    let scenario = Simulation.Scenario("numbered") {
      Promise.value(label: "A", 1).map(label: "A") { $0 }.done(label: "B") { _ in }
    }
    for text in ["A#2 before B", "A#2 on main", "never B before A#2", "A starts before B"] {
      let expectation = try RunExpectation(reading: text, for: .exploration)
      let findings = scenario.explore(expecting: [expectation]).findings
      #expect(findings.allSatisfy { $0.broken.isEmpty }, "\(text)")
    }
    for text in ["B before A#2", "never A#2 before B", "B ends before A settled"] {
      let expectation = try RunExpectation(reading: text, for: .exploration)
      let findings = scenario.explore(expecting: [expectation]).findings
      #expect(findings.contains { !$0.broken.isEmpty }, "\(text)")
    }
  }
}
