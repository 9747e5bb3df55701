package import PromiseGraph

extension GoldenOrders {
  /// Reads the text of a file, with what it expects beside the orders.
  ///
  /// - Throws: what is wrong in which line: what is no order, or a sentence that is no expectation or cannot
  ///   mean anything of one run.
  package init(withExpectations text: String) throws(GoldenProblem) {
    self = try GoldenOrders(text)
    for section in sections { _ = try section.order.expectations() }
  }
}

extension GoldenOrder {
  /// What holds in the run beside the order: the sentences above it and below, in the words of the command
  /// line.
  ///
  /// - Throws: what is wrong in which line.
  package func expectations() throws(GoldenProblem) -> [RunExpectation] {
    var expectations: [RunExpectation] = []
    for line in above + below {
      do throws(RunExpectation.Problem) {
        expectations.append(try RunExpectation(reading: line.sentence, for: .order))
      } catch {
        throw GoldenProblem(line: line.line, sentence: error.sentence)
      }
    }
    return expectations
  }
}
