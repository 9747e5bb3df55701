package import PromiseKitLite

/// The events of a stream in order.
package struct History: Sendable {
  package init() {}
}
