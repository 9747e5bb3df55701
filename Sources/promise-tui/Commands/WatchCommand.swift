import ArgumentParser
import PromiseScreens

/// `promise-tui watch DIR`: one's own lines, built and run whenever they are saved.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Build and run a package whenever it is saved, and show each run at the same step.",
    discussion: """
      The package's program runs its promises in 'Simulation.run', as that of 'promise-tui new' does. What does \
      not compile is shown in the place of the source, beside the last picture. Where standard output is \
      no terminal, it is built and run once, as with --once.

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
      "The program to run, where the package makes several.", valueName: "name"))
  var product: String?

  @Flag(
    name: [.long, .customLong("plain")],
    help: "Build and run it once, and print a report of the run, or what the compiler says.")
  var once = false

  @Option(
    help: ArgumentHelp(
      "How many seconds the program may run. In a simulation time costs nothing.",
      valueName: "seconds"))
  var limit = 10

  @Option(
    help: ArgumentHelp(
      "Where to build, if not in the package's own .build.", valueName: "folder"),
    completion: .directory)
  var scratchPath: String?

  @OptionGroup var play: PlayOptions

  func validate() throws {
    try play.validate(isReal: false)
    guard (1...3600).contains(limit) else {
      throw ValidationError("--limit is from 1 to 3600 seconds")
    }
  }

  func run() throws {
    guard !folder.isEmpty else {
      throw unusable("the name of the package's folder is empty: name it, or . for this one")
    }
    var package = WatchedPackage(folder: Folder.absolute(folder))
    package.product = product
    package.scratch = scratchPath.map { Folder.absolute($0) }
    package.limit = .seconds(limit)
    guard Folder.leadsToFolder(package.folder) else {
      throw CommandError(
        "there is no folder \(folder): 'promise-tui new \(folder)' makes a package", status: 66
      ).told()
    }
    guard Folder.isFile(package.manifest) else {
      throw CommandError(
        "there is no Package.swift in \(folder): 'promise-tui new DIR' makes a package that can be watched",
        status: 66
      ).told()
    }
    if once { return try makeOnce(package) }
    let source = ProgramSource { [package] outlet in WatchFeed(package, outlet: outlet) }
    try Screens(play: play).show(source, opening: package.name) { try makeOnce(package) }
  }

  /// Prints what comes of it.
  private func makeOnce(_ package: WatchedPackage) throws {
    guard let attention = Attention(to: nil) else { throw ExitCode.failure }
    let making = PackageMaker(package, attention: attention).make { work, seconds, _ in
      if seconds == 0, Output.errorIsTerminal { Output.report("\(work) ...\n") }
    }
    switch making {
    case .ran(let recording, let trouble):
      let run = CompleteRun(
        entry: recording.entry, isReal: false, events: recording.events,
        lints: play.lints.settings)
      Output.emit(run.report)
      guard let trouble else { return }
      Output.complain(trouble.text.trimmedEnd)
    case .failed(let trouble): Output.complain(trouble.text.trimmedEnd)
    case .interrupted: break
    }
    throw ExitCode.failure
  }
}

extension String {
  /// Without the line feed at its end.
  fileprivate var trimmedEnd: String { hasSuffix("\n") ? String(dropLast()) : self }
}
