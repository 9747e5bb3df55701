import PromiseGraph
import PromiseInsight
package import PromiseSimulation

/// The dialects with their rules, and the chains, as text.
package struct DialectList: Sendable {
  private let dialects: [Dialect]

  /// Creates the list of these dialects.
  package init(_ dialects: [Dialect]) { self.dialects = dialects }

  /// For each dialect, a line for each of its rules; then a line for each chain.
  package var text: String {
    let chains = DialectChain.all.sorted { $0.number < $1.number }.flatMap { chain in
      let number = chain.number < 10 ? " \(chain.number)" : "\(chain.number)"
      return LinearReport.folded(
        "\(chain.program.name): \(chain.program.title)", after: "  \(number)  ", indent: 6,
        width: DialectReport.width)
    }
    return (dialects.map(lines) + [["CHAINS"] + chains]).map { $0.joined(separator: "\n") }
      .joined(separator: "\n\n") + "\n"
  }

  private func lines(_ dialect: Dialect) -> [String] {
    let names = ([dialect.name] + dialect.aliases).joined(separator: ", ")
    return ["\(dialect.title.uppercased())  \(dialect.version); --dialect \(names)"]
      + Dialect.Rule.allCases.flatMap { rule in
        let cell = dialect[rule]
        guard let answer = cell.answer else { return ["  \(rule.title): unknown"] }
        return LinearReport.folded(
          "\(rule.words(answer))  [\(cell.evidence)]", after: "  ", indent: 6,
          width: DialectReport.width)
      }
  }
}
