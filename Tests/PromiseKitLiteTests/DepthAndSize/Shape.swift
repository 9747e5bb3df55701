import PromiseKitLite
import Testing

/// One structure with many promises: a chain, a tree, a fan-in; what it must do, and its size.
///
/// ``build`` creates it with the given number of promises, checks the result, and releases it. It
/// is called on a stack of 128 KB, and every byte is counted.
struct Shape: Sendable {
  let name: String
  let build: @Sendable (Size) -> Void

  init(_ name: String, _ build: @escaping @Sendable (Size) -> Void) {
    self.name = name
    self.build = build
  }

  /// The size of a shape, and its environment.
  struct Size {
    /// The approximate number of promises.
    let count: Int
    /// Nothing else allocates in the meantime, so bytes can be counted.
    var isAlone = true
    /// A queue whose jobs run on the thread that builds the shape.
    let queue = PumpedQueue()
  }
}

extension Shape {
  /// All shapes.
  static let all: [Shape] = [chains, adoptions, fanIns, many].flatMap { $0 }

  /// Returns the shape with this name.
  static func named(_ name: String) -> Shape? { all.first { $0.name == name } }
}

extension Shape: CustomStringConvertible, CustomTestStringConvertible {
  var description: String { name }
  var testDescription: String { name }
}
