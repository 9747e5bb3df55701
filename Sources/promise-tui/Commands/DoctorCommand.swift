import ArgumentParser

/// `promise-tui doctor`: says what promise-tui can use on this machine.
struct DoctorCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor",
    abstract: "Say what the terminal and the machine can do.",
    usage: "promise-tui doctor [--json]",
    discussion: """
      It examines the terminal, the encoding and language of text, your files, a recording, the \
      programs that promise-tui uses, and what is installed with it. Each is OK, limited, missing \
      or, where there is no terminal to ask, untested; 'next' says what you can do. It changes \
      nothing: what it tries out is removed again.

      The exit status is 1 if something is missing that the screen or a recording needs: a \
      terminal that can move its cursor, if the output is one, a configuration file without \
      mistakes, a folder for temporary files, a trace that can be written. Otherwise it is 0. \
      Attach the output of --json to a report of a bug. docs/troubleshooting.md has more.

      EXAMPLES
        promise-tui doctor
        promise-tui doctor --json > doctor.json
      """)

  @Flag(help: "Print the findings as JSON, for a report of a bug.")
  var json = false

  func run() throws {
    let examination = Examination.current(version: PromiseTUI.configuration.version)
    Output.emit(json ? examination.document : examination.text(width: min(Output.width ?? 80, 100)))
    if !examination.isReady { throw ExitCode.failure }
  }
}
