import PromiseKitLite

/// What `swift package describe` says of a package, as far as it is asked.
struct PackageDescription: Hashable, Sendable {
  /// The package's name.
  var name: String
  /// The programs that it makes, in the order of the manifest.
  var programs: [String] = []

  /// Reads the answer, which is JSON; nothing where it is another one.
  init?(json: [UInt8]) {
    guard let start = json.firstIndex(of: UInt8(ascii: "{")),
      case .object(let fields)? = try? JSONScanner.value(of: json[start...])
    else { return nil }
    guard case .string(let name)? = fields["name"] else { return nil }
    self.name = name
    guard case .array(let products)? = fields["products"] else { return }
    for case .object(let product) in products {
      guard case .string(let name)? = product["name"], case .object(let type)? = product["type"],
        type["executable"] != nil
      else { continue }
      programs.append(name)
    }
  }
}

extension [JSONField] {
  fileprivate subscript(key: String) -> JSONValue? { first { $0.key == key }?.value }
}
