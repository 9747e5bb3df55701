import ArgumentParser

/// `promise-tui new DIR`: creates a package for your own code.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a small package to write promises in, and to watch.",
    usage: "promise-tui new <folder> [--library <path-or-url>]",
    discussion: """
      The package has one program of a few lines, and depends on the libraries of the checkout that \
      promise-tui was built from. The folder must be new, in a folder that exists; its name is the \
      package's. Nothing that exists is changed.

      EXAMPLES
        promise-tui new hello
        promise-tui watch hello
        promise-tui new ~/src/hello
        promise-tui new hello --library ~/src/promise-tui
      """)

  @Argument(
    help: "The package's folder, which must not exist yet.", completion: .directory)
  var folder: String

  @Option(
    help: ArgumentHelp(
      "Where to find PromiseKitLite: a checkout of promise-tui, or the URL of a repository.",
      valueName: "path-or-url"), completion: .directory)
  var library: String?

  func run() throws {
    guard !folder.isEmpty else {
      throw usageError("the name of the folder is empty: give one, such as hello")
    }
    let path = Folder.absolute(folder)
    if let problem = NewPackage.problem(with: path) { throw problem.report() }
    let package = NewPackage(folder: path, library: try place())
    if package.hasLibraryName {
      throw usageError(
        "a package named '\(Folder.name(of: package.folder))' cannot depend on a checkout of the same name:"
          + " choose another folder")
    }
    if let problem = package.write() { throw CommandError(problem).report() }
    Output.emit(
      """
      \(folder) is now a package; its program is Sources/\(package.program)/main.swift.
      To watch it as you write:  promise-tui watch \(shellQuoted(folder))

      """)
  }

  /// Returns where the libraries are.
  private func place() throws -> NewPackage.Library {
    if let library {
      if library.contains("://") || library.hasPrefix("git@") { return .url(library) }
      let path = Folder.absolute(library)
      guard Checkout.isCheckout(path) else {
        throw usageError("--library: \(library) is neither a checkout of promise-tui nor a URL")
      }
      return .path(path)
    }
    guard Checkout.isCheckout(Checkout.path) else {
      throw usageError(
        "the checkout that promise-tui was built from is no longer at \(Checkout.path):"
          + " say where the library is with --library PATH or --library URL")
    }
    return .path(Checkout.path)
  }
}
