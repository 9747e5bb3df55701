/// What a key does. Two actions with one name are equal: a layer can give an action of the panes a meaning of its own.
package struct Action: Hashable, Sendable {
  /// Its name in the configuration file, such as `toggle-running`.
  package let name: String
  /// What it does in a few words, for a list of keys. If it is empty, the label of the row says that; if it is `nil`,
  /// the action has no place there, as those of keys that type a number.
  let title: String?
  /// Does it.
  let perform: @Sendable (inout State) -> Void

  init(
    _ name: String, _ title: String? = "", _ perform: @escaping @Sendable (inout State) -> Void
  ) {
    (self.name, self.title, self.perform) = (name, title, perform)
  }

  /// Returns the action with another meaning.
  func meaning(_ perform: @escaping @Sendable (inout State) -> Void) -> Action {
    Action(name, title, perform)
  }

  package static func == (a: Action, b: Action) -> Bool { a.name == b.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension Binding {
  /// Returns what an action of the row does in a few words, for a list of keys; `nil` if it has no place there.
  func title(of action: Action) -> String? {
    guard action.title == "" else { return action.title }
    return label.isEmpty ? nil : label
  }
}
