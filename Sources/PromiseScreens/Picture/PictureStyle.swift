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
    let weights = roles.compactMap(weight).joined()
    let inDark = colors(dark, paper: "#101214", ink: "#d8d8d8")
    let inLight = colors(light, paper: "#ffffff", ink: "#202020")
    guard light.ground == nil else { return text + "\n" + weights + inLight }
    return text + "\n" + weights + inLight + "@media (prefers-color-scheme: dark) {\n"
      + inDark + "}\n"
  }

  /// What does not depend on the colours.
  private func weight(_ role: Role) -> String? {
    let look = light[role]
    var rules: [String] = []
    if look.bold { rules.append("font-weight: bold") }
    if look.underline { rules.append("text-decoration: underline") }
    // A grey says by itself that it is less.
    if look.dim, look.color == .default { rules.append("opacity: 0.6") }
    return rules.isEmpty ? nil : ".\(role.rawValue) { \(rules.joined(separator: "; ")) }\n"
  }

  private func colors(_ theme: Theme, paper: String, ink: String) -> String {
    let paper = theme.ground.flatMap { hexadecimal($0.background) } ?? paper
    let ink = theme.ground.flatMap { hexadecimal($0.text) } ?? ink
    let roles = roles.map { role in
      let color = hexadecimal(theme[role].color) ?? ink
      return
        ".\(role.rawValue) { fill: \(color) } path.\(role.rawValue) { fill: none; stroke: \(color) }\n"
    }.joined()
    return ".page { fill: \(paper) }\n" + roles
      + ".inverse { fill: \(paper) } path.inverse { fill: none; stroke: \(paper) }\n"
  }

  private func hexadecimal(_ color: Color) -> String? {
    color.rgb.map { "#" + [$0.red, $0.green, $0.blue].map(digits).joined() }
  }

  private func digits(_ part: Int) -> String {
    let text = String(part, radix: 16)
    return text.count < 2 ? "0" + text : text
  }
}
