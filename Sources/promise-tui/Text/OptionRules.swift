import ArgumentParser

/// Returns those of these options that are given.
func given(_ options: KeyValuePairs<String, Bool>) -> [String] {
  options.filter(\.value).map(\.key)
}

/// Rejects an option that is given together with one that excludes it.
///
/// - Parameters:
///   - option: The option.
///   - others: Those that are given of the options that exclude it.
///   - reason: Why they exclude each other, or what to use instead.
func reject(
  _ option: String, with others: [String], _ reason: String = ""
) throws {
  guard let other = others.first else { return }
  throw ValidationError(
    "\(option) and \(other) cannot be used together" + (reason.isEmpty ? "." : ": \(reason)."))
}
