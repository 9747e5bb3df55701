/// One of those that are compared, with what it does for each workload that it has a form for.
struct Subject: Sendable {
  var name: String
  var loads: [Workload: @Sendable () -> Void]

  /// In the order of the columns.
  static let all: [Subject] = [promiseKitLite, floor, swiftNIO, openCombine, swiftConcurrency]
}
