/// A value in a place of its own that copies share until one of them changes it.
///
/// It is an array of one element: the box that Swift itself copies on write.
struct Box<Value> {
  private var storage: [Value]

  /// A box that holds `value`.
  init(_ value: Value) { storage = [value] }

  /// What it holds.
  var value: Value {
    get { storage[0] }
    _modify { yield &storage[0] }
  }
}

extension Box: Equatable where Value: Equatable {}
extension Box: Hashable where Value: Hashable {}
extension Box: Sendable where Value: Sendable {}
