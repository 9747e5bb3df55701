import ArgumentParser

/// `promise-tui new DIR`: a package for one's own lines.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Make a small package to write promises in, and to watch.",
    discussion: """
      The package has one program, of a few lines, and depends on the libraries of the checkout that \
      promise-tui was built from. Nothing that is there already is written over.

      EXAMPLES
        promise-tui new hello
        promise-tui watch hello
        promise-tui new hello --library ~/src/promise-tui
      """)

  @Argument(
    help: "The folder of the package; it is made where there is none.", completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Where PromiseKitLite is: a checkout of promise-tui, or the URL of a repository.",
      valueName: "path-or-url"), completion: .directory)
  var library: String?

  func run() throws {
    guard !folder.isEmpty else {
      throw unusable("the name of the folder is empty: name one, as hello")
    }
    let package = NewPackage(folder: Folder.absolute(folder), library: try place())
    if package.isCalledLikeLibrary {
      throw unusable(
        "a package called '\(Folder.name(of: package.folder))' cannot depend on the checkout of that name:"
          + " name the folder otherwise")
    }
    let obstacles = package.obstacles
    guard obstacles.isEmpty else {
      throw failed(
        "nothing written: \(package.folder) has \(obstacles.joined(separator: ", ")) already: name another folder"
      )
    }
    if let problem = package.write() { throw failed(problem) }
    Output.emit(
      """
      \(folder) is a package now; its program is Sources/\(package.program)/main.swift.
      Watch it while you write:  promise-tui watch \(shellQuoted(folder))

      """)
  }

  /// Where the libraries are.
  private func place() throws -> NewPackage.Library {
    if let library {
      if library.contains("://") || library.hasPrefix("git@") { return .url(library) }
      let path = Folder.absolute(library)
      guard Checkout.isOne(path) else {
        throw unusable("--library: \(library) is no checkout of promise-tui, and no URL")
      }
      return .path(path)
    }
    guard Checkout.isOne(Checkout.path) else {
      throw unusable(
        "the checkout that promise-tui was built from is not at \(Checkout.path) any more:"
          + " say where the library is, with --library PATH or --library URL")
    }
    return .path(Checkout.path)
  }

  private func failed(_ sentence: String) -> ExitCode {
    Output.complain(sentence)
    return .failure
  }
}
