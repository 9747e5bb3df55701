/// A canvas as a picture in SVG: what the terminal shows, cell by cell, in the colours of a theme.
///
/// Each sign stands in the middle of its cell, whatever font the reader has; frames, lanes and bars are
/// drawn as lines and boxes, so that they meet. The same canvas is always the same text.
package struct Picture {
  /// A cell, in the picture's units.
  static let cell = (width: 8, height: 17)
  /// What is left free on each side.
  static let margin = 8

  private let canvas: Canvas
  private let title: String
  private let light: Theme
  private let dark: Theme

  /// A picture of `canvas` in the colours of `theme`; without one in colours that go with what the
  /// reader prefers, light or dark.
  package init(_ canvas: Canvas, title: String, theme: Theme? = nil) {
    self.canvas = canvas
    self.title = title
    light = theme ?? Theme(.light)
    dark = theme ?? Theme(.colour)
  }

  /// The document, ended by a newline.
  package var svg: String {
    let width = canvas.width * Self.cell.width + 2 * Self.margin
    let height = canvas.height * Self.cell.height + 2 * Self.margin
    let content = (0..<canvas.height).map { PictureRow(canvas, $0).svg }.joined()
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(escaped(title))</title>
      <style>
      \(PictureStyle(roles: roles, light: light, dark: dark).css)</style>
      <rect class="page" width="\(width)" height="\(height)" rx="6"/>
      <g transform="translate(\(Self.margin) \(Self.margin))">
      \(content)</g>
      </svg>

      """
  }

  /// The meanings that the picture has, in their own order.
  private var roles: [Role] {
    var used: Set<Role> = []
    for y in 0..<canvas.height {
      for x in 0..<canvas.width { used.insert(canvas[x, y].role) }
    }
    return Role.allCases.filter(used.contains)
  }
}

/// `text` between tags and in attributes; what XML cannot say becomes U+FFFD.
func escaped(_ text: String) -> String {
  var result = String.UnicodeScalarView()
  for scalar in text.unicodeScalars {
    switch scalar {
    case "<": result.append(contentsOf: "&lt;".unicodeScalars)
    case ">": result.append(contentsOf: "&gt;".unicodeScalars)
    case "&": result.append(contentsOf: "&amp;".unicodeScalars)
    case "\"": result.append(contentsOf: "&quot;".unicodeScalars)
    case "\n", "\t": result.append(scalar)
    case "\u{0}"..<" ", "\u{FFFE}", "\u{FFFF}": result.append("\u{FFFD}")
    default: result.append(scalar)
    }
  }
  return String(result)
}

/// The style sheet of a picture: a class for each meaning, for light and for dark readers.
struct PictureStyle {
  private let roles: [Role]
  private let light: Theme
  private let dark: Theme

  init(roles: [Role], light: Theme, dark: Theme) {
    self.roles = roles
    self.light = light
    self.dark = dark
  }

  /// The rules, a line each. What does not know of preferences shows the light picture.
  var css: String {
    let text = """
      text { font: 13.3px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", \
      "Liberation Mono", monospace; white-space: pre }
      .sign { text-anchor: middle }
      """
    let weights = roles.map(light.weight).joined()
    let inDark = colors(dark, paper: "#101214", ink: "#d8d8d8")
    let inLight = colors(light, paper: "#ffffff", ink: "#202020")
    guard light.ground == nil else { return text + "\n" + weights + inLight }
    return text + "\n" + weights + inLight + "@media (prefers-color-scheme: dark) {\n"
      + inDark + "}\n"
  }

  private func colors(_ theme: Theme, paper: String, ink: String) -> String {
    let paper = theme.ground.flatMap { $0.background.hexadecimal } ?? paper
    let ink = theme.ground.flatMap { $0.text.hexadecimal } ?? ink
    let roles = roles.map { role in
      let color = theme[role].color.hexadecimal ?? ink
      return
        ".\(role.rawValue) { fill: \(color) } path.\(role.rawValue) { fill: none; stroke: \(color) }\n"
    }.joined()
    return ".page { fill: \(paper) }\n" + roles
      + ".inverse { fill: \(paper) } path.inverse { fill: none; stroke: \(paper) }\n"
  }
}

extension Theme {
  /// What of a meaning's rule does not depend on the colours; empty where that is nothing.
  func weight(_ role: Role) -> String {
    let look = self[role]
    var rules: [String] = []
    if look.bold { rules.append("font-weight: bold") }
    if look.underline { rules.append("text-decoration: underline") }
    // A grey says by itself that it is less.
    if look.dim, look.color == .default { rules.append("opacity: 0.6") }
    return rules.isEmpty ? "" : ".\(role.rawValue) { \(rules.joined(separator: "; ")) }\n"
  }
}

extension Color {
  /// As style sheets have it: `#1a2b3c`; none for the terminal's own.
  var hexadecimal: String? {
    rgb.map { color in
      "#"
        + [color.red, color.green, color.blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }
        .joined()
    }
  }
}
