/// Everything that the screens remember: a value, changed only by ``update(_:_:)``.
package struct State: Sendable {
  package var size: Size
  package let glyphs: GlyphSet
  package let theme: Theme
  package let demos: [DemoEntry]

  package init(size: Size, glyphs: GlyphSet, theme: Theme, demos: [DemoEntry]) {
    self.size = size
    self.glyphs = glyphs
    self.theme = theme
    self.demos = demos
  }

  /// Puts the playhead on `event`, or the newest where nothing is said: for a single screen of a
  /// run whose events are all here. Whoever calls it sends the events before.
  package mutating func show(event: Int?) {}
}
