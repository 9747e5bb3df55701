import ArgumentParser
import PromiseKitLite

/// An error that ends a command: a sentence with the next step, and the exit status.
protocol SentenceError: Error {
  var sentence: String { get }
  var status: Int32 { get }
}

extension SentenceError {
  /// Prints the sentence, and returns the exit status to throw.
  func report() -> ExitCode {
    Output.printError(sentence)
    return ExitCode(status)
  }
}

/// An error of a command.
struct CommandError: SentenceError, Hashable {
  var sentence: String
  var status: Int32

  init(_ sentence: String, status: Int32 = 1) {
    self.sentence = sentence
    self.status = status
  }
}

extension OutputFile.Problem: SentenceError {
  var sentence: String { description }
  var status: Int32 { 1 }
}

/// Returns the error for a mistake in the command line that is found only when the command runs.
func usageError(_ sentence: String) -> CommandError { CommandError(sentence, status: 64) }

/// A line on standard error that shows the progress of long work. Each update overwrites it, and it
/// is cleared at the end.
final class ProgressLine {
  private var width = 0

  /// Creates a progress line; `nil` if standard error is not a terminal.
  init?() {
    guard Output.errorIsTerminal else { return nil }
  }

  /// Shows `text` in place of what the line shows now.
  func show(_ text: String) {
    let text = String(sanitized(String(text.prefix(76))).prefix(76))
    Output.writeError("\r" + text.padded(to: width))
    width = text.count
  }

  /// Clears the line.
  func clear() {
    guard width > 0 else { return }
    // The terminal may have shown a `^C` after it.
    width += 2
    show("")
    Output.writeError("\r")
  }
}

/// Returns the name that was most likely meant by `typed`; `nil` if none is close.
///
/// A name is close if it is within an edit distance of a third of the longer one's length, or if it
/// starts with or contains `typed`.
func nearestName(to typed: String, among names: [String]) -> String? {
  let typed = typed.lowercased()
  guard !typed.isEmpty else { return nil }
  let ranked = names.map { ($0, editDistance(typed, $0.lowercased())) }
  if let (name, distance) = ranked.min(by: { $0.1 < $1.1 }),
    distance * 3 <= max(typed.count, name.count)
  {
    return name
  }
  return names.first { $0.lowercased().hasPrefix(typed) }
    ?? names.first { typed.count >= 3 && $0.lowercased().contains(typed) }
}

/// Returns ` Did you mean 'NAME'?` for the name nearest to `typed`, to append to a sentence; empty
/// if none is close.
func didYouMean(_ typed: String, among names: [String], quote: String = "'") -> String {
  nearestName(to: typed, among: names).map { " Did you mean \(quote)\($0)\(quote)?" } ?? ""
}

/// Returns how many characters must be inserted, removed, changed, or swapped with a neighbor to
/// turn `a` into `b`. O(`a.count` × `b.count`)
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a)
  let b = Array(b)
  var before: [Int] = []
  var previous = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      let change = previous[j] + (a[i] == b[j] ? 0 : 1)
      var best = min(change, previous[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
      row.append(best)
    }
    before = previous
    previous = row
  }
  return previous[b.count]
}
