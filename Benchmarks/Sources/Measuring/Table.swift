/// Prints a table in Markdown, one line at a time, because filling it takes minutes.
public struct Table: Sendable {
  private let columns: Int

  /// Starts a table whose first column is text and whose other columns are figures.
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

/// Formats figures for a table.
public enum TableText {
  /// A dash for an empty cell.
  public static let nothing = "–"

  /// Returns nanoseconds or bytes as text: with one decimal below 10, otherwise without.
  public static func figure(_ figure: Double) -> String {
    figure < 10 ? decimals(figure, 1) : String(Int(figure.rounded()))
  }

  /// Returns the median, with the lowest and the highest value.
  public static func figure(_ spread: Spread) -> String {
    guard spread.count > 1 else { return figure(spread.median) }
    return "\(figure(spread.median)) (\(figure(spread.lowest))–\(figure(spread.highest)))"
  }

  /// Returns a ratio with two decimals.
  public static func ratio(_ ratio: Double) -> String { decimals(ratio, 2) }

  /// Returns a number with the given number of decimals.
  public static func decimals(_ number: Double, _ count: Int) -> String {
    let scale = (0..<count).reduce(1) { scale, _ in scale * 10 }
    let scaled = Int((number * Double(scale)).rounded())
    let rest = String(abs(scaled) % scale)
    let zeros = String(repeating: "0", count: count - rest.count)
    return "\(scaled < 0 ? "-" : "")\(abs(scaled) / scale).\(zeros)\(rest)"
  }

  /// Returns whether a goal is reached.
  public static func reached(_ isReached: Bool?) -> String {
    switch isReached {
    case true?: "yes"
    case false?: "**no**"
    case nil: nothing
    }
  }
}

extension TableText {
  /// Returns a number in its shortest form: `4`, `0.7`, `0.45`.
  public static func plain(_ number: Double) -> String {
    var text = decimals(number, 2)
    while text.hasSuffix("0") { text.removeLast() }
    return text.hasSuffix(".") ? String(text.dropLast()) : text
  }
}
