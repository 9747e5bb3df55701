import CHost
import PromiseGraph
import PromiseInsight
import PromiseScreens

/// The encoding of text, and the language.
struct LocaleFacts: Sendable {
  var environment: TerminalEnvironment
  /// Whether the locale that the environment names is installed.
  var isInstalled: Bool
  /// The name of its encoding, such as `UTF-8`.
  var encoding: String
  /// What the configuration file sets.
  var settings: Settings
  /// How many fonts with Chinese characters this machine has; `nil` if that is not known, or if the terminal is on
  /// another machine.
  var chineseFonts: Int?

  /// Whether other characters than ASCII can be drawn.
  var isUTF8: Bool { encoding == "UTF-8" }
}

extension LocaleFacts {
  /// Adopts the locale of the environment, as the screen does, and looks at it.
  static func current(_ environment: TerminalEnvironment, _ settings: Settings) -> Self {
    var isInstalled = false
    let encoding = host_locale_encoding(&isInstalled).map { String(cString: $0) } ?? ""
    var fonts: Int?
    if environment[.sshConnection].isEmpty,
      case .lines(let lines) = ProgramAnswer(to: ["fc-list", ":lang=zh"], within: .seconds(5))
    {
      fonts = lines.count
    }
    return Self(
      environment: environment, isInstalled: isInstalled, encoding: encoding, settings: settings,
      chineseFonts: fonts)
  }

  var findings: [DoctorFinding] { [locale, language] + [fonts].compactMap { $0 } }

  private var locale: DoctorFinding {
    let variables: [Variable] = [.locale, .localeOfText, .language]
    let setting = variables.first { !environment[$0].isEmpty }
      .map { "\($0.rawValue) is \(environment[$0])" }
    let name = setting ?? "no locale is set"
    guard isUTF8 else {
      return .limited(
        "encoding", "\(name), so text is \(encoding), and the screen is drawn in ASCII",
        next: "export LC_ALL=C.UTF-8, or another locale that 'locale -a' lists with UTF-8")
    }
    guard isInstalled else {
      return .limited(
        "encoding", "\(name), which is not installed: C.UTF-8 is used",
        next: "'locale -a' lists those that are installed")
    }
    return settings.ascii
      ? .ok("encoding", "UTF-8; the configuration file asks for ASCII")
      : .ok("encoding", "\(name), so text is UTF-8")
  }

  private var language: DoctorFinding {
    let variables: [Variable] = [.locale, .localeOfMessages, .language]
    let reason =
      settings.language != nil
      ? "the configuration file sets it"
      : variables.first { !environment[$0].isEmpty }
        .map { "\($0.rawValue) is \(environment[$0])" } ?? "no locale is set"
    let language = settings.language ?? environment.language
    guard language == .chinese else { return .ok("language", "English: \(reason)") }
    guard isUTF8, !settings.ascii else {
      return .limited(
        "language", "English, although \(reason): ASCII has no Chinese characters",
        next: isUTF8 ? "remove 'ascii' from the configuration file" : "export LC_ALL=zh_CN.UTF-8")
    }
    return .ok("language", "Chinese: \(reason)")
  }

  /// A program cannot see which font its terminal uses.
  private var fonts: DoctorFinding? {
    guard let chineseFonts else { return nil }
    if chineseFonts > 0 { return .ok("fonts", "\(plural(chineseFonts, "font")) with Chinese") }
    let isChinese = (settings.language ?? environment.language) == .chinese
    let fact = "no font with Chinese characters on this machine"
    let next = "install one, as with 'apt-get install fonts-noto-cjk'"
    return isChinese
      ? .limited("fonts", fact, next: next) : .ok("fonts", "\(fact); --lang zh needs one")
  }
}
