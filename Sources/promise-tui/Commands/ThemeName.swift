import ArgumentParser
import PromiseScreens

/// The themes as they are named on the command line.
enum ThemeName: String, ExpressibleByArgument, CaseIterable {
  case colour, monochrome

  /// Colour, unless `NO_COLOR` is set to anything (no-color.org).
  static func byEnvironment(_ environment: TerminalEnvironment) -> Self {
    environment["NO_COLOR"].isEmpty ? .colour : .monochrome
  }

  /// The table of that name.
  var theme: Theme {
    switch self {
    case .colour: .colour
    case .monochrome: .monochrome
    }
  }
}
