import PromiseExploration
import PromiseSimulation
import Testing

/// The page `docs/expectations.md` and the grammar say the same.
@Suite("Every sentence of an expectation, in each place")
struct ExpectationPageTests {
  /// A line of the table.
  struct Row: Sendable, CustomTestStringConvertible {
    var form: String
    var example: String
    /// What the page says of each place: `yes`, or why not.
    var cells: [RunExpectation.Place: String]
    var testDescription: String { form }
  }

  /// The lines of the table of sentences.
  static let rows: [Row] = {
    let path = #filePath.split(separator: "/").dropLast(3).joined(separator: "/")
    let text = (try? FileText.whole("/\(path)/docs/expectations.md")) ?? ""
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

  @Test("The page has each form of the grammar")
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

  @Test("What is read is read again from its text", arguments: rows)
  func roundTrip(row: Row) throws {
    let place: RunExpectation.Place = row.cells[.lesson] == "yes" ? .lesson : .exploration
    let expectation = try RunExpectation(reading: row.example, for: place)
    #expect(try RunExpectation(reading: expectation.description, for: place) == expectation)
  }
}
