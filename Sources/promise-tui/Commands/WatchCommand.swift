import ArgumentParser
import PromiseScreens

/// `promise-tui watch DIR`: builds and runs your package whenever a file is saved.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Build and run a package whenever you save, and show each run at the same step.",
    usage: "promise-tui watch [<folder>] [<options>]",
    discussion: """
      The package's program runs its promises in 'Simulation.run', as the one that 'promise-tui new' \
      creates does. Compiler errors take the place of the source, beside the last picture. If \
      standard output is not a terminal, the package is built and run once, as with --once.

      EXAMPLES
        promise-tui new hello
        promise-tui watch hello
        promise-tui watch hello --product Hello
        promise-tui watch hello --once
      """)

  @Argument(help: "The package's folder.", completion: .directory)
  var folder = "."

  @Option(
    help: ArgumentHelp(
      "The program to run, if the package has several.", valueName: "name"))
  var product: String?

  @Flag(
    name: [.long, .customLong("plain")],
    help: "Build and run once, and print a report of the run or the compiler's errors.")
  var once = false

  @Option(
    help: ArgumentHelp(
      "How many seconds the program may run. Virtual time does not count.",
      valueName: "seconds"))
  var limit = 10

  @Option(
    help: ArgumentHelp(
      "The folder to build in. Default: .build in the package.", valueName: "folder"),
    completion: .directory)
  var scratchPath: String?

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: false)
    guard (1...3600).contains(limit) else {
      throw ValidationError("--limit must be from 1 to 3600 seconds.")
    }
  }

  func run() throws {
    guard !folder.isEmpty else {
      throw usageError("the name of the folder is empty: give one, or . for the current folder")
    }
    var package = WatchedPackage(folder: Folder.absolute(folder))
    package.product = product
    package.scratch = scratchPath.map { Folder.absolute($0) }
    package.limit = .seconds(limit)
    guard Folder.leadsToFolder(package.folder) else {
      throw CommandError(
        "\(folder): no such folder. 'promise-tui new \(folder)' creates a package there", status: 66
      ).report()
    }
    guard Folder.isFile(package.manifest) else {
      throw CommandError(
        "\(folder): no Package.swift in this folder. 'promise-tui new DIR' creates a package to watch",
        status: 66
      ).report()
    }
    if once { return try buildOnce(package) }
    let source = ProgramSource { [package] sender in WatchFeed(package, sender: sender) }
    try Screens(play: play).show(source, opening: package.name) { try buildOnce(package) }
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
      Output.emit(PrintedRun(recording, lints: play.lints.settings).report)
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
