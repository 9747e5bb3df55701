import PromiseSystem

/// The configuration file of the user, or another one.
enum ConfigFile {
  /// Why a file cannot be used.
  enum Failure: Error, Hashable {
    /// It cannot be read; `sentence` says why.
    case unreadable(_ sentence: String, isMissing: Bool)
    /// There are mistakes in it.
    case problems([ConfigProblem], path: String)

    /// The lines to print.
    var lines: [String] {
      switch self {
      case .unreadable(let sentence, _): [sentence]
      case .problems(let problems, let path): problems.map { $0.line(in: path) }
      }
    }

    /// The exit status: 66 if there is no such file, 65 if it cannot be used.
    var status: Int32 {
      if case .unreadable(_, isMissing: true) = self { 66 } else { 65 }
    }
  }

  /// Reads a file.
  static func read(_ path: String) throws(Failure) -> Settings {
    let bytes: [UInt8]
    do throws(SmallFile.Failure) {
      bytes = try SmallFile.read(path, limit: ConfigDocument.mostBytes)
    } catch {
      throw .unreadable(
        FileError.sentence(.read, path, error.number), isMissing: error.isMissing)
    }
    let reader = ConfigReader(bytes)
    guard reader.problems.isEmpty else { throw .problems(reader.problems, path: path) }
    return reader.settings
  }

  /// Reads the file of the user; without one, nothing is set.
  static func ofUser(_ environment: TerminalEnvironment) throws(Failure) -> Settings {
    guard let path = UserFolders(environment).config else { return Settings() }
    do throws(Failure) {
      return try read(path)
    } catch {
      if case .unreadable(_, isMissing: true) = error { return Settings() }
      throw error
    }
  }
}
