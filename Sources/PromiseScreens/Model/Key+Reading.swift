extension Key {
  /// Returns the key of that name, as the help and the configuration file spell it: a character, a name such
  /// as `Enter`, in any case, or `^U` for a letter with Control held.
  package init?(named name: String) {
    if name.count == 1, let character = name.first, character.isPrintable {
      self = .character(character)
      return
    }
    let lowered = name.lowercased()
    if let key = Self.names[lowered] {
      self = key
      return
    }
    for prefix in ["^", "ctrl-", "ctrl+", "c-"] where lowered.hasPrefix(prefix) {
      let rest = lowered.dropFirst(prefix.count)
      // A terminal sends some keys of their own as these letters.
      guard rest.count == 1, let letter = rest.first, letter.isASCII, letter.isLetter,
        !["i", "j", "m"].contains(letter)
      else { return nil }
      self = .control(letter)
      return
    }
    return nil
  }

  private static let names: [String: Key] = [
    "space": " ", "up": .up, "down": .down, "left": .left, "right": .right, "enter": .enter,
    "return": .enter, "esc": .escape, "escape": .escape, "tab": .tab, "s-tab": .backTab,
    "shift-tab": .backTab, "backspace": .backspace, "home": .home, "end": .end, "pgup": .pageUp,
    "pageup": .pageUp, "pgdn": .pageDown, "pagedown": .pageDown,
  ]

  /// Whether the key types a character.
  var isCharacter: Bool {
    if case .character = self { true } else { false }
  }
}

extension Character {
  /// Whether a terminal can send the character as a key that is displayed in one cell.
  fileprivate var isPrintable: Bool {
    unicodeScalars.count == 1 && !isWhitespace && !isNewline && displayWidth(String(self)) > 0
      && unicodeScalars.allSatisfy { $0.value >= 0x21 && !(0x7F...0x9F).contains($0.value) }
  }
}
