import PromiseKitLite

/// A package that is built and run again and again.
struct WatchedPackage: Sendable {
  /// Its folder, from the root.
  var folder: String
  /// The program to run, where several could be.
  var product: String?
  /// Where it is built, if that is not its own `.build`.
  var scratch: String?
  /// How long the program may run.
  var limit: Duration = .seconds(10)

  /// What it is called until its manifest was read.
  var name: String { product ?? Folder.name(of: folder) }

  /// Where its manifest is.
  var manifest: String { "\(folder)/Package.swift" }

  /// Where a program lies that was built.
  func path(of program: String) -> String { "\(scratch ?? "\(folder)/.build")/debug/\(program)" }

  /// The words of a command of the package manager.
  func command(_ words: String...) -> [String] {
    let place = scratch.map { ["--scratch-path", $0] } ?? []
    return ["swift"] + words.prefix(1) + ["--package-path", folder] + place + words.dropFirst()
  }
}

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
