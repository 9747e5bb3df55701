/// The style sheet of a page: one column on a phone, two where there is room, in light and dark colors.
struct PageStyle {
  /// The theme that fixes the colors; `nil` for light or dark, as the reader prefers.
  let theme: Theme.Name?

  /// The rules.
  var css: String { colors + PageScript.file("page.css") }

  /// The color schemes of the page, for the browser's own controls.
  var scheme: String {
    switch theme {
    case nil, .color, .monochrome: "light dark"
    case .light: "light"
    case .highContrast: "dark"
    }
  }

  private var colors: String {
    switch theme {
    case nil, .color: Self.variables(Self.light) + Self.dark(Self.darkColors)
    case .light: Self.variables(Self.light)
    case .highContrast: Self.variables(Self.strong)
    case .monochrome: Self.variables(Self.gray) + Self.dark(Self.darkGray)
    }
  }

  private static func variables(_ colors: [(String, String)]) -> String {
    ":root { \(colors.map { "--\($0): \($1)" }.joined(separator: "; ")) }\n"
  }

  private static func dark(_ colors: [(String, String)]) -> String {
    "@media (prefers-color-scheme: dark) {\n\(variables(colors))}\n"
  }

  // The signs distinguish the states; colors only repeat it, in the hues of the terminal. The accent has none, so that
  // it is no state.
  private static let light = [
    ("paper", "#f7f7f5"), ("card", "#ffffff"), ("ink", "#1d2126"), ("faint", "#626a73"),
    ("line", "#e2e3e0"), ("lane", "#b4b9bf"), ("select", "#e8edf6"), ("accent", "#39424d"),
    ("fulfilled", "#005fd7"), ("rejected", "#bf2626"), ("cancelled", "#a3500b"),
    ("running", "#8a6100"), ("queued", "#0b6f87"), ("locked", "#6a48c0"), ("quiet", "#7a828b"),
    ("wash", "22%"),
  ]
  private static let darkColors = [
    ("paper", "#101317"), ("card", "#171b20"), ("ink", "#dde2e8"), ("faint", "#98a2ad"),
    ("line", "#2a3037"), ("lane", "#4d5761"), ("select", "#1f2a41"), ("accent", "#c3ccd6"),
    ("fulfilled", "#5cacff"), ("rejected", "#ff8379"), ("cancelled", "#f0a35e"),
    ("running", "#e8c14c"), ("queued", "#5cc8de"), ("locked", "#b9a0ff"), ("quiet", "#8a939d"),
    ("wash", "30%"),
  ]
  private static let strong = [
    ("paper", "#000000"), ("card", "#000000"), ("ink", "#ffffff"), ("faint", "#d0d0d0"),
    ("line", "#808080"), ("lane", "#c0c0c0"), ("select", "#003a70"), ("accent", "#8fd0ff"),
    ("fulfilled", "#7fe0ff"), ("rejected", "#ff9a9a"), ("cancelled", "#ffb060"),
    ("running", "#ffff87"), ("queued", "#5fffff"), ("locked", "#87d7ff"), ("quiet", "#d0d0d0"),
    ("wash", "35%"),
  ]
  private static let gray = [
    ("paper", "#f7f7f7"), ("card", "#ffffff"), ("ink", "#1c1c1c"), ("faint", "#636363"),
    ("line", "#e0e0e0"), ("lane", "#b0b0b0"), ("select", "#ebebeb"), ("accent", "#1c1c1c"),
    ("fulfilled", "#1c1c1c"), ("rejected", "#1c1c1c"), ("cancelled", "#1c1c1c"),
    ("running", "#1c1c1c"), ("queued", "#4a4a4a"), ("locked", "#4a4a4a"), ("quiet", "#6f6f6f"),
    ("wash", "18%"),
  ]
  private static let darkGray = [
    ("paper", "#121212"), ("card", "#1a1a1a"), ("ink", "#e2e2e2"), ("faint", "#a0a0a0"),
    ("line", "#303030"), ("lane", "#5a5a5a"), ("select", "#2a2a2a"), ("accent", "#e2e2e2"),
    ("fulfilled", "#e2e2e2"), ("rejected", "#e2e2e2"), ("cancelled", "#e2e2e2"),
    ("running", "#ffffff"), ("queued", "#c0c0c0"), ("locked", "#c0c0c0"), ("quiet", "#909090"),
    ("wash", "28%"),
  ]
}
