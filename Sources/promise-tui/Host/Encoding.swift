import CNcurses
import PromiseScreens

/// What the terminal's locale can show.
enum Encoding {
  /// Takes the locale of the environment over, and answers the signs that it can show: ASCII where
  /// text is not UTF-8.
  static func adoptedGlyphs() -> GlyphSet { cn_use_locale() ? .unicode : .ascii }
}
