import ArgumentParser

/// A format, and the file that is written in it, as in `sarif=promise.sarif`.
struct FormatTarget<Format: RawRepresentable<String> & CaseIterable & Hashable & Sendable>:
  Hashable, Sendable
{
  var format: Format
  /// The file; `nil` for standard output.
  var file: String?

  /// Reads the value of an option.
  static func reading(_ text: String) throws -> Self {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = parts.first.map(String.init) ?? ""
    guard let format = Format(rawValue: name) else {
      let names = Format.allCases.map(\.rawValue)
      throw ValidationError(
        "expected a format, or format=file. The formats are: \(names.joined(separator: ", "))."
          + didYouMean(name, among: names))
    }
    guard parts.count > 1 else { return Self(format: format) }
    guard !parts[1].isEmpty else {
      throw ValidationError(
        "the name of the file is empty: give one, as in \(name)=report, or leave out the '='")
    }
    return Self(format: format, file: parts[1] == "-" ? nil : String(parts[1]))
  }
}
