import ArgumentParser

/// `promise-tui new DIR`: creates a package for your own code.
struct NewCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "Create a small package to write promises in, and to watch.",
    usage: "promise-tui new <folder> [--library <path-or-url>]",
    discussion: """
      The package has one program of a few lines, and depends on the libraries of the checkout that \
      promise-tui was built from. Existing files are never overwritten.

      EXAMPLES
        promise-tui new hello
        promise-tui watch hello
        promise-tui new hello --library ~/src/promise-tui
      """)

  @Argument(
    help: "The package's folder; it is created if it does not exist.", completion: .directory)
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
    let package = NewPackage(folder: Folder.absolute(folder), library: try place())
    if package.hasLibraryName {
      throw usageError(
        "a package named '\(Folder.name(of: package.folder))' cannot depend on a checkout of the same name:"
          + " choose another folder")
    }
    let existingFiles = package.existingFiles
    guard existingFiles.isEmpty else {
      throw failed(
        "nothing was written: \(package.folder) already contains \(existingFiles.joined(separator: ", ")): choose another folder"
      )
    }
    if let problem = package.write() { throw failed(problem) }
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

  private func failed(_ sentence: String) -> ExitCode {
    Output.printError(sentence)
    return .failure
  }
}
