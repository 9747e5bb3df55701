import PromiseKitLite
import Testing

/// A row of the table: what Promises/A+ claims about a promise, however and whenever it settles.
struct Claim: Sendable, CustomTestStringConvertible {
  private let paragraphs: String
  let sentence: String
  /// The ends of the promise, and the circumstances, for which it must hold.
  let ends: [End]
  let circumstances: [Circumstance]
  /// Where the row is written.
  let location: SourceLocation
  /// Attaches the handlers to the promise.
  let attaching: @Sendable (Scene, Promise<Thing>) -> Void
  /// Settles the promise.
  private(set) var settling: @Sendable (Scene, Resolver<Thing>) -> Void = { $0.settle($1) }
  /// What the scene must then have said.
  private(set) var lines: @Sendable (Scene) -> Lines = { _ in [] }

  /// A claim of a paragraph, or of several with commas between them. With a slash between two of
  /// them, one is about promises that are fulfilled, and one about those that are rejected.
  init(
    _ paragraphs: String, _ sentence: String, for ends: [End] = End.allCases,
    in circumstances: [Circumstance] = .all, location: SourceLocation = #_sourceLocation,
    attaching: @escaping @Sendable (Scene, Promise<Thing>) -> Void
  ) {
    (self.paragraphs, self.sentence) = (paragraphs, sentence)
    (self.ends, self.circumstances) = (ends, circumstances)
    (self.location, self.attaching) = (location, attaching)
  }

  /// The claim about a promise that settles in this way instead of just with the scene's end.
  func settled(_ settling: @escaping @Sendable (Scene, Resolver<Thing>) -> Void) -> Claim {
    var claim = self
    claim.settling = settling
    return claim
  }

  /// The claim that the scene must say these lines.
  func says(_ lines: @escaping @Sendable (Scene) -> Lines) -> Claim {
    var claim = self
    claim.lines = lines
    return claim
  }

  func paragraphs(for end: End) -> [String] {
    paragraphs.split(separator: ", ").map { pair in
      let names = pair.split(separator: "/")
      return String(end == .fulfilled ? names[0] : names[names.count - 1])
    }
  }

  var testDescription: String { "\(paragraphs): \(sentence)" }
}

/// The lines that a scene must have said, no others, and what is claimed about their order.
struct Lines: ExpressibleByArrayLiteral {
  /// Each line is in at least one of these lists, and the lines of a list are said in its order.
  let orders: [[String]]

  init(_ orders: [String]...) { self.orders = orders }
  init(arrayLiteral lines: String...) { orders = [lines] }
  init(inAnyOrder lines: [String]) { orders = lines.map { [$0] } }

  func allow(_ said: [String]) -> Bool {
    orders.allSatisfy { order in said.filter(order.contains) == order }
      && Set(said).isSubset(of: orders.joined())
  }
}

/// Makes a table of rows that are written one below the other. A row in a loop is several claims.
@resultBuilder
enum ClaimTable {
  static func buildExpression(_ claim: Claim) -> [Claim] { [claim] }
  static func buildBlock(_ claims: [Claim]...) -> [Claim] { Array(claims.joined()) }
  static func buildArray(_ claims: [[Claim]]) -> [Claim] { Array(claims.joined()) }
}
