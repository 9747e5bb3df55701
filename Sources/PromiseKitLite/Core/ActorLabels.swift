import Synchronization

/// The labels of the queues of actors and executors in one environment.
///
/// Two actors of one type are two queues, so the second is shown with a 2 after the type's name. The
/// numbers follow the order in which the environment first sees the actors.
struct ActorLabels {
  private struct Weak {
    weak var object: (any AnyObject & Sendable)?
  }

  /// The actors whose labels begin with the name of one type, by their numbers.
  private struct Slots {
    var objects: [Weak] = []
    /// The places of actors that were freed, which can be used again, the highest first.
    var free: [Int] = []
    /// The number of actors at which to look for freed ones.
    var limit = 64

    /// Gives `object` a place. A program that creates an actor for each request, and has few at a
    /// time, uses few places.
    mutating func add(_ object: any AnyObject & Sendable) -> Int {
      if free.isEmpty, objects.count >= limit {
        free = objects.indices.reversed().filter { objects[$0].object == nil }
        limit = max(64, 2 * (objects.count - free.count))
      }
      guard let place = free.popLast() else {
        objects.append(Weak(object: object))
        return objects.count - 1
      }
      objects[place] = Weak(object: object)
      return place
    }
  }

  private var labels: [ObjectIdentifier: (object: Weak, label: String)] = [:]
  private var slots: [String: Slots] = [:]
  /// The number of labels at which to remove those of freed actors.
  private var limit = 128

  var isEmpty: Bool { labels.isEmpty }

  /// Returns the label of an actor or an executor. `own` is the label that the program gave it, which
  /// counts from then on; `type` is the name of its type.
  ///
  /// - Complexity: O(1), amortized.
  mutating func label(
    of object: any AnyObject & Sendable, own: String?, type: String
  ) -> String {
    let key = ObjectIdentifier(object)
    if let known = labels[key], known.object.object === object, own == nil || known.label == own {
      return known.label
    }
    if labels.count >= limit {
      labels = labels.filter { $0.value.object.object != nil }
      limit = max(128, 2 * labels.count)
    }
    let label = own ?? numbered(type, slots[type, default: Slots()].add(object))
    labels[key] = (Weak(object: object), label)
    return label
  }

  private func numbered(_ type: String, _ place: Int) -> String {
    place == 0 ? type : "\(type) \(place + 1)"
  }
}
