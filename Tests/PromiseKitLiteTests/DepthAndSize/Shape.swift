import PromiseKitLite
import Testing

/// One way in which promises can be many: a chain, a tree, a fan-in; what it must do, and how large.
///
/// ``build`` makes it of so many promises, checks what came of it and lets go of it. It is called on a
/// stack of 512 KB, and every byte is counted.
struct Shape: Sendable {
  let name: String
  /// It is made larger than the others every day.
  let isLarge: Bool
  let build: @Sendable (Size) -> Void

  init(_ name: String, isLarge: Bool = false, _ build: @escaping @Sendable (Size) -> Void) {
    self.name = name
    self.isLarge = isLarge
    self.build = build
  }

  /// How large a shape is to be, and what it has.
  struct Size {
    /// The number of promises; a few more or fewer.
    let count: Int
    /// Nobody else allocates meanwhile, so that bytes may be counted.
    var isAlone = true
    /// A queue whose jobs run on the thread that makes the shape.
    let queue = PumpedQueue()
  }
}

extension Shape {
  /// Every shape there is.
  static let all: [Shape] = [chains, adoptions, fanIns, many].flatMap { $0 }

  /// The shape of this name.
  static func named(_ name: String) -> Shape? { all.first { $0.name == name } }
}

extension Shape: CustomStringConvertible, CustomTestStringConvertible {
  var description: String { name }
  var testDescription: String { name }
}
