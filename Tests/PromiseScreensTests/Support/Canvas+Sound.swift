import PromiseKitLite
import Testing

@testable import PromiseScreens

extension Canvas {
  /// What is wrong with it; `nil` if every row is as wide as the canvas, no wide character is cut
  /// in half, and no cell contains a control character.
  var fault: String? {
    for y in 0..<height {
      var x = 0
      while x < width {
        let text = self[x, y].text
        if text.unicodeScalars.contains(where: \.isCommand) {
          return "cell \(x),\(y) holds a control character: \(sanitized(text))"
        }
        let cells = displayWidth(text)
        guard (1...2).contains(cells), text.unicodeScalars.count <= 5 else {
          return "cell \(x),\(y) is \(cells) wide: \(text)"
        }
        if cells == 2, x + 1 >= width || !self[x + 1, y].text.isEmpty {
          return "the wide character at \(x),\(y) is cut"
        }
        x += cells
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  /// A terminal would interpret it instead of drawing it, or it would change the writing direction.
  fileprivate var isCommand: Bool {
    switch properties.generalCategory {
    case .control, .format, .surrogate, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
