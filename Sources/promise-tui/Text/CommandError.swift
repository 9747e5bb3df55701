import ArgumentParser

/// Why something cannot be done, in a sentence with the next step, and the exit status that comes of it.
struct CommandError: Error, Hashable {
  var sentence: String
  var status: Int32

  init(_ sentence: String, status: Int32 = 1) {
    self.sentence = sentence
    self.status = status
  }

  /// The exit status, after the sentence is printed.
  func told() -> ExitCode {
    Output.complain(sentence)
    return ExitCode(status)
  }
}

/// Says why what was typed cannot be followed, where that is known only once the command runs. The
/// status is that of bad usage.
func unusable(_ sentence: String) -> ExitCode {
  Output.complain(sentence)
  return .validationFailure
}

/// One line on standard error that says how far a long work is, written over each time, and gone at the
/// end.
final class ProgressLine {
  private var width = 0

  /// A line where standard error is a terminal; none elsewhere.
  init?() {
    guard Output.errorIsTerminal else { return nil }
  }

  /// Says this.
  func show(_ text: String) {
    let text = String(text.prefix(76))
    Output.report("\r" + text.padded(to: width))
    width = text.count
  }

  /// Takes the line away.
  func clear() {
    guard width > 0 else { return }
    // The terminal may have shown a `^C` after it.
    width += 2
    show("")
    Output.report("\r")
  }
}

/// The one of `names` that `typed` was most likely meant to be; `nil` if none is near.
///
/// Near are names at a distance of at most a third of the longer one, and names that begin with what
/// was typed, or contain it.
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

/// The name that is nearest to what was typed as a question behind another sentence; nothing where none is near.
func didYouMean(_ typed: String, among names: [String], quote: String = "'") -> String {
  nearestName(to: typed, among: names).map { " Did you mean \(quote)\($0)\(quote)?" } ?? ""
}

/// How many characters must be inserted, removed, changed, or swapped with their neighbour, to make
/// `b` of `a`. O(`a.count` times `b.count`)
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
