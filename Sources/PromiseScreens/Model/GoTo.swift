package import PromiseEvents
import PromiseGraph

/// A place as typed in the go-to prompt.
package enum GoTo: Hashable, Sendable {
  /// By number.
  case event(Int)
  /// A number of events forward or back.
  case events(Int)
  /// In nanoseconds.
  case time(Int64)
  /// A promise by number.
  case promise(PromiseID)
  /// A promise by name, or a part of it.
  case name(String)

  /// Reads `text`; `nil` if it is blank.
  init?(_ text: String) {
    let text = text.split(separator: " ").joined(separator: " ")
    guard !text.isEmpty else { return nil }
    if "+-".contains(text.first ?? " "), let number = Int(text) {
      self = .events(number)
    } else if let number = Int(text) {
      self = .event(number)
    } else if text.first == "p", let number = Int(text.dropFirst()), number > 0 {
      self = .promise(PromiseID(number))
    } else if let time = Self.nanoseconds(text) {
      self = .time(time)
    } else {
      self = .name(text)
    }
  }

  /// The units of time that the prompt knows, in nanoseconds.
  private static let units: [(suffix: String, factor: Double)] = [
    ("ns", 1), ("us", 1e3), ("µs", 1e3), ("ms", 1e6), ("s", 1e9),
  ]

  /// Returns the nanoseconds that a time with a unit stands for, such as `150ms`; `nil` if it is none.
  package static func nanoseconds(_ text: String) -> Int64? {
    for unit in units where text.hasSuffix(unit.suffix) {
      let digits = text.dropLast(unit.suffix.count)
      let number = Double(digits.last == " " ? digits.dropLast() : digits)
      guard let number else { continue }
      return Int64(exactly: (number * unit.factor).rounded(.toNearestOrEven))
    }
    return nil
  }
}

extension Run {
  /// Returns the promise called `name`: by its whole name first, then by a prefix, then by any part; first
  /// among the promises at the playhead, then among those ahead. O(promises that match)
  func promise(named name: String) -> PromiseID? {
    guard let pattern = SearchPattern(name) else { return nil }
    let wanted = name.lowercased()
    let hits = searchIndex.promises(for: pattern).promises
    for graph in [graph, known] {
      let names = hits.lazy.compactMap { graph[$0] }.map { (id: $0.id, name: $0.name.lowercased()) }
      let found =
        names.first { $0.name == wanted } ?? names.first { $0.name.hasPrefix(wanted) }
        ?? names.first { $0.name.contains(wanted) }
      if let found { return found.id }
    }
    return nil
  }
}
