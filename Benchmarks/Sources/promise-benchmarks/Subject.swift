/// A library that is compared, with its implementation of each workload that it supports.
struct Subject: Sendable {
  var name: String
  var loads: [Workload: @Sendable () -> Void]

  /// All subjects, in the order of the columns.
  static let all: [Subject] = [promiseKitLite, floor, swiftNIO, openCombine, swiftConcurrency]
}
