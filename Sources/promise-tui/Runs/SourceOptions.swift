import ArgumentParser

/// Where the files lie that a trace names.
struct SourceOptions: ParsableArguments {
  @Option(
    name: .customLong("source-path"),
    help: ArgumentHelp(
      "Where a module's files lie, or a single file, as in MyApp=../app/Sources/MyApp; else they are looked for below this folder. May be repeated.",
      valueName: "from=to"),
    completion: .directory)
  var paths: [String] = []

  func validate() throws {
    for path in paths where Self.place(path) == nil {
      throw ValidationError(
        "--source-path takes a module's name or a file's, '=' and a path: MyApp=../app/Sources/MyApp"
      )
    }
    for place in paths.compactMap(Self.place) where !Folder.exists(place.to) {
      throw ValidationError(
        "--source-path: there is no \(place.to): name the folder of \(place.from), or a file")
    }
  }

  /// Who finds them.
  var finder: SourceFinder { SourceFinder(below: ".", places: paths.compactMap(Self.place)) }

  private static func place(_ text: String) -> (from: String, to: String)? {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    return parts.count == 2 ? (parts[0], Folder.absolute(parts[1])) : nil
  }
}
