import PromiseGraph
import PromiseKitLite

/// A place as the go-to prompt takes it.
enum GoTo: Hashable, Sendable {
  /// By number.
  case event(Int)
  /// So many events on, or back.
  case events(Int)
  /// In nanoseconds.
  case time(Int64)
  /// A promise by number.
  case promise(PromiseID)
  /// A promise by name, or a part of it.
  case name(String)

  /// What `text` means; none where it is blank.
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

  private static func nanoseconds(_ text: String) -> Int64? {
    for unit in units where text.hasSuffix(unit.suffix) {
      let digits = text.dropLast(unit.suffix.count)
      let number = Double(digits.last == " " ? digits.dropLast() : digits)
      guard let number, number >= 0 else { continue }
      return Int64(exactly: (number * unit.factor).rounded(.toNearestOrEven))
    }
    return nil
  }
}

extension State {
  /// Goes where `text` says.
  mutating func go(to text: String) -> [Effect] {
    guard let place = GoTo(text), let run else { return [] }
    self.run?.stop()
    switch place {
    case .event(let number): return go(toEvent: number)
    case .events(let number): return go(toEvent: run.playhead.saturatingPlus(number))
    case .time(let time):
      // With a look-ahead no job more is run than is needed.
      return move(run.prediction.map { .position($0.position(atTime: time)) } ?? .time(time))
    case .promise(let promise): return select(promise)
    case .name(let name):
      guard let promise = run.promise(named: name) else {
        notice = "no promise is called \(name)"
        return []
      }
      return select(promise)
    }
  }

  private mutating func go(toEvent number: Int) -> [Effect] {
    guard let run else { return [] }
    let target = max(run.history.base, number)
    if target > number, run.history.base > 0 {
      notice = "the run begins at event \(run.history.base): older ones are given up"
    }
    if let last = run.prediction?.last, target > last, target > run.history.last {
      notice = "the run has \(last) events"
      return []
    }
    return move(.position(target))
  }

  /// Selects `promise`, at its creation where that lies ahead of the playhead.
  private mutating func select(_ promise: PromiseID) -> [Effect] {
    guard let run else { return [] }
    if run.graph[promise] == nil {
      let creation =
        run.history.nextEvent(of: promise, after: run.playhead)
        ?? run.prediction?.nextEvent(of: promise, after: run.playhead)
      guard let creation else {
        notice = "there is no \(promise)"
        return []
      }
      self.run?.trail.append(run.selection)
      self.run?.selection = promise
      return move(.position(creation))
    }
    self.run?.trail.append(run.selection)
    self.run?.selection = promise
    return []
  }
}

extension Run {
  /// The promise called `name`: by its whole name first, then by a beginning, then by any part;
  /// among what is at the playhead, then among what is known to come. O(promises that it is told of)
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
