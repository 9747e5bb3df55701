import PromiseSystem

/// The summary of a step of a GitHub workflow: a file of Markdown that each command of the step adds to.
enum StepSummary {
  /// Adds text to the file that `GITHUB_STEP_SUMMARY` names; does nothing if it is not set.
  static func append(
    _ text: String, in environment: TerminalEnvironment = .current
  ) throws(CommandError) {
    let path = environment[.stepSummary]
    guard !path.isEmpty else { return }
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0o666)
    guard file >= 0 else { throw problem(path, errno) }
    defer { close(file) }
    if let number = writeBytes(Array(text.utf8)[...], to: file) { throw problem(path, number) }
  }

  private static func problem(_ path: String, _ number: Int32) -> CommandError {
    CommandError("GITHUB_STEP_SUMMARY: \(FileError.sentence(.write, path, number))")
  }
}
