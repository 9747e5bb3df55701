import PromiseGraph
import PromiseInsight
import PromiseKitLite

/// The answers to whether the order of two handlers could differ, for every two handlers of some runs of a demo.
struct OrderAnswers {
  /// Two handlers, in the order in which they ran.
  struct Pair: Hashable {
    var first: String
    var second: String
  }

  /// A choice of a run after which the second handler could have started first.
  struct Choice {
    var events: [PromiseEvent]
    var event: Int
    var job: JobID
  }

  /// The pairs that were asked about.
  private(set) var pairs: Set<Pair> = []
  /// Those whose order is said to be fixed, with the reason: it must hold in every run, in any schedule and on real
  /// queues.
  private(set) var fixed: [Pair: String] = [:]
  /// Those whose order is said to have been chosen: some run must have the other order.
  private(set) var chosen: [Pair: Choice] = [:]

  /// Asks about every two handlers in a run.
  mutating func ask(in events: [PromiseEvent]) {
    var history = History()
    history.append(contentsOf: events)
    let graph = history.graph(at: history.last)
    let keys = PromiseKeys(events)
    let promises = graph.promises.map(\.id)
    for (index, one) in promises.enumerated() {
      for other in promises[(index + 1)...] {
        let order = OrderOfTwo(one, other, in: graph, history: history)
        guard let first = keys[order.first], let second = keys[order.second],
          order.verdict != .open
        else { continue }
        let pair = Pair(first: first, second: second)
        pairs.insert(pair)
        switch order.verdict {
        case .always: fixed[pair] = order.explanation.text
        case .otherwise(let event):
          if chosen[pair] == nil, let job = graph[order.second]?.job {
            chosen[pair] = Choice(events: events, event: event, job: job)
          }
        case .open, .perhaps: break
        }
      }
    }
  }
}

/// What the promises of a run are called in every schedule: by label, operation and place, by the promise whose handler
/// created them, and by their number among those that share these.
struct PromiseKeys {
  private var keys: [PromiseID: String] = [:]

  init(_ events: [PromiseEvent]) {
    var running: [ThreadID?: [PromiseID?]] = [:]
    var counts: [String: Int] = [:]
    for event in events {
      switch event.kind {
      case .jobStarted(_, let child, _): running[event.thread, default: []].append(child)
      case .jobEnded: _ = running[event.thread]?.popLast()
      case .created(let creation):
        let maker = (running[event.thread]?.last ?? nil).flatMap { keys[$0] }
        let site = creation.site?.description ?? ""
        let name = "\(creation.label ?? "") \(creation.operation) \(site)"
        let key = maker.map { "\(name) in (\($0))" } ?? name
        counts[key, default: 0] += 1
        keys[creation.promise] = "\(key) #\(counts[key, default: 1])"
      default: break
      }
    }
  }

  subscript(promise: PromiseID) -> String? { keys[promise] }
}

/// The orders of the handlers in several runs of a demo.
struct SeenOrders {
  private(set) var runs = 0
  private var numbers: [String: Int] = [:]
  /// For each handler, those that began before it in some run: a bit for each.
  private var earlier: [[UInt64]] = []

  /// Adds the order of a run. A handler or a body begins when it starts; a promise without one, or one that settles
  /// before, when it settles.
  mutating func insert(_ events: [PromiseEvent]) {
    runs += 1
    let keys = PromiseKeys(events)
    var begun: [UInt64] = []
    for event in events {
      let promise: PromiseID? =
        switch event.kind {
        case .jobStarted(_, let promise, _): promise
        case .bodyStarted(let promise): promise
        case .settled(let settlement): settlement.promise
        default: nil
        }
      guard let key = promise.flatMap({ keys[$0] }) else { continue }
      let number = number(of: key)
      let (word, bit) = (number / 64, UInt64(1) << UInt64(number % 64))
      while begun.count <= word { begun.append(0) }
      guard begun[word] & bit == 0 else { continue }
      if earlier[number].count < begun.count {
        earlier[number] += Array(repeating: 0, count: begun.count - earlier[number].count)
      }
      for index in begun.indices { earlier[number][index] |= begun[index] }
      begun[word] |= bit
    }
  }

  private mutating func number(of key: String) -> Int {
    if let number = numbers[key] { return number }
    numbers[key] = earlier.count
    earlier.append([])
    return earlier.count - 1
  }

  /// Whether some run had the other order of two handlers.
  func contains(reverseOf pair: OrderAnswers.Pair) -> Bool {
    guard let first = numbers[pair.first], let second = numbers[pair.second],
      earlier[first].count > second / 64
    else { return false }
    return earlier[first][second / 64] & UInt64(1) << UInt64(second % 64) != 0
  }
}
