import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseSimulation

extension LintSettings {
  /// Creates `settings` as these words change them, one after another: `slow-handler=off` silences a warning,
  /// `slow-handler` enables it, `slow-handler=200ms` sets its threshold, `all` stands for all of them, and `worth=5` reports up to five
  /// things that are worth a look.
  ///
  /// - Throws: A `ValidationError` about the first one that is wrong.
  init(reading words: [String], changing settings: LintSettings = LintSettings()) throws {
    self = settings
    for word in words {
      let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let (name, value) = (String(parts[0]), parts.dropFirst().last)
      if name == "all", value == nil || value == "off" {
        setAll(isReported: value == nil)
        continue
      }
      if name == "worth", let value {
        guard let number = Int(value), (0...1000).contains(number) else {
          throw ValidationError(
            "-W worth=\(value): it takes a number from 0 to 1000. The default is 3.")
        }
        worth = number
        continue
      }
      let lint = try Self.lint(named: name)
      set(lint, isReported: value != "off")
      guard let value, value != "off" else { continue }
      if lint == OrderUnlike.self {
        library = LibraryRules(try Self.library(named: String(value)))
        continue
      }
      guard let threshold = lint.threshold else {
        throw ValidationError(
          "\(name) has no threshold: it is reported whenever it occurs. Use -W \(name) alone.")
      }
      guard let length = threshold.value(of: value) else {
        throw ValidationError(
          "'\(value)' is not a threshold of \(name) (\(threshold.meaning)): it takes"
            + " \(threshold.allowed). The default is \(threshold.text(of: threshold.standard)).")
      }
      setThreshold(of: lint, to: length)
    }
  }

  /// Returns the library with whose rules orders are compared.
  private static func library(named name: String) throws -> Dialect {
    if let dialect = Dialect.named(name) { return dialect }
    let names = Dialect.all.flatMap { [$0.name] + $0.aliases }
    throw ValidationError(
      "'\(name)' is not a library that \(OrderUnlike.id) compares with."
        + "\(didYouMean(name, among: names, quote: "")) The libraries are: "
        + "\(names.joined(separator: ", ")). The default is promisekit.")
  }

  /// Returns the warning of this name.
  ///
  /// - Throws: A `ValidationError` that names the nearest warning, and lists all of them.
  static func lint(named name: String) throws -> any Lint.Type {
    if let lint = Lints.named(name) { return lint }
    let names = Lints.every.map { $0.id }
    let nearest = didYouMean(name, among: names, quote: "")
    throw ValidationError(
      "\(name): no such warning.\(nearest) The warnings are: \(names.sorted().joined(separator: ", "))."
    )
  }
}

extension LibraryRules {
  /// What a warning needs of the rules of `dialect`.
  init(_ dialect: Dialect) {
    self.init(title: dialect.title)
    isDepthFirst = dialect.simulated(.order) == .depth
    locksIn = dialect.simulated(.lockIn) == .locked
    runsInside = dialect.simulated(.handlers) == .settlingThread
    skipJobs = dialect.simulated(.skipping) == .oneJob ? 1 : 0
    adoptionJobs = dialect.simulated(.adoption) == .twoJobs ? 2 : 0
    inputJobs = dialect.simulated(.inputs) == .oneJob ? 1 : 0
  }
}
