import ArgumentParser
import PromiseScreens

/// `promise-tui watch DIR`: builds and runs your package whenever a file is saved.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Build and run a package whenever you save; --new creates one.",
    usage: "promise-tui watch [<folder>] [<options>]",
    discussion: """
      The package's program runs its promises in 'Simulation.run', as a new one does. Each run is \
      shown at the same step; compiler errors take the place of the source. Without a terminal, the \
      package is built and run once.

      A new package has one program of a few lines, and depends on the libraries of the checkout that \
      promise-tui was built from. Nothing that exists is changed.

      EXAMPLES
        promise-tui watch --new hello
        promise-tui watch hello --product Hello
        promise-tui watch hello --plain
      """)

  @ParentCommand var root: PromiseTUI

  @Argument(help: "The package's folder. Default: the current folder.", completion: .directory)
  var folder: String?

  @Flag(help: "Create the package, in a new folder; without a terminal, only that.")
  var new = false

  @Option(
    help: ArgumentHelp(
      "With --new: where PromiseKitLite is, a checkout of promise-tui or the URL of a repository.",
      valueName: "path-or-url"), completion: .directory)
  var library: String?

  @Option(
    help: ArgumentHelp(
      "The program to run, if the package has several.", valueName: "name"))
  var product: String?

  @Flag(help: "Build and run once, and print a report of the run or the compiler's errors.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "How many seconds the program may run. Virtual time does not count.",
      valueName: "seconds"))
  var timeout = 10

  @Option(
    help: ArgumentHelp(
      "The folder to build in. Default: .build in the package.", valueName: "folder"),
    completion: .directory)
  var scratchPath: String?

  func validate() throws {
    guard (1...3600).contains(timeout) else {
      throw ValidationError("--timeout must be from 1 to 3600 seconds.")
    }
    guard new else {
      if library != nil { throw ValidationError("--library requires --new.") }
      return
    }
    if folder == nil { throw ValidationError("--new needs the name of a folder, such as hello.") }
    try reject("--new", with: given(["--plain": plain]), "--new creates a package to write in")
  }

  func run() throws {
    let folder = folder ?? "."
    guard !folder.isEmpty else {
      throw usageError("the name of the folder is empty: give one, or . for the current folder")
    }
    if new {
      try create(folder)
      let environment = TerminalEnvironment.current
      guard environment.displayProblem == nil, environment.inputIsTerminal else { return }
    }
    var package = WatchedPackage(folder: Folder.absolute(folder))
    package.product = product
    package.scratch = scratchPath.map { Folder.absolute($0) }
    package.limit = .seconds(timeout)
    guard Folder.leadsToFolder(package.folder) else {
      throw CommandError(
        "\(folder): no such folder. 'promise-tui watch --new \(folder)' creates a package there",
        status: 66)
    }
    guard Folder.isFile(package.manifest) else {
      throw CommandError(
        "\(folder): no Package.swift in this folder. 'promise-tui watch --new DIR' creates a package to watch",
        status: 66)
    }
    if plain { return try buildOnce(package) }
    let source = ProgramSource { [package] sender in WatchFeed(package, sender: sender) }
    try Screens(root.screen).show(.demo(package.name), of: source) { try buildOnce(package) }
  }

  /// Creates a package in a new folder.
  private func create(_ folder: String) throws {
    let path = Folder.absolute(folder)
    if let problem = NewPackage.problem(with: path) { throw problem }
    let package = NewPackage(folder: path, library: try place())
    if package.hasLibraryName {
      throw usageError(
        "a package named '\(Folder.name(of: package.folder))' cannot depend on a checkout of the same name:"
          + " choose another folder")
    }
    if let problem = package.write() { throw CommandError(problem) }
    Output.emit(
      """
      \(folder) is now a package; its program is Sources/\(package.program)/main.swift.
      To watch it as you write:  promise-tui watch \(shellQuoted(folder))

      """)
  }

  /// Returns where the libraries are.
  private func place() throws(CommandError) -> NewPackage.Library {
    if let library, library.contains("://") || library.hasPrefix("git@") { return .url(library) }
    let path = library.map(Folder.absolute) ?? Checkout.path
    if Checkout.isCheckout(path) { return .path(path) }
    throw usageError(
      library.map { "--library: \($0) is neither a checkout of promise-tui nor a URL" }
        ?? "the checkout that promise-tui was built from is no longer at \(path):"
        + " say where the library is with --library PATH or --library URL")
  }

  /// Builds and runs the package once, and prints the result.
  private func buildOnce(_ package: WatchedPackage) throws {
    guard let waiter = EventWaiter(to: nil) else { throw ExitCode.failure }
    var last = ""
    let result = PackageBuilder(package, waiter: waiter).make { work, _, _, _ in
      if work != last, Output.errorIsTerminal { Output.writeError("\(work) ...\n") }
      last = work
    }
    switch result {
    case .ran(let recording, let failure):
      Output.emit(PrintedRun(recording, lints: root.screen.lints).report)
      guard let failure else { return }
      Output.printErrors(failure.text.trimmedEnd)
    case .failed(let failure): Output.printErrors(failure.text.trimmedEnd)
    case .interrupted: break
    }
    throw ExitCode.failure
  }
}

extension String {
  /// The string without a trailing line feed.
  fileprivate var trimmedEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
