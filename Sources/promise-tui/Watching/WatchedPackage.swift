import PromiseKitLite

/// A package that is built and run repeatedly.
struct WatchedPackage: Sendable {
  /// The absolute path of its folder.
  var folder: String
  /// The program to run, if there are several.
  var product: String?
  /// The build folder, if it is not the package's own `.build`.
  var scratch: String?
  /// The time limit of a run.
  var limit: Duration = .seconds(10)

  /// The name to show until its manifest is read.
  var name: String { product ?? Folder.name(of: folder) }

  /// The path of its manifest.
  var manifest: String { "\(folder)/Package.swift" }

  /// Returns the path of a built program.
  func path(of program: String) -> String { "\(scratch ?? "\(folder)/.build")/debug/\(program)" }

  /// Returns the command line of a command of the package manager.
  func command(_ arguments: String...) -> [String] {
    let place = scratch.map { ["--scratch-path", $0] } ?? []
    return ["swift"] + arguments.prefix(1) + ["--package-path", folder] + place
      + arguments.dropFirst()
  }
}

/// The parts of `swift package describe` that are needed.
struct PackageDescription: Hashable, Sendable {
  /// The package's name.
  var name: String
  /// The programs, in the order of the manifest.
  var programs: [String] = []

  /// Parses the output, which is JSON; `nil` if it is anything else.
  init?(json: [UInt8]) {
    guard let start = json.firstIndex(of: UInt8(ascii: "{")),
      case .object(let fields)? = try? JSONScanner.value(of: json[start...])
    else { return nil }
    guard let name = fields.text("name") else { return nil }
    self.name = name
    for case .object(let product) in fields.values("products") ?? [] {
      guard let name = product.text("name"), product.fields("type")?["executable"] != nil else {
        continue
      }
      programs.append(name)
    }
  }
}
