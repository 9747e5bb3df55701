/// A type with a value that says nothing: what a promise is fulfilled with where its outcome is changed by
/// hand and nobody knows a better value.
protocol StandIn {
  /// Nothing, zero, or empty.
  static var standIn: Self { get }
}

extension Int: StandIn { static var standIn: Int { 0 } }
extension Double: StandIn { static var standIn: Double { 0 } }
extension Bool: StandIn { static var standIn: Bool { false } }
extension String: StandIn { static var standIn: String { "" } }
extension Array: StandIn { static var standIn: [Element] { [] } }
extension Dictionary: StandIn { static var standIn: [Key: Value] { [:] } }
extension Optional: StandIn { static var standIn: Wrapped? { nil } }

extension Settled {
  /// A settlement of a promise of `Value` with the first of `known` that is such a value, else with
  /// nothing, zero or empty; none where no value of the type can be had.
  static func standIn<Value: Sendable>(for _: Value.Type, among known: [Settled]) -> Settled? {
    for case .fulfilled(let fulfillment) in known where fulfillment.holds(Value.self) {
      return .fulfilled(fulfillment)
    }
    if let nothing = () as? Value { return .value(nothing) }
    guard let type = Value.self as? any StandIn.Type, let value = type.standIn as? Value else {
      return nil
    }
    return .value(value)
  }
}

extension Fulfillment {
  /// It is a value of this type.
  func holds<Value: Sendable>(_: Value.Type) -> Bool {
    switch self {
    case .word(_, let type): type == Value.self
    case .boxed(let box): box is Box<Value>
    }
  }
}
