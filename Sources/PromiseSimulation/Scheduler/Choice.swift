public import PromiseKitLite

extension Simulation {
  /// One of the things that can happen next in a simulation.
  public typealias Choice = PromiseEvent.Choice
}
