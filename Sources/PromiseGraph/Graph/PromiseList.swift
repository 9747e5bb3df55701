import PromiseEvents

/// The promises of a graph in the order of their identities.
package struct PromiseList: RandomAccessCollection, Sendable {
  private let graph: Graph
  private let order: Order
  package let endIndex: Int

  /// How an index among the promises becomes an identity.
  private enum Order: Sendable {
    /// The identities are 1, 2, 3 and so on.
    case dense
    /// The chunks of identities that have promises, and how many promises are before each.
    case chunks([(chunk: Int, before: Int)])
    /// The numbers, if some of them are out of range.
    case numbers([Int])
  }

  /// O(1), or O(greatest identity / 1000) if identities are missing.
  init(_ graph: Graph) {
    self.graph = graph
    let table = graph.promiseTable
    order =
      table.isDense
      ? .dense : table.hasStrays ? .numbers(table.numbers) : .chunks(table.filledChunks)
    endIndex = table.count
  }

  package var startIndex: Int { 0 }

  /// O(1), or O(log promises) and a thousand steps if identities are missing.
  package subscript(index: Int) -> PromiseNode {
    guard let number = number(at: index), let node = graph[PromiseID(number)] else {
      preconditionFailure("Index out of range")
    }
    return node
  }

  private func number(at index: Int) -> Int? {
    switch order {
    case .dense: return index + 1
    case .numbers(let numbers): return numbers[index]
    case .chunks(let chunks):
      let (chunk, before) = chunks[chunks.partitionPoint { $0.before <= index } - 1]
      return graph.promiseTable.number(at: index - before, inChunk: chunk)
    }
  }
}
