package import PromiseEvents

// Requests between processes: a request that one promise stands for has the same span as the promises that
// stand for its handling.

extension Graph {
  /// Returns the promise of the request that a promise handles; `nil` if it handles none, or if the sender is
  /// not known. Expected O(1)
  package func request(handledBy promise: PromiseID) -> PromiseID? {
    guard spanTables.links.count > 1 else { return nil }
    for link in spans(of: promise) where link.role == .received {
      if let sender = self.promise(sending: link.context), sender != promise { return sender }
    }
    return nil
  }

  /// Returns how many processes handle the request that a promise stands for: several if it was repeated on the
  /// way. Expected O(its handlings)
  package func receiverCount(of request: PromiseID) -> Int {
    Set(handlings(of: request).map { process(of: $0) }).count
  }

  /// Returns the promises that handle the request that a promise stands for, in the order in which they began:
  /// several if it was repeated on the way, or if its handling has several chains. Expected O(their number)
  package func handlings(of request: PromiseID) -> [PromiseID] {
    guard spanTables.links.count > 1 else { return [] }
    var found: [PromiseID] = []
    for link in spans(of: request) where link.role == .sent {
      for handling in promises(receiving: link.context)
      where handling != request && !found.contains(handling) {
        found.append(handling)
      }
    }
    return found
  }

  /// Returns whether a promise handles a request whose sender is not known. Expected O(1)
  package func isFromOutside(_ promise: PromiseID) -> Bool {
    spans(of: promise).contains { $0.role == .received } && request(handledBy: promise) == nil
  }

  /// Returns whether a promise stands for a request that no promise handles, as far as is known. Expected O(1)
  package func isUnreceived(_ promise: PromiseID) -> Bool {
    spans(of: promise).contains { $0.role == .sent } && handlings(of: promise).isEmpty
  }
}
