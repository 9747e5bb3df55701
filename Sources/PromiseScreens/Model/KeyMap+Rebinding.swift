/// Other keys for some actions.
package struct Rebinding: Hashable, Sendable {
  /// The keys of each changed action, which replace its own. An empty list leaves the action without a key.
  package var keys: [Action: [Key]]

  package init(_ keys: [Action: [Key]] = [:]) { self.keys = keys }

  /// A key that would do two things in one mode.
  package struct Conflict: Hashable, Sendable {
    package var key: Key
    package var mode: Mode
    /// The two actions, in the order of the table.
    package var actions: [Action]
  }
}

extension KeyMap {
  /// The key that always quits, and cannot get another meaning.
  package static let fixedKey = Key.control("c")

  /// The actions of the table in its order, each once.
  package var actions: [Action] {
    var seen: Set<Action> = []
    return bindings.flatMap { $0.strokes.map(\.action) }.filter { seen.insert($0).inserted }
  }

  /// Returns the keys of an action in the order of the table, each once, without the one that cannot be
  /// changed.
  package func keys(of action: Action) -> [Key] {
    var seen: Set<Key> = [Self.fixedKey]
    return bindings.flatMap(\.strokes).filter { $0.action == action }.map(\.key)
      .filter { seen.insert($0).inserted }
  }

  /// Returns the rows that contain an action.
  package func rows(of action: Action) -> [Binding] {
    bindings.filter { $0.strokes.contains { $0.action == action } }
  }

  /// Returns the map with other keys.
  ///
  /// An action that appears in several rows gets its new keys in all of them. In a mode in which characters
  /// are typed, keys that are characters stay text, and the action keeps its own keys if no others are left.
  package func rebound(_ rebinding: Rebinding) -> KeyMap {
    let changed = rebinding.keys.filter { Set(keys(of: $0)) != Set($1) }
    guard !changed.isEmpty else { return self }
    let typing = Set(Mode.allCases).subtracting(Mode.lettered)
    return KeyMap(
      bindings.flatMap { row -> [Binding] in
        guard row.strokes.contains(where: { changed[$0.action] != nil }) else { return [row] }
        return [(row.modes.subtracting(typing), false), (row.modes.intersection(typing), true)]
          .compactMap { modes, isTyping in
            modes.isEmpty
              ? nil : row.bound(to: row.strokes(changed, whileTyping: isTyping), in: modes)
          }.filter { !$0.strokes.isEmpty }
      })
  }

  /// Returns the keys that a rebinding would give two meanings in one mode, each once.
  package func conflicts(in rebinding: Rebinding) -> [Rebinding.Conflict] {
    let new = rebound(rebinding)
    var found: [Rebinding.Conflict] = []
    var seen: Set<Key> = []
    for mode in Mode.allCases {
      var meanings: [Key: [Action]] = [:]
      for stroke in new.bindings.filter({ $0.modes.contains(mode) }).flatMap(\.strokes) {
        let others = meanings[stroke.key, default: []]
        if !others.contains(stroke.action) { meanings[stroke.key] = others + [stroke.action] }
      }
      for (key, actions) in meanings where actions.count > 1 && !seen.contains(key) {
        let isOwn = actions.allSatisfy { action in
          rebinding.keys[action] == nil
            || bindings.contains { row in
              row.modes.contains(mode)
                && row.strokes.contains { $0.key == key && $0.action == action }
            }
        }
        guard !isOwn else { continue }
        seen.insert(key)
        found.append(Rebinding.Conflict(key: key, mode: mode, actions: actions))
      }
    }
    return found.sorted { $0.key.name(.ascii) < $1.key.name(.ascii) }
  }
}

extension Binding {
  /// Returns the keys of the row, with those of `changed` actions replaced where the action first appears.
  fileprivate func strokes(_ changed: [Action: [Key]], whileTyping: Bool) -> [Stroke] {
    var done: Set<Action> = []
    return strokes.flatMap { stroke -> [Stroke] in
      guard let keys = changed[stroke.action], stroke.key != KeyMap.fixedKey else {
        return [stroke]
      }
      let usable = whileTyping ? keys.filter { !$0.isCharacter } : keys
      if whileTyping, usable.isEmpty { return [stroke] }
      guard done.insert(stroke.action).inserted else { return [] }
      return usable.map { Stroke($0, stroke.action) }
    }
  }
}
