package import PromiseEvents
import PromiseGraph
import PromiseInsight

/// A place in a run where more than one thing could happen next.
package struct ChoicePoint: Hashable, Sendable {
  /// The number of the event that records the choice.
  package var event: Int
  /// The index of the option that the run takes.
  package var chosen: Int
  /// The options, in order.
  package var options: [PromiseEvent.Choice]
}

/// The choices of a run, in order.
struct ChoiceLog: Hashable, Sendable {
  private var numbers: [Int] = []
  private var chosen: [Int] = []

  /// Adds the choices among these events.
  mutating func append(_ events: some Sequence<PromiseEvent>) {
    for event in events {
      guard case .choiceMade(let place, _) = event.kind else { continue }
      numbers.append(event.sequence)
      chosen.append(place)
    }
  }

  /// Returns the event of the first choice after event `number`.
  func next(after number: Int) -> Int? {
    let index = index(after: number)
    return index < numbers.count ? numbers[index] : nil
  }

  /// Returns the event of the last choice before event `number`.
  func previous(before number: Int) -> Int? {
    let index = index(before: number)
    return index > 0 ? numbers[index - 1] : nil
  }

  /// Returns the event of the choice at `place`, counted from 0.
  func number(of place: Int) -> Int? { numbers.indices.contains(place) ? numbers[place] : nil }

  /// Returns the options taken after the event `first` and before the event `end`.
  func taken(after first: Int = .min, before end: Int) -> [Int] {
    let from = index(after: first)
    return Array(chosen[from..<max(from, index(before: end))])
  }

  /// Returns the index of the first choice after event `number`.
  private func index(after number: Int) -> Int { numbers.partitionPoint { $0 <= number } }
  /// Returns the index of the first choice at or after event `number`.
  private func index(before number: Int) -> Int { numbers.partitionPoint { $0 < number } }
}
