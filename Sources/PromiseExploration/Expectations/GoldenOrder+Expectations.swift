package import PromiseGraph
package import PromiseKitLite

extension GoldenOrders {
  /// Reads the text of a file, including the expectations beside the orders.
  ///
  /// - Throws: What is wrong in which line: a line that is not an order, or a sentence that is not
  ///   an expectation or has no meaning for a single run.
  package init(withExpectations text: String) throws(InputError) {
    self = try GoldenOrders(text)
    for section in sections { _ = try section.order.expectations() }
  }
}

extension GoldenOrder {
  /// Returns what must hold in the run in addition to the order: the sentences above and below it,
  /// in the grammar of the command line.
  ///
  /// - Throws: What is wrong in which line.
  package func expectations() throws(InputError) -> [RunExpectation] {
    var expectations: [RunExpectation] = []
    for line in above + below {
      do {
        expectations.append(try RunExpectation(reading: line.sentence, for: .order))
      } catch {
        throw InputError(error.sentence, line: line.line)
      }
    }
    return expectations
  }
}
