/// One of those that are tried.
struct Subject: Sendable {
  var name: String
  /// What each trial does, given how many links or steps.
  var trials: [Trial: @Sendable (Int) -> Void]

  /// In the order of the columns.
  static let everyone: [Subject] = [
    promiseKitLite, floor, swiftNIO, openCombine, swiftConcurrency,
  ]
}
