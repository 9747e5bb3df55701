import Dispatch
import PromiseScreens
import PromiseSystem
import Synchronization

/// Where a copied text goes: to the display's clipboard, to tmux, or to the terminal.
enum Clipboard {
  /// A way of copying.
  enum Way: Hashable, Sendable {
    /// A program that reads the text from standard input, and where it puts it.
    case program([String], said: String)
    /// A control sequence that makes the terminal take it.
    case terminal([UInt8])
  }

  /// Returns the ways to try for `text`, in order.
  static func ways(_ text: String, in environment: TerminalEnvironment) -> [Way] {
    var ways: [Way] = []
    if !environment[.wayland].isEmpty {
      ways.append(.program(["wl-copy"], said: "to the clipboard, by wl-copy"))
    }
    if !environment[.display].isEmpty {
      ways.append(
        .program(["xclip", "-selection", "clipboard"], said: "to the clipboard, by xclip"))
      ways.append(.program(["xsel", "--clipboard", "--input"], said: "to the clipboard, by xsel"))
    }
    #if os(macOS)
      // On a remote machine, its clipboard would be of no use.
      if environment[.sshConnection].isEmpty {
        ways.append(.program(["pbcopy"], said: "to the clipboard"))
      }
    #endif
    if !environment[.tmux].isEmpty {
      ways.append(
        .program(
          ["tmux", "load-buffer", "-w", "-"], said: "to tmux, and to its terminal's clipboard"))
    }
    if let sequence = sequence(text, in: environment) { ways.append(.terminal(sequence)) }
    return ways
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
  struct Answer: Hashable, Sendable {
    /// The result as a sentence.
    var said: String
    /// What to send to the terminal.
    var sequence: [UInt8] = []
  }

  private let answers = Mutex<[Answer]>([])
  private let queue = DispatchQueue(label: "promise-tui.copying", qos: .userInitiated)
  private let wake: @Sendable () -> Void

  /// Creates a copier that calls `wake` when a result is available.
  init(wake: @escaping @Sendable () -> Void) { self.wake = wake }

  /// Starts copying `text`.
  func copy(_ text: String, in environment: TerminalEnvironment = .current) {
    queue.async { [self] in
      let answer = Self.answer(text, in: environment)
      answers.withLock { $0.append(answer) }
      wake()
    }
  }

  /// Takes the results.
  func take() -> [Answer] {
    answers.withLock { answers in
      defer { answers = [] }
      return answers
    }
  }

  /// Tries one way after another.
  private static func answer(_ text: String, in environment: TerminalEnvironment) -> Answer {
    let bytes = text.utf8.count
    let count = "\(bytes) byte\(bytes == 1 ? "" : "s")"
    for way in Clipboard.ways(text, in: environment) {
      switch way {
      case .program(let words, let said):
        if feed(text, to: words) { return Answer(said: "copied \(count) \(said)") }
      case .terminal(let sequence):
        return Answer(
          said: "copied \(count) to the terminal's clipboard, if the terminal supports it (OSC 52)",
          sequence: sequence)
      }
    }
    return Answer(
      said: "nothing copied: \(count) are more than the \(Clipboard.mostBytes) that a terminal takes")
  }

  /// Runs a program with `text` on its standard input. Returns whether the program accepted it
  /// within `seconds`; a slower one is ended, since it would only keep the user waiting.
  static func feed(_ text: String, to words: [String], within seconds: Double = 2) -> Bool {
    guard let (reading, writing) = openPipe() else { return false }
    let program = ChildProcess.Program(words: words, descriptors: [STDIN_FILENO: reading])
    let process = try? ChildProcess.start(program)
    close(reading)
    _ = fcntl(writing, F_SETFL, O_NONBLOCK)
    let deadline = ContinuousClock.now + .seconds(seconds)
    let isWritten = process != nil && write(Array(text.utf8), to: writing, until: deadline)
    close(writing)
    guard let process else { return false }
    let rest = max(.zero, deadline - ContinuousClock.now) / .milliseconds(1)
    guard let ending = process.wait(milliseconds: Int32(rest)) else {
      process.end()
      return false
    }
    return ending == .exited(0) && isWritten
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, until deadline: ContinuousClock.Instant
  ) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { PromiseSystem.write(descriptor, $0.baseAddress, $0.count) }
      if count > 0 {
        rest = rest.dropFirst(count)
      } else if errno == EAGAIN, ContinuousClock.now < deadline {
        var room = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&room, 1, 50)
      } else if errno != EINTR {
        return false
      }
    }
    return true
  }
}
