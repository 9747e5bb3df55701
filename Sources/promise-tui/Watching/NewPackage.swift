import PromiseSystem

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

  /// Returns why no package can be created at an absolute path; `nil` if one may be.
  static func problem(with path: String) -> CommandError? {
    let name = Folder.name(of: path)
    guard !name.isEmpty else {
      return CommandError(
        "/ is the root of the file system: name a new folder, such as hello", status: 64)
    }
    guard isName(name) else {
      return CommandError(
        "'\(name)' cannot be the name of a package: use letters, digits, '-', '_', '.' and spaces,"
          + " and begin with a letter or a digit", status: 64)
    }
    if Folder.isFile("\(path)/Package.swift") {
      return CommandError(
        "nothing was written: \(path) already contains a package: choose another folder, or use"
          + " 'promise-tui watch \(shellQuoted(path))'")
    }
    if Folder.exists(path) {
      return CommandError("nothing was written: \(path) exists already: choose another folder")
    }
    let parent = Folder.parent(of: path) ?? "/"
    guard !Folder.leadsToFolder(parent) else { return nil }
    return .unwritable(path, Folder.exists(parent) ? ENOTDIR : ENOENT)
  }

  /// Returns whether the package manager accepts a package with this name, and a shell a folder.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.first, first.isLetter || first.isNumber else { return false }
    return name.allSatisfy { $0.isLetter || $0.isNumber || "-_. ".contains($0) }
  }

  /// Writes the files into the new folder. Returns what went wrong, after everything is removed
  /// again; `nil` on success.
  func write() -> String? {
    guard mkdir(folder, 0o777) == 0 else { return CommandError.unwritable(folder).sentence }
    for file in files {
      let path = "\(folder)/\(file.path)"
      let parent = Folder.parent(of: path) ?? "/"
      if let number = Folder.make(parent) ?? Folder.write(file.text, to: path) {
        remove()
        return CommandError.unwritable(path, number).sentence
      }
    }
    return nil
  }

  /// Removes what was written.
  private func remove() {
    for file in files { unlink("\(folder)/\(file.path)") }
    for inner in ["/Sources/\(program)", "/Sources", ""] { rmdir(folder + inner) }
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
