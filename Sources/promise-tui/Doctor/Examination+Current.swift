import PromiseGraph
import PromiseInsight
import PromiseSystem

extension Examination {
  /// Examines the machine, the terminal and the user's files. What is tried out leaves nothing behind.
  static func current(version: String, _ environment: TerminalEnvironment = .current) -> Self {
    let configuration: Result<Settings, ConfigFile.Failure>
    do throws(ConfigFile.Failure) {
      configuration = .success(try ConfigFile.ofUser(environment))
    } catch {
      configuration = .failure(error)
    }
    let settings = (try? configuration.get()) ?? Settings()
    let locale = LocaleFacts.current(environment, settings)
    let terminal = TerminalFacts.current(environment, isUTF8: locale.isUTF8)
    return Self(
      version: version, system: SystemName.current,
      groups: [
        DoctorGroup(title: "terminal", findings: terminal.findings),
        DoctorGroup(title: "text", findings: locale.findings),
        DoctorGroup(
          title: "files",
          findings: FolderFacts.current(environment, configuration).findings),
        DoctorGroup(title: "recording", findings: RecordingFacts.current().findings),
        DoctorGroup(title: "programs", findings: ProgramFacts.current(environment).findings),
        DoctorGroup(
          title: "installation", findings: InstalledFiles.current(environment).findings),
      ])
  }
}

/// The name of the system.
enum SystemName {
  /// The kernel with its version, the processor, and the distribution if it says which it is.
  static var current: String {
    var names = utsname()
    guard uname(&names) == 0 else { return "an unknown system" }
    let kernel = "\(text(of: names.sysname)) \(text(of: names.release)) \(text(of: names.machine))"
    return distribution.map { "\($0), \(kernel)" } ?? kernel
  }

  private static var distribution: String? {
    guard let bytes = try? SmallFile.read("/etc/os-release", limit: 1 << 16) else { return nil }
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    return lines.first { $0.hasPrefix("PRETTY_NAME=") }.map {
      String($0.dropFirst("PRETTY_NAME=".count).filter { $0 != "\"" })
    }
  }

  /// Returns the text in an array of characters that C declares.
  private static func text<Characters>(of characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
