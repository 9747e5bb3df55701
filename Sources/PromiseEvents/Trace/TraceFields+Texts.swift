extension TraceFields {
  /// Returns a part that is a text; `nil` if the field is missing or null.
  @inline(__always)
  private func textPart(_ key: EventKey) throws(Failure) -> JSONTape.Part? {
    guard let part = self[key] else { return nil }
    guard part.kind == .plainText || part.kind == .escapedText else {
      throw .wrongType(key.name)
    }
    return part
  }

  private func text(of part: JSONTape.Part) -> String {
    part.kind == .plainText ? bytes.text(part.value, part.count) : texts[part.value]
  }

  /// Returns a text.
  func maybeString(_ key: EventKey) throws(Failure) -> String? {
    try textPart(key).map(text)
  }

  /// Returns a text that is likely to repeat; it is first looked up in `shared`.
  func maybeString(_ key: EventKey, _ shared: inout SharedTexts) throws(Failure) -> String? {
    guard let part = try textPart(key) else { return nil }
    guard part.kind == .plainText else { return texts[part.value] }
    return shared.text(bytes, part.value, part.count)
  }

  /// Returns a text that must be present.
  func string(_ key: EventKey) throws(Failure) -> String {
    guard let value = try maybeString(key) else { throw .missing(key.name) }
    return value
  }

  /// Returns one of the cases of `Word`, which must be present.
  func word<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word {
    guard let word: Word = try maybeWord(key) else { throw .missing(key.name) }
    return word
  }

  /// Returns one of the cases of `Word`.
  func maybeWord<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word? {
    guard let part = try textPart(key) else { return nil }
    let word =
      part.kind == .plainText
      ? Word.words.word(bytes, part.value, part.count) : Word(rawValue: texts[part.value])
    guard let word else { throw .unknownWord(field: key.name, text(of: part)) }
    return word
  }
}

extension TraceFields {
  /// Calls `body` with the index of each element of a list; a missing field counts as an empty
  /// list.
  @inline(__always)
  private func forEach(
    _ key: EventKey, _ body: (Int) throws(Failure) -> Void
  ) throws(Failure) {
    guard let list = place(of: key) else { return }
    guard parts[list].kind == .array else { throw .wrongType(key.name) }
    var next = list + 1
    while next < parts[list].next {
      try body(next)
      next = parts[next].next
    }
  }

  /// Returns a list of promises, empty if the field is missing.
  func promises(_ key: EventKey) throws(Failure) -> [PromiseID] {
    var promises: [PromiseID] = []
    try forEach(key) { place throws(Failure) in
      guard parts[place].kind == .integer else { throw .wrongType(key.name) }
      guard EventNumbers.identities.contains(parts[place].value) else {
        throw .outOfRange(key.name)
      }
      promises.append(PromiseID(parts[place].value))
    }
    return promises
  }

  /// Returns a list of texts, empty if the field is missing.
  func strings(_ key: EventKey) throws(Failure) -> [String] {
    var list: [String] = []
    try forEach(key) { place throws(Failure) in
      let part = parts[place]
      guard part.kind == .plainText || part.kind == .escapedText else {
        throw .wrongType(key.name)
      }
      list.append(text(of: part))
    }
    return list
  }

  /// Returns a list of objects, empty if the field is missing.
  func objects(_ key: EventKey) throws(Failure) -> [TraceFields] {
    var objects: [TraceFields] = []
    try forEach(key) { place throws(Failure) in
      guard parts[place].kind == .object else { throw .wrongType(key.name) }
      objects.append(try TraceFields(bytes, parts, texts, place: place))
    }
    return objects
  }
}
