/// The fields of one line of a trace, by name.
struct TraceFields {
  /// What is wrong with a field.
  enum Failure: Error, Hashable, CustomStringConvertible {
    case noObject
    case missing(String)
    case wrongType(String)
    /// A number that cannot be meant.
    case outOfRange(String)
    /// A kind or another word that this version does not know.
    case unknownWord(field: String, String)

    var description: String {
      switch self {
      case .noObject: "no object"
      case .missing(let field): "the field \(field) is missing"
      case .wrongType(let field): "the field \(field) has a value of the wrong type"
      case .outOfRange(let field): "the field \(field) has a number that is out of its range"
      case .unknownWord(let field, let word): "the field \(field) has the unknown value \(word)"
      }
    }
  }

  private let fields: [JSONField]

  /// The fields of `value`, which must be an object.
  init(_ value: JSONValue) throws(Failure) {
    guard case .object(let fields) = value else { throw .noObject }
    self.fields = fields
  }

  private init(_ fields: [JSONField]) { self.fields = fields }

  /// The name of the field that stands first; none where there is no field.
  var firstKey: String? { fields.first?.key }

  private subscript(key: String) -> JSONValue? { fields.first { $0.key == key }?.value }

  /// A number; none where the field is missing or null. (So with the other `maybe` forms.)
  func maybeInteger(_ key: String) throws(Failure) -> Int? {
    switch self[key] {
    case .integer(let value): value
    case nil, .null: nil
    default: throw .wrongType(key)
    }
  }

  /// A number that must be there.
  func integer(_ key: String) throws(Failure) -> Int {
    guard let value = try maybeInteger(key) else { throw .missing(key) }
    return value
  }

  /// A number that must be there, and in that range.
  func integer(_ key: String, in range: ClosedRange<Int>) throws(Failure) -> Int {
    let value = try integer(key)
    guard range.contains(value) else { throw .outOfRange(key) }
    return value
  }

  /// A text.
  func maybeString(_ key: String) throws(Failure) -> String? {
    switch self[key] {
    case .string(let value): value
    case nil, .null: nil
    default: throw .wrongType(key)
    }
  }

  /// A text that must be there.
  func string(_ key: String) throws(Failure) -> String {
    guard let value = try maybeString(key) else { throw .missing(key) }
    return value
  }

  /// Whether the field is true.
  func flag(_ key: String) throws(Failure) -> Bool {
    switch self[key] {
    case .bool(let value): value
    case nil, .null: false
    default: throw .wrongType(key)
    }
  }

  /// An identity that must be there.
  func identity<ID: EventIdentity>(_ key: String) throws(Failure) -> ID {
    ID(try integer(key))
  }

  /// An identity.
  func maybeIdentity<ID: EventIdentity>(_ key: String) throws(Failure) -> ID? {
    try maybeInteger(key).map { ID($0) }
  }

  /// A list of promises, empty where the field is missing.
  func promises(_ key: String) throws(Failure) -> [PromiseID] {
    switch self[key] {
    case .array(let values):
      var promises: [PromiseID] = []
      promises.reserveCapacity(values.count)
      for value in values {
        guard case .integer(let number) = value else { throw .wrongType(key) }
        promises.append(PromiseID(number))
      }
      return promises
    case nil, .null: return []
    default: throw .wrongType(key)
    }
  }

  /// A list of texts, empty where the field is missing.
  func strings(_ key: String) throws(Failure) -> [String] {
    switch self[key] {
    case .array(let values):
      var texts: [String] = []
      for value in values {
        guard case .string(let text) = value else { throw .wrongType(key) }
        texts.append(text)
      }
      return texts
    case nil, .null: return []
    default: throw .wrongType(key)
    }
  }

  /// A list of objects, empty where the field is missing.
  func objects(_ key: String) throws(Failure) -> [TraceFields] {
    switch self[key] {
    case .array(let values):
      var objects: [TraceFields] = []
      objects.reserveCapacity(values.count)
      for value in values {
        guard case .object(let fields) = value else { throw .wrongType(key) }
        objects.append(TraceFields(fields))
      }
      return objects
    case nil, .null: return []
    default: throw .wrongType(key)
    }
  }

  /// One of the words of `Word`.
  func word<Word: RawRepresentable<String>>(_ key: String) throws(Failure) -> Word {
    guard let word: Word = try maybeWord(key) else { throw .missing(key) }
    return word
  }

  /// One of a fixed list of words.
  func maybeWord<Word: RawRepresentable<String>>(_ key: String) throws(Failure) -> Word? {
    guard let text = try maybeString(key) else { return nil }
    guard let word = Word(rawValue: text) else { throw .unknownWord(field: key, text) }
    return word
  }

  /// The site in the fields `file`, `line` and `col`.
  func maybeSite() throws(Failure) -> SourceSite? {
    guard let file = try maybeString("file") else { return nil }
    return SourceSite(file: file, line: try integer("line"), column: try integer("col"))
  }
}
