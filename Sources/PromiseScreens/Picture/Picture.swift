import PromiseEvents
import PromiseGraph

/// A canvas as an SVG picture: what the terminal shows, cell by cell, in the colors of a theme.
///
/// Each sign is centered in its cell, whatever font the reader has; frames, lanes and bars are drawn as lines
/// and boxes, so that they connect. The same canvas always gives the same text.
package struct Picture {
  /// The size of a cell, in units of the picture.
  static let cell = (width: 8, height: 17)
  /// The margin on each side.
  static let margin = 8
  /// For how many milliseconds each frame is shown: long enough to read its header and its caption.
  static let frameDuration = 3_000

  private let frames: [Canvas]
  /// For how many milliseconds each frame is shown.
  private let durations: [Int]
  private let title: String
  private let light: Theme
  private let dark: Theme

  /// Creates a picture of `canvas` in the colors of `theme` or, if `nil`, in light or dark colors as the reader
  /// prefers.
  package init(_ canvas: Canvas, title: String, theme: Theme? = nil) {
    self.init(frames: [canvas], title: title, theme: theme)
  }

  /// Creates a picture that shows `frames` one after another, again and again.
  ///
  /// The animation is CSS inside the picture, without a script, so that it also runs where a page shows
  /// the picture as an image. A reader who prefers reduced motion, and a program that does not animate,
  /// sees the last frame.
  ///
  /// - Parameter durations: For how many milliseconds each frame is shown; if it is `nil`, all of them long
  ///   enough to read.
  package init(
    frames: [Canvas], durations: [Int]? = nil, title: String, theme: Theme? = nil
  ) {
    self.frames = frames
    self.durations = frames.indices.map { index in
      max(
        1, durations.flatMap { $0.indices.contains(index) ? $0[index] : nil } ?? Self.frameDuration)
    }
    self.title = title
    light = theme ?? Theme(.light)
    dark = theme ?? Theme(.color)
  }

  /// The document, with a newline at the end.
  package var svg: String {
    let width = (frames.map(\.width).max() ?? 0) * Self.cell.width + 2 * Self.margin
    let height = (frames.map(\.height).max() ?? 0) * Self.cell.height + 2 * Self.margin
    let layers = PictureLayers(frames)
    let motion = PictureMotion(layers, durations: durations)
    return """
      <svg xmlns="http://www.w3.org/2000/svg" width="\(width)" height="\(height)" \
      viewBox="0 0 \(width) \(height)" role="img">
      <title>\(sanitized(title).escapedForXML)</title>
      <style>
      \(PictureStyle(roles: roles, light: light, dark: dark).css)\(motion.css)</style>
      <rect class="page" width="\(width)" height="\(height)" rx="6"/>
      <g transform="translate(\(Self.margin) \(Self.margin))">
      \(layers.svg)</g>
      </svg>

      """
  }

  /// The roles that occur in the picture, in order.
  private var roles: [Role] {
    var used: Set<Role> = []
    for canvas in frames {
      for y in 0..<canvas.height {
        for x in 0..<canvas.width { used.insert(canvas[x, y].role) }
      }
    }
    return Role.allCases.filter(used.contains)
  }
}

/// The style sheet of a picture: a class for each role, in light and dark colors.
struct PictureStyle {
  private let roles: [Role]
  private let light: Theme
  private let dark: Theme

  init(roles: [Role], light: Theme, dark: Theme) {
    self.roles = roles
    self.light = light
    self.dark = dark
  }

  /// The rules, one per line. Viewers without color preferences show the light picture.
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
  /// Returns the part of a role's rule that does not depend on colors; may be empty.
  func weight(_ role: Role) -> String {
    let look = self[role]
    var rules: [String] = []
    if look.bold { rules.append("font-weight: bold") }
    if look.underline { rules.append("text-decoration: underline") }
    // A gray says by itself that it is less.
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
