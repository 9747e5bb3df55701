import ArgumentParser
import PromiseGraph
import PromiseInsight
import PromiseSimulation

/// The options that silence and enable warnings.
struct LintOptions: ParsableArguments {
  @Option(
    name: [.customShort("A"), .customLong("allow")],
    help: ArgumentHelp(
      "Silence this warning, or all of them with 'all'. May be repeated; 'promise-tui lints' lists them.",
      valueName: "warning"),
    completion: .list(["all"] + Lints.all.map { $0.id }))
  var allowed: [String] = []

  @Option(
    name: [.customShort("W"), .customLong("warn")],
    help: ArgumentHelp(
      "Enable this warning even if all are silenced, or set its threshold or library, as in slow-handler=200ms or order-unlike=js. May be repeated.",
      valueName: "warning[=value]"),
    completion: .list(Lints.all.map { $0.id }))
  var warned: [String] = []

  func validate() throws { _ = try Self.read(allowed: allowed, warned: warned) }

  /// The settings that the options amount to; by default, all warnings are enabled with their own
  /// thresholds.
  var settings: LintSettings { changing(LintSettings()) }

  /// Returns `settings` as the options change them.
  func changing(_ settings: LintSettings) -> LintSettings {
    (try? Self.read(allowed: allowed, warned: warned, changing: settings)) ?? settings
  }

  /// Returns `settings` with these warnings silenced, and then those enabled.
  ///
  /// - Throws: A `ValidationError` about the first one that is wrong.
  static func read(
    allowed: [String] = [], warned: [String] = [], changing settings: LintSettings = LintSettings()
  ) throws -> LintSettings {
    var settings = settings
    for name in allowed {
      if name == "all" {
        settings.setAll(isReported: false)
      } else {
        settings.set(try Self.lint(named: name), isReported: false)
      }
    }
    for text in warned {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      if name == "all", parts.count == 1 {
        settings.setAll(isReported: true)
        continue
      }
      let lint = try Self.lint(named: name)
      settings.set(lint, isReported: true)
      guard parts.count == 2 else { continue }
      if lint == OrderUnlike.self {
        settings.library = LibraryRules(try Self.library(named: String(parts[1])))
        continue
      }
      guard let threshold = lint.threshold else {
        throw ValidationError(
          "\(name) has no threshold: it is reported whenever it occurs. Use -W \(name) alone.")
      }
      guard let value = threshold.value(of: parts[1]) else {
        throw ValidationError(
          "'\(parts[1])' is not a threshold of \(name) (\(threshold.meaning)): it takes"
            + " \(threshold.allowed). The default is \(threshold.text(of: threshold.standard)).")
      }
      settings.setThreshold(of: lint, to: value)
    }
    return settings
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
    let names = Lints.all.map { $0.id }
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
