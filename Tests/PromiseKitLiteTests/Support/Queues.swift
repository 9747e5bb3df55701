import Dispatch

/// The queues that the scenarios of the tests use.
enum Queues {
  static let side = DispatchQueue(label: "side")
  static let other = DispatchQueue(label: "other")
  static let wide = DispatchQueue(label: "wide", attributes: .concurrent)
}
