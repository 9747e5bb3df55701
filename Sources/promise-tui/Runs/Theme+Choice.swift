import ArgumentParser
import PromiseScreens

extension Theme.Name: ExpressibleByArgument {
  /// The name in the environment, unless the command line has one: what `PROMISE_TUI_THEME` says, else
  /// monochrome where `NO_COLOR` is set to anything (no-color.org), else colour.
  ///
  /// - Throws: a sentence that names the variable, its value and what is allowed.
  static func byEnvironment(_ environment: TerminalEnvironment) throws -> Self {
    let wanted = environment[.theme]
    guard !wanted.isEmpty else {
      return environment[.noColor].isEmpty ? .colour : .monochrome
    }
    guard let name = Self(rawValue: wanted) else {
      let names = allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError(
        "PROMISE_TUI_THEME is '\(wanted)' in the environment; a theme is one of \(names).")
    }
    return name
  }
}
