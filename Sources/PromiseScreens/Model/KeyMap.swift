/// The keys of the screens and what they do: the rows of ``KeyTable``, or the same rows with other keys.
package struct KeyMap: Hashable, Sendable {
  /// The rows in footer order, the most useful first.
  package var bindings: [Binding]

  /// Creates a map of these rows.
  package init(_ bindings: [Binding]) { self.bindings = bindings }

  /// Returns the row and the action of `key` in `mode`; `nil` if the key does nothing there.
  package func stroke(for key: Key, in mode: Mode) -> (binding: Binding, action: Action)? {
    for binding in bindings where binding.modes.contains(mode) {
      if let stroke = binding.strokes.first(where: { $0.key == key }) {
        return (binding, stroke.action)
      }
    }
    return nil
  }

  /// Returns the first key of `action` in `mode`; `nil` if none of the keys does that there.
  package func key(for action: Action, in mode: Mode) -> Key? {
    for binding in bindings where binding.modes.contains(mode) {
      if let stroke = binding.strokes.first(where: { $0.action == action }) { return stroke.key }
    }
    return nil
  }
}
