/// Which keys hold: what stands in front.
package enum Mode: String, Hashable, Sendable, CaseIterable {
  /// The list of demos.
  case picker
  /// The panes of a demo.
  case demo
  /// The help, over either.
  case help
  /// A line is being typed; characters without a binding go into it.
  case prompt
}
