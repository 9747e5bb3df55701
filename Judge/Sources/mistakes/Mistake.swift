import SwiftSyntax

/// A kind of mistake, and where a program's syntax allows it.
struct MistakeKind: Sendable {
  /// The name in the table of results, such as `drop-guard`.
  let name: String
  /// Whether every run of the line has the mistake, or every third only. In the first case, no run of the line is
  /// unlike the others.
  var isAlways = true
  /// All places in the program where the mistake can be made.
  let find: @Sendable (Program) -> [Mistake]
}

/// One mistake in one program: what is written in place of what.
struct Mistake: Sendable {
  /// The parts of the text that change, which do not overlap. No line break is added or removed, so that all other
  /// lines keep their numbers.
  var edits: [Edit]
  /// The lines that a reader would change to mend it: at most two places. For something left out, these are the lines
  /// that it stood on with the line before and the line after.
  var places: [ClosedRange<Int>]
}

/// Bytes of the program's text, and what stands in their place.
struct Edit: Sendable {
  var bytes: Range<Int>
  var text: String
}
