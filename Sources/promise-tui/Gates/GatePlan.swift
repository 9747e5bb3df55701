/// How the gate of a program is controlled.
struct GatePlan: Sendable {
  let breakpoints: KeptBreakpoints
  /// Whether the gate is closed before the first job.
  let closesFirst: Bool

  /// Why the gate is closed from the start; `nil` if it is open.
  var closing: String? { closesFirst ? "before the first job" : nil }
}
