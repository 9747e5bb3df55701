/// The kinds of mistakes in the programs that nothing is tuned on.
enum HeldOut {
  static let kinds: [MistakeKind] =
    order + cleanup + sharing + turns + errors + resolving + cancelling + limits
}
