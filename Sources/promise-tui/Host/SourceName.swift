/// Which files of a package are sources: what is built from them changes when they do.
enum SourceName {
  /// A file of that name is compiled, or says how.
  static func isSource(_ name: String) -> Bool {
    guard !isHidden(name), let dot = name.lastIndex(of: ".") else { return false }
    return endings.contains(String(name[name.index(after: dot)...]))
  }

  /// A folder of that name may hold sources.
  static func mayHoldSources(_ name: String) -> Bool { !isHidden(name) && name != "node_modules" }

  /// Editors' own files, and what was built.
  private static func isHidden(_ name: String) -> Bool {
    name.hasPrefix(".") || name.hasPrefix("#") || name.hasSuffix("~")
  }

  private static let endings: Set<String> = [
    "swift", "c", "h", "m", "mm", "cc", "cpp", "hpp", "s", "S", "modulemap",
  ]
}
