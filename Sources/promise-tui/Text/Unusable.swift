import ArgumentParser

/// Says why what was typed cannot be followed, where that is known only once the command runs. The
/// status is that of bad usage.
func unusable(_ sentence: String) -> ExitCode {
  Output.complain(sentence)
  return .validationFailure
}
