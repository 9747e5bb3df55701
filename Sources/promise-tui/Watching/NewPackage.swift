/// A small package with a program to watch.
struct NewPackage: Hashable, Sendable {
  /// Where the library is.
  enum Library: Hashable, Sendable {
    /// A checkout, by its absolute path.
    case path(String)
    /// A repository.
    case url(String)
  }

  /// The absolute path of the package's folder.
  let folder: String
  /// The name of the program and its module.
  let program: String
  /// Where to find PromiseKitLite.
  let library: Library

  /// Creates a package in `folder`; the program is named after the folder, as far as Swift allows
  /// it.
  init(folder: String, library: Library) {
    self.folder = folder
    self.library = library
    program = Self.program(for: Folder.name(of: folder))
  }

  /// A file of the package, by its path in the package.
  struct File: Hashable, Sendable {
    var path: String
    var text: String
  }

  /// The files, in the order in which they are written.
  var files: [File] {
    [
      File(path: "Package.swift", text: manifest),
      File(path: "Sources/\(program)/main.swift", text: Self.main),
      File(path: "README.md", text: readme), File(path: ".gitignore", text: ".build/\n"),
    ]
  }

  /// The files that exist already.
  var existingFiles: [String] { files.map(\.path).filter { Folder.exists("\(folder)/\($0)") } }

  /// Writes the files. Returns what went wrong; `nil` on success.
  func write() -> String? {
    for file in files {
      let path = "\(folder)/\(file.path)"
      let parent = Folder.parent(of: path) ?? "/"
      if let problem = Folder.make(parent) { return Self.sentence(parent, problem) }
      if let problem = Folder.write(file.text, to: path) { return Self.sentence(path, problem) }
    }
    return nil
  }

  private static func sentence(_ path: String, _ problem: Int32) -> String {
    "\(path) cannot be written: \(ChildProcess.StartError(number: problem)). Choose another folder"
  }
}

// MARK: - Names

extension NewPackage {
  /// Returns the name of a program in a folder of this name: its words joined, each with a capital
  /// letter.
  static func program(for folder: String) -> String {
    let words = folder.split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    let name = words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    guard let first = name.first, first.isLetter else { return "Demo" + name }
    return taken.contains(name.lowercased()) ? name + "Demo" : name
  }

  /// The names of other modules, and names that a module cannot have.
  private static let taken: Set<String> = [
    "swift", "main", "test", "tests", "foundation", "dispatch", "glibc", "musl", "darwin",
    "promisekit", "promisekitlite", "promisekitlitefoundation", "promisesimulation",
    "synchronization", "any", "self", "type", "protocol",
  ]

  /// The last component of the library's location, by which the package manager identifies
  /// packages.
  var libraryIdentity: String {
    switch library {
    case .path(let path): Folder.name(of: path).lowercased()
    case .url(let url): Self.identity(ofURL: url)
    }
  }

  private static func identity(ofURL url: String) -> String {
    let name = url.split { $0 == "/" || $0 == ":" }.last.map(String.init) ?? url
    return (name.hasSuffix(".git") ? String(name.dropLast(4)) : name).lowercased()
  }

  /// Whether the package has the library's name: such packages cannot depend on each other.
  var hasLibraryName: Bool { Folder.name(of: folder).lowercased() == libraryIdentity }
}

// MARK: - Texts

extension NewPackage {
  private var manifest: String {
    let (dependency, name) =
      switch library {
      case .path(let path):
        (".package(name: \"promise-tui\", path: \(Self.literal(path)))", "promise-tui")
      case .url(let url): (".package(url: \(Self.literal(url)), branch: \"main\")", libraryIdentity)
      }
    return """
      // swift-tools-version: 6.0

      import PackageDescription

      let package = Package(
        name: \(Self.literal(Folder.name(of: folder))),
        platforms: [.macOS(.v15)],
        dependencies: [
          \(dependency)
        ],
        targets: [
          .executableTarget(
            name: "\(program)",
            dependencies: [
              .product(name: "PromiseKitLite", package: \(Self.literal(name))),
              .product(name: "PromiseSimulation", package: \(Self.literal(name))),
            ])
        ]
      )

      """
  }

  private static let main = """
    // Save this file, and the picture updates. What does each line return?
    import PromiseKitLite
    import PromiseSimulation

    Simulation.run {
      after(label: "login", .milliseconds(80))
        .map(label: "token", on: .global()) { "tok_9" }
        .then(label: "fetch") { _ in
          after(label: "answer", .milliseconds(120))
        }
        .done(label: "show") { print("3 items") }
    }

    """

  private var readme: String {
    """
    # \(Folder.name(of: folder))

    A few lines of promises, to watch while you write them:

        promise-tui watch .

    Whenever a file is saved, the program is built and run, and the picture returns to the same step.
    `swift run` runs it without the picture.

    The program runs in a simulation with a clock of its own. Real timers, callbacks and `Task`s are not part
    of it, and a promise that waits for one stays pending: use `after` and `queue.async(.promise)`.

    """
  }

  /// Returns a string as a Swift literal.
  private static func literal(_ text: String) -> String {
    "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
  }
}

/// The checkout that this program was built from, whose libraries a new package needs.
enum Checkout {
  /// Its absolute path when this program was built.
  static let path: String = {
    let parts = #filePath.split(separator: "/")
    // Sources, promise-tui, Watching and this file are below it.
    return "/" + parts.dropLast(4).joined(separator: "/")
  }()

  /// Returns whether a folder is a checkout: it contains the manifest and the libraries.
  static func isCheckout(_ path: String) -> Bool {
    Folder.isFile("\(path)/Package.swift")
      && Folder.leadsToFolder("\(path)/Sources/PromiseKitLite")
      && Folder.leadsToFolder("\(path)/Sources/PromiseSimulation")
  }
}
