import ArgumentParser
import PromiseGraph

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
      "Enable this warning even if all are silenced, or set its threshold, as in slow-handler=200ms. May be repeated.",
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
