import Measuring

/// How PromiseKitLite should compare with another subject.
struct Goal: Sendable {
  /// The name of the other subject, and its name in the table.
  var other: String
  var word: String
  /// The maximum ratio of the times.
  var ratio: Double

  static func nio(_ ratio: Double) -> Goal {
    Goal(other: Subject.swiftNIO.name, word: "NIO", ratio: ratio)
  }
  static func hop(_ ratio: Double) -> Goal {
    Goal(other: Subject.floor.name, word: "hop", ratio: ratio)
  }

  /// Returns the last three cells of a row: the ratio, the goal, and whether it is reached.
  func cells(_ results: [String: Spread]) -> [String] {
    var cells = [TableText.nothing, "≤ \(TableText.plain(ratio)) × \(word)", TableText.nothing]
    if let own = results[Subject.promiseKitLite.name], let other = results[other] {
      let measured = own.median / other.median
      cells[0] = "\(TableText.ratio(measured)) × \(word)"
      cells[2] = TableText.reached(measured <= ratio)
    }
    return cells
  }
}
