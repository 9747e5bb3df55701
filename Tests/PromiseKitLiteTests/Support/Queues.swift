import Dispatch

/// Queues that the scenarios of the tests name.
enum Queues {
  static let side = DispatchQueue(label: "side")
  static let other = DispatchQueue(label: "other")
  static let wide = DispatchQueue(label: "wide", attributes: .concurrent)
}
