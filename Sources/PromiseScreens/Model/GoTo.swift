package import PromiseEvents
import PromiseGraph
import PromiseInsight

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
  /// Returns the promise called `name`, the first of several; see ``promises(named:)``.
  func promise(named name: String) -> PromiseID? { promises(named: name).first }

  /// Returns the promises called `name`, in the order of creation: by their whole name first, then by a prefix,
  /// then by any part; first among the promises at the playhead, then among those ahead. `A#2` is the second
  /// promise whose whole name is `A`. O(promises that match)
  func promises(named name: String) -> [PromiseID] {
    let found = matches(name)
    guard found.isEmpty, let mark = name.lastIndex(of: "#"),
      let place = Int(name[name.index(after: mark)...])
    else { return found }
    let label = name[..<mark].lowercased()
    let known = known
    let all = matches(label).filter { known[$0]?.name.lowercased() == label }
    return all.indices.contains(place - 1) ? [all[place - 1]] : []
  }

  private func matches(_ name: String) -> [PromiseID] {
    guard let pattern = SearchPattern(name) else { return [] }
    let wanted = name.lowercased()
    let hits = searchIndex.promises(for: pattern).promises
    for graph in [graph, known] {
      let names = hits.compactMap { graph[$0] }.map { (id: $0.id, name: $0.name.lowercased()) }
      let kinds: [(String) -> Bool] = [
        { $0 == wanted }, { $0.hasPrefix(wanted) }, { $0.contains(wanted) },
      ]
      for fits in kinds {
        let found = names.filter { fits($0.name) }
        if !found.isEmpty { return found.map(\.id).sorted() }
      }
    }
    return []
  }
}
