package import Dispatch

/// The queues that the scenarios of the tests use.
package enum Queues {
  package static let side = DispatchQueue(label: "side")
  package static let other = DispatchQueue(label: "other")
  package static let wide = DispatchQueue(label: "wide", attributes: .concurrent)
}
