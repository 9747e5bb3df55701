/// The kinds of mistakes of each half. The relations are tuned on the first half only.
let allKinds: [String: [MistakeKind]] = ["tuning": Tuning.kinds, "held-out": HeldOut.kinds]

/// The kinds of mistakes in the programs that the relations are tuned on.
enum Tuning {
  static let kinds = waiting + conditions + places + inputs
}
