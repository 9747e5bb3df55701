/// The style sheet of a page: a class for each meaning, for light and for dark readers.
struct PageStyle {
  let light: Theme
  let dark: Theme

  /// The rules, a line each.
  var css: String {
    let rules = """
      body { margin: 1rem; background: var(--paper); color: var(--ink); \
      font: 14px ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", \
      "Liberation Mono", monospace }
      h1 { font-size: 1rem } p { margin: 0.5rem 0 }
      #screen { white-space: pre; overflow-x: auto; line-height: 1.2em; \
      font-variant-ligatures: none }
      #screen div { height: 1.2em }
      #screen b { display: inline-block; height: 1.2em; overflow: hidden; text-align: center; \
      vertical-align: top; font-weight: inherit }
      #slider { width: 40ch; max-width: 100%; vertical-align: middle }
      button { font: inherit; min-width: 7ch }

      """
    let weights = Role.allCases.compactMap(weight).joined()
    let inLight = colours(light, paper: "#ffffff", ink: "#202020")
    guard light.ground == nil else { return rules + weights + inLight }
    return ":root { color-scheme: light dark }\n" + rules + weights + inLight
      + "@media (prefers-color-scheme: dark) {\n"
      + colours(dark, paper: "#101214", ink: "#d8d8d8") + "}\n"
  }

  private func weight(_ role: Role) -> String? {
    let look = light[role]
    var rules: [String] = []
    if look.bold { rules.append("font-weight: bold") }
    if look.underline { rules.append("text-decoration: underline") }
    if look.dim, look.color == .default { rules.append("opacity: 0.6") }
    return rules.isEmpty ? nil : ".\(role.rawValue) { \(rules.joined(separator: "; ")) }\n"
  }

  private func colours(_ theme: Theme, paper: String, ink: String) -> String {
    let ground = theme.ground
    let paper = ground.flatMap { hex($0.background) } ?? paper
    let ink = ground.flatMap { hex($0.text) } ?? ink
    return ":root { --paper: \(paper); --ink: \(ink) }\n"
      + Role.allCases.map { role in
        let colour = hex(theme[role].color) ?? ink
        return ".\(role.rawValue) { color: \(colour) } "
          + ".\(role.rawValue).inverse { color: \(paper); background: \(colour) }\n"
      }.joined()
  }

  private func hex(_ color: Color) -> String? {
    guard let (red, green, blue) = color.rgb else { return nil }
    return "#"
      + [red, green, blue].map { part in
        let digits = String(part, radix: 16)
        return part < 16 ? "0\(digits)" : digits
      }.joined()
  }
}
