package import PromiseEvents
import PromiseGraph

/// A place in a run where several things could happen next.
package struct ChoicePoint: Hashable, Sendable {
  /// The number of the event that tells the choice.
  package var event: Int
  /// The place of what the run takes.
  package var chosen: Int
  /// What could happen, in order.
  package var options: [PromiseEvent.Choice]
}

/// Where a run chose, and what, in order.
struct ChoiceLog: Hashable, Sendable {
  private var numbers: [Int] = []
  private var chosen: [Int] = []

  /// Takes in what happened.
  mutating func append(_ events: some Sequence<PromiseEvent>) {
    for event in events {
      guard case .choiceMade(let place, _) = event.kind else { continue }
      numbers.append(event.sequence)
      chosen.append(place)
    }
  }

  /// The first choice after event `number`.
  func next(after number: Int) -> Int? {
    let index = index(after: number)
    return index < numbers.count ? numbers[index] : nil
  }

  /// The last choice before event `number`.
  func previous(before number: Int) -> Int? {
    let index = index(before: number)
    return index > 0 ? numbers[index - 1] : nil
  }

  /// The event of the choice that is number `place`, counted from 0.
  func number(of place: Int) -> Int? { numbers.indices.contains(place) ? numbers[place] : nil }

  /// What was chosen after the event `first`, and before the event `end`.
  func taken(after first: Int = .min, before end: Int) -> [Int] {
    let from = index(after: first)
    return Array(chosen[from..<max(from, index(before: end))])
  }

  /// The index of the first choice after event `number`.
  private func index(after number: Int) -> Int { numbers.partitionPoint { $0 <= number } }
  /// The index of the first choice at or after event `number`.
  private func index(before number: Int) -> Int { numbers.partitionPoint { $0 < number } }
}
