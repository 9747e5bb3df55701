extension TraceFields {
  /// A part that is a text; none where the field is missing or null.
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

  /// A text.
  func maybeString(_ key: EventKey) throws(Failure) -> String? {
    try textPart(key).map(text)
  }

  /// A text that is like others: it is looked for among `shared` first.
  func maybeString(_ key: EventKey, _ shared: inout SharedTexts) throws(Failure) -> String? {
    guard let part = try textPart(key) else { return nil }
    guard part.kind == .plainText else { return texts[part.value] }
    return shared.text(bytes, part.value, part.count)
  }

  /// A text that must be there.
  func string(_ key: EventKey) throws(Failure) -> String {
    guard let value = try maybeString(key) else { throw .missing(key.name) }
    return value
  }

  /// One of the words of `Word`.
  func word<Word: EventWord>(_ key: EventKey) throws(Failure) -> Word {
    guard let word: Word = try maybeWord(key) else { throw .missing(key.name) }
    return word
  }

  /// One of a fixed list of words.
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
  /// Hands the places of a list's elements to `body`; there are none where the field is missing.
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

  /// A list of promises, empty where the field is missing.
  func promises(_ key: EventKey) throws(Failure) -> [PromiseID] {
    var promises: [PromiseID] = []
    try forEach(key) { place throws(Failure) in
      guard parts[place].kind == .integer else { throw .wrongType(key.name) }
      promises.append(PromiseID(parts[place].value))
    }
    return promises
  }

  /// A list of texts, empty where the field is missing.
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

  /// A list of objects, empty where the field is missing.
  func objects(_ key: EventKey) throws(Failure) -> [TraceFields] {
    var objects: [TraceFields] = []
    try forEach(key) { place throws(Failure) in
      guard parts[place].kind == .object else { throw .wrongType(key.name) }
      objects.append(try TraceFields(bytes, parts, texts, place: place))
    }
    return objects
  }
}
