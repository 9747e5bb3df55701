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
