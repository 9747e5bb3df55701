import ArgumentParser
import PromiseGraph

/// Which mistakes are told of a run, and from where on.
struct LintOptions: ParsableArguments {
  @Option(
    name: [.customShort("A"), .customLong("allow")],
    help: ArgumentHelp(
      "Do not tell of this mistake, or of any with 'all'. May be repeated; 'promise-tui lints' tells which there are.",
      valueName: "lint"),
    completion: .list(["all"] + Lints.all.map { $0.id }))
  var allowed: [String] = []

  @Option(
    name: [.customShort("W"), .customLong("warn")],
    help: ArgumentHelp(
      "Tell of this mistake although 'all' are allowed, or from a threshold on, as in slow-handler=200ms.",
      valueName: "lint[=value]"),
    completion: .list(Lints.all.map { $0.id }))
  var warned: [String] = []

  func validate() throws { _ = try read() }

  /// What they come to; without a word all lints, each with its own threshold.
  var settings: LintSettings { (try? read()) ?? LintSettings() }

  private func read() throws -> LintSettings {
    var settings = LintSettings()
    for name in allowed {
      if name == "all" {
        settings.setAll(isTold: false)
      } else {
        settings.set(try Self.lint(named: name), isTold: false)
      }
    }
    for text in warned {
      let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts.first ?? "")
      if name == "all", parts.count == 1 {
        settings.setAll(isTold: true)
        continue
      }
      let lint = try Self.lint(named: name)
      settings.set(lint, isTold: true)
      guard parts.count == 2 else { continue }
      guard let threshold = lint.threshold else {
        throw ValidationError(
          "\(name) has no threshold: it is told whenever it happens. -W \(name) alone tells of it.")
      }
      guard let value = threshold.value(of: parts[1]) else {
        throw ValidationError(
          "'\(parts[1])' is no threshold of \(name), which is \(threshold.meaning): it takes"
            + " \(threshold.allowed). Without one it is \(threshold.text(of: threshold.standard)).")
      }
      settings.setThreshold(of: lint, to: value)
    }
    return settings
  }

  /// The lint of that name.
  ///
  /// - Throws: a sentence that names the nearest, and all of them.
  static func lint(named name: String) throws -> any Lint.Type {
    if let lint = Lints.named(name) { return lint }
    let names = Lints.all.map { $0.id }
    let nearest = didYouMean(name, among: names, quote: "")
    throw ValidationError(
      "There is no lint '\(name)'.\(nearest) There are: \(names.sorted().joined(separator: ", ")).")
  }
}
