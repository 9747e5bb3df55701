/// A library whose limits are tested.
struct Subject: Sendable {
  var name: String
  /// Its implementation of each trial, given the number of links or steps.
  var trials: [Trial: @Sendable (Int) -> Void]

  /// All subjects, in the order of the columns.
  static let all: [Subject] = [
    promiseKitLite, floor, swiftNIO, openCombine, swiftConcurrency,
  ]
}
