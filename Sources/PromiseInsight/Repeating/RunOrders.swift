import PromiseGraph

/// The orders that the runs of a program had, each once, with how many runs passed and failed with it. Its size
/// is bounded.
package struct RunOrders: Sendable {
  /// An order, and the number of runs that had it.
  struct Entry: Sendable {
    var moments: HandlerMoments
    var passes = 0
    var failures = 0
  }

  private(set) var entries: [Entry] = []
  /// How many runs passed and failed, without those that are left out.
  private(set) var passes = 0
  private(set) var failures = 0
  /// How many runs are left out because their orders did not fit.
  package private(set) var leftOut = 0
  /// The highest number of handlers of a run that are left out because there are too many.
  private(set) var handlersLeftOut = 0
  private var places: [HandlerMoments: Int] = [:]
  private var bytes = 0
  private let most: Int

  /// Creates an empty collection of orders.
  ///
  /// - Parameter most: The most bytes to keep. Passing runs use at most three quarters of them.
  package init(most: Int = 64 << 20) { self.most = most }

  /// Adds a run.
  mutating func add(_ moments: HandlerMoments, fails: Bool) {
    handlersLeftOut = max(handlersLeftOut, moments.leftOut)
    guard let place = place(of: moments, fails: fails) else {
      leftOut += 1
      return
    }
    if fails {
      entries[place].failures += 1
      failures += 1
    } else {
      entries[place].passes += 1
      passes += 1
    }
  }

  private mutating func place(of moments: HandlerMoments, fails: Bool) -> Int? {
    if let place = places[moments] { return place }
    guard bytes + moments.bytes <= (fails ? most : most / 4 * 3) else { return nil }
    bytes += moments.bytes
    places[moments] = entries.count
    entries.append(Entry(moments: moments))
    return entries.count - 1
  }
}
