import PromiseKitLite

/// The configuration file of the user, or another one.
enum ConfigFile {
  /// Reads a file.
  ///
  /// - Throws: The mistakes, or why it cannot be read; the status is 66 if there is no such file, 65 if it cannot be
  ///   used.
  static func read(_ path: String) throws(CommandError) -> Settings {
    let bytes: [UInt8]
    do {
      bytes = try SmallFile.read(path, limit: ConfigDocument.mostBytes)
    } catch {
      var error = error
      if !error.isMissing { error.status = 65 }
      throw error
    }
    let reader = ConfigReader(bytes)
    guard reader.problems.isEmpty else {
      let lines = reader.problems.map { sanitized($0.line(in: path)) }
      var error = CommandError(lines.joined(separator: "\n"), status: 65)
      error.hasPlaces = true
      throw error
    }
    return reader.settings
  }

  /// Reads the file of the user; without one, nothing is set.
  static func ofUser(_ environment: TerminalEnvironment) throws(CommandError) -> Settings {
    guard let path = UserFolders(environment).config else { return Settings() }
    do {
      return try read(path)
    } catch {
      guard error.isMissing else { throw error }
      return Settings()
    }
  }
}
