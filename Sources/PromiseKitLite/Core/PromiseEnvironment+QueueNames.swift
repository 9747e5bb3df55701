import Dispatch

extension PromiseEnvironment {
  /// The names of the queues in the events.
  struct Queues {
    /// The names by label, once there are more queues than a search takes time for.
    private var byLabel: [String: QueueID] = [:]
    /// The label and kind of each queue, in the order of their numbers; after the first ``count``, the
    /// queues of the previous run, which probably uses them in the same order.
    private var known: [KnownQueue] = []
    /// The number of queues that have a name.
    private(set) var count = 0
    /// A cache of the first few queues by object, because reading a queue's label creates a string.
    /// As long as a queue is here, no other one has its address.
    private var objects: [(address: UInt, id: QueueID, queue: DispatchQueue)] = []
    /// The queues whose declarations are being recorded. A thread that uses one of them meanwhile records its declaration,
    /// too: if the program is killed, the trace may not contain the first.
    private var undeclared: Set<QueueID> = []

    /// The queue with this name; `nil` if there is none.
    subscript(id: QueueID) -> KnownQueue? {
      id.rawValue > 0 && id.rawValue <= count ? known[id.rawValue - 1] : nil
    }

    /// All queues with names, in the order of their numbers.
    var all: ArraySlice<KnownQueue> { known.prefix(count) }

    /// Removes all names. The next run can give the queues the same ones.
    mutating func removeAll() {
      if byLabel.isEmpty { count = 0 } else { self = Queues() }
    }

    /// Lets no queue of the previous run keep its kind, because the program has declared one.
    mutating func forgetPrevious() {
      guard known.count > count else { return }
      known.removeSubrange(count...)
      let count = count
      objects.removeAll { $0.id.rawValue > count }
    }

    /// Returns the name of the queue at this address, if it is in the cache. A queue that is the next
    /// one, as in the previous run, gets its name again. Does not change the queue's reference count,
    /// which threads share.
    mutating func id(at address: UInt) -> QueueID? {
      for place in objects.indices where objects[place].address == address {
        let id = objects[place].id
        if id.rawValue == count + 1 { count += 1 }
        return id.rawValue <= count && isDeclared(id) ? id : nil
      }
      return nil
    }

    /// Returns the name of the queue with this label, if there is one.
    func id(of label: String) -> QueueID? {
      guard byLabel.isEmpty else { return byLabel[label] }
      return all.firstIndex { $0.label == label }.map { QueueID($0 + 1) }
    }

    /// Whether the declaration of a queue is in the trace, if the program is recorded.
    func isDeclared(_ id: QueueID) -> Bool { undeclared.isEmpty || !undeclared.contains(id) }

    /// Notes whether the declaration of a queue is in the trace.
    mutating func set(_ id: QueueID, isDeclared: Bool) {
      if isDeclared { undeclared.remove(id) } else { undeclared.insert(id) }
    }

    /// Adds a queue with the next name, which is returned.
    mutating func add(_ queue: KnownQueue) -> QueueID {
      forgetPrevious()
      if known.isEmpty { known.reserveCapacity(4) }
      known.append(queue)
      count += 1
      let id = QueueID(count)
      if !byLabel.isEmpty {
        byLabel[queue.label] = id
      } else if count > 8 {
        for (place, queue) in known.enumerated() { byLabel[queue.label] = QueueID(place + 1) }
      }
      return id
    }

    /// Adds `queue` to the cache, if there is room.
    mutating func remember(_ queue: DispatchQueue?, as id: QueueID) {
      guard let queue, objects.count < 8 else { return }
      let address = UInt(bitPattern: ObjectIdentifier(queue))
      for place in objects.indices where objects[place].address == address { return }
      if objects.isEmpty { objects.reserveCapacity(4) }
      objects.append((address, id, queue))
    }
  }

  /// A queue that has a name in the events.
  struct KnownQueue {
    let label: String
    let kind: PromiseEvent.QueueKind
    let assumed: Bool

    /// Returns the event that declares the queue.
    func declared(as id: QueueID) -> PromiseEvent.Kind {
      .queueDeclared(queue: id, label: label, kind: kind, assumed: assumed)
    }
  }
}
