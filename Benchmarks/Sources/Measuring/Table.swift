/// Writes a table in Markdown, a line at a time: it takes minutes to fill.
public struct Table: Sendable {
  private let columns: Int

  /// Begins a table whose first column is words and whose others are figures.
  public init(_ header: [String]) {
    columns = header.count
    line(header)
    line(["---"] + Array(repeating: "---:", count: columns - 1))
  }

  public func line(_ cells: [String]) {
    precondition(cells.count == columns)
    Terminal.print("| \(cells.joined(separator: " | ")) |")
  }
}

/// What is measured, in a form that fits a table.
public enum Words {
  /// A dash where there is nothing.
  public static let nothing = "–"

  /// Nanoseconds, or bytes: whole from 10 on.
  public static func figure(_ figure: Double) -> String {
    figure < 10 ? decimals(figure, 1) : String(Int(figure.rounded()))
  }

  /// The median, and from the lowest to the highest.
  public static func figure(_ spread: Spread) -> String {
    guard spread.count > 1 else { return figure(spread.median) }
    return "\(figure(spread.median)) (\(figure(spread.lowest))–\(figure(spread.highest)))"
  }

  /// Two decimals.
  public static func ratio(_ ratio: Double) -> String { decimals(ratio, 2) }

  /// A number with so many decimals.
  public static func decimals(_ number: Double, _ count: Int) -> String {
    let scale = (0..<count).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((number * Double(scale)).rounded())
    let rest = String(abs(scaled) % scale)
    let zeros = String(repeating: "0", count: count - rest.count)
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale).\(zeros)\(rest)"
  }

  /// Whether a goal is reached.
  public static func reached(_ isReached: Bool?) -> String {
    switch isReached {
    case true?: "yes"
    case false?: "**no**"
    case nil: nothing
    }
  }
}

extension Words {
  /// A number as a person writes it: `4`, `0.7`, `0.45`.
  public static func plain(_ number: Double) -> String {
    var text = decimals(number, 2)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
