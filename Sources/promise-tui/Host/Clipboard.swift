import Dispatch
import PromiseGraph
import PromiseInsight
import PromiseScreens
import PromiseSystem
import Synchronization

/// Where a copied text goes: to the display's clipboard, to tmux, or to the terminal.
enum Clipboard {
  /// A method of copying.
  enum Method: Hashable, Sendable {
    /// A program that reads the text from standard input, and where it puts it.
    case program([String], destination: String)
    /// A control sequence that makes the terminal take it.
    case terminal([UInt8])
  }

  /// Returns the methods to try for `text`, in order, with their destinations in `language`.
  static func methods(
    _ text: String, in environment: TerminalEnvironment, _ language: Language = .english
  ) -> [Method] {
    var methods: [Method] = []
    if !environment[.wayland].isEmpty {
      methods.append(
        .program(["wl-copy"], destination: language.text("to the clipboard, by wl-copy")))
    }
    if !environment[.display].isEmpty {
      methods.append(
        .program(
          ["xclip", "-selection", "clipboard"],
          destination: language.text("to the clipboard, by xclip")))
      methods.append(
        .program(
          ["xsel", "--clipboard", "--input"],
          destination: language.text("to the clipboard, by xsel")))
    }
    #if os(macOS)
      // On a remote machine, its clipboard would be of no use.
      if environment[.sshConnection].isEmpty {
        methods.append(.program(["pbcopy"], destination: language.text("to the clipboard")))
      }
    #endif
    if !environment[.tmux].isEmpty {
      methods.append(
        .program(
          ["tmux", "load-buffer", "-w", "-"],
          destination: language.text("to tmux, and to its terminal's clipboard")))
    }
    if let sequence = sequence(text, in: environment) { methods.append(.terminal(sequence)) }
    return methods
  }

  /// Returns OSC 52 with `text`; `nil` if that is more than terminals accept.
  static func sequence(_ text: String, in environment: TerminalEnvironment) -> [UInt8]? {
    let bytes = Array(text.utf8)
    guard bytes.count <= mostBytes else { return nil }
    let sequence = Array("\u{1b}]52;c;\(PageScript.base64(bytes))\u{7}".utf8)
    let term = environment[.term]
    guard term.hasPrefix("screen"), environment[.tmux].isEmpty else { return sequence }
    // GNU screen passes on wrapped sequences, one piece at a time.
    var wrapped: [UInt8] = []
    for start in stride(from: 0, to: sequence.count, by: mostWrapped) {
      let piece = sequence[start..<min(start + mostWrapped, sequence.count)]
      wrapped += Array("\u{1b}P".utf8) + piece + Array("\u{1b}\\".utf8)
    }
    return wrapped
  }

  /// Three quarters of the 100,000 characters that common terminals accept.
  static let mostBytes = 74_994
  private static let mostWrapped = 760
}

/// Copies texts on a separate queue, and reports what it did.
final class Copier: Sendable {
  /// The result of copying a text.
  struct Outcome: Hashable, Sendable {
    /// The result as a sentence.
    var message: String
    /// What to send to the terminal.
    var sequence: [UInt8] = []
  }

  private let outcomes = Mutex<[Outcome]>([])
  private let queue = DispatchQueue(label: "promise-tui.copying", qos: .userInitiated)
  private let wake: @Sendable () -> Void

  /// Creates a copier that calls `wake` when a result is available.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Starts copying `text`.
  func copy(
    _ text: String, in environment: TerminalEnvironment = .current, language: Language = .english
  ) {
    queue.async { [self] in
      let outcome = Self.outcome(text, in: environment, language)
      outcomes.withLock { $0.append(outcome) }
      wake()
    }
  }

  /// Takes the results.
  func take() -> [Outcome] {
    outcomes.withLock { outcomes in
      defer { outcomes = [] }
      return outcomes
    }
  }

  /// Tries one method after another.
  private static func outcome(
    _ text: String, in environment: TerminalEnvironment, _ language: Language
  ) -> Outcome {
    let bytes = text.utf8.count
    let count = bytes == 1 ? language.text("1 byte") : language.text("\(bytes) bytes")
    for method in Clipboard.methods(text, in: environment, language) {
      switch method {
      case .program(let arguments, let destination):
        guard feed(text, to: arguments) else { continue }
        return Outcome(message: language.text("copied \(count) \(destination)"))
      case .terminal(let sequence):
        return Outcome(
          message: language.text(
            "copied \(count) to the terminal's clipboard, if it supports OSC 52"),
          sequence: sequence)
      }
    }
    return Outcome(
      message: language.text(
        "nothing copied: \(count) exceed the terminal's limit of \(Clipboard.mostBytes)"))
  }

  /// Runs a program with `text` on its standard input. Returns whether the program accepted it
  /// within `seconds`; a slower one is ended, since it would only keep the user waiting.
  static func feed(_ text: String, to arguments: [String], within seconds: Double = 2) -> Bool {
    guard let input = PipeWriter(Array(text.utf8)) else { return false }
    // What keeps the clipboard must outlive this process.
    let program = ChildProcess.Program(
      arguments: arguments, descriptors: [STDIN_FILENO: input.reading], endsWithUs: false)
    guard let process = try? ChildProcess.start(program) else { return false }
    let deadline = EventWaiter.now + Int64(seconds * 1e9)
    while process.ending == nil, case let left = deadline - EventWaiter.now, left > 0 {
      input.write()
      _ = waitToRead(
        [process.ended], orToWrite: input.descriptor,
        milliseconds: Int32(clamping: left / 1_000_000 + 1))
    }
    guard let ending = process.ending else {
      process.end()
      return false
    }
    return ending == .exited(0) && input.isWritten
  }
}
