// Checks that every public symbol of a module has a comment, and that every operator, type and initializer has
// an example. Reads the symbol graphs that `scripts/documented` extracts.

import Foundation

/// The parts of a module's symbol graph that are needed here.
struct Graph: Decodable {
  var symbols: [Symbol]

  struct Symbol: Decodable {
    var kind: Kind
    var pathComponents: [String]
    var docComment: Comment?
    var location: Location?
    var functionSignature: Signature?
    var declarationFragments: [Fragment]
  }
  struct Kind: Decodable { var identifier: String }
  struct Comment: Decodable { var lines: [Line] }
  struct Line: Decodable { var text: String }
  struct Location: Decodable {
    var uri: String
    var position: Position
  }
  struct Position: Decodable { var line: Int }
  struct Signature: Decodable { var parameters: [Parameter]? }
  struct Parameter: Decodable {
    var name: String
    var internalName: String?
  }
  struct Fragment: Decodable { var spelling: String }
}

/// Requirements of a protocol, which are documented with the protocol.
let witnesses: Set = [
  "<(_:_:)", "encode(to:)", "init(from:)", "init(rawValue:)", "init(integerLiteral:)",
  "dispatch(_:)", "receive(_:)",
]
/// The kinds of symbols that need an example.
let shown: Set = [
  "swift.func", "swift.method", "swift.type.method", "swift.init", "swift.subscript", "swift.class",
  "swift.struct", "swift.enum", "swift.protocol",
]

extension Graph.Symbol {
  var name: String { pathComponents.last ?? "" }
  /// The name without parameters; for an initializer, the name of its type.
  var verb: String {
    let base = String(name.prefix { $0 != "(" })
    return base == "init" ? pathComponents.dropLast().last ?? "" : base
  }
  var text: String { docComment?.lines.map(\.text).joined(separator: "\n") ?? "" }
  var declaration: String { declarationFragments.map(\.spelling).joined() }
  /// The text between the parameters and the result.
  var effects: String {
    guard functionSignature != nil, let start = declaration.firstIndex(of: "(") else { return "" }
    var depth = 0
    for index in declaration[start...].indices {
      if declaration[index] == "(" { depth += 1 }
      if declaration[index] == ")" { depth -= 1 }
      if depth == 0 {
        let rest = declaration[index...]
        return String(rest[..<(rest.range(of: "->")?.lowerBound ?? rest.endIndex)])
      }
    }
    return ""
  }
  var parameters: [String] {
    functionSignature?.parameters?.map { $0.internalName ?? $0.name } ?? []
  }
  /// The example in the comment, if there is one.
  var example: String? {
    guard let start = text.range(of: "```swift") else { return nil }
    let rest = text[start.upperBound...]
    return String(rest[..<(rest.range(of: "```")?.lowerBound ?? rest.endIndex)])
  }
  var place: String {
    guard let location else { return name }
    let path = location.uri.components(separatedBy: "/Sources/").last ?? location.uri
    return "Sources/\(path):\(location.position.line + 1)"
  }

  /// Returns what is missing; `owner` is the type that declares the symbol.
  func complaints(owner: Graph.Symbol?) -> [String] {
    if docComment == nil { return witnesses.contains(name) ? [] : ["has no comment"] }
    var complaints: [String] = []
    let isVariant = isVariant
    if shown.contains(kind.identifier), !isShown(owner: owner) {
      complaints.append("has no example")
    }
    if parameters.contains("dispatcher"), !isVariant, !text.contains("dispatcher:") {
      complaints.append("does not say on which queue its closure runs")
    }
    if effects.contains("throws"), !isVariant, !text.contains("- Throws:") {
      complaints.append("does not say what it throws")
    }
    return complaints
  }

  /// Whether it is another symbol with a label, or its comment refers to the symbol that it is a variant of.
  var isVariant: Bool {
    parameters.first == "label" || text.contains("``\(verb)(") || text.contains("/\(verb)(")
      || (name.hasPrefix("init") && text.contains("``init("))
  }

  /// Returns whether it has an example, or appears in its owner's.
  func isShown(owner: Graph.Symbol?) -> Bool {
    if example != nil || isVariant || witnesses.contains(name) { return true }
    guard let shared = owner?.example else { return false }
    return shared.contains(name.hasPrefix("subscript") ? "[" : verb)
  }
}

var complaints: [String] = []
var count = 0
for path in CommandLine.arguments.dropFirst() {
  let data = try Data(contentsOf: URL(fileURLWithPath: path))
  let graph = try JSONDecoder().decode(Graph.self, from: data)
  let types = Dictionary(
    graph.symbols.map { ($0.pathComponents, $0) }, uniquingKeysWith: { first, _ in first })
  for symbol in graph.symbols where symbol.location?.uri.contains("/Sources/") ?? false {
    count += 1
    let owner = types[symbol.pathComponents.dropLast()]
    complaints += symbol.complaints(owner: owner).map {
      "\(symbol.place): \(symbol.pathComponents.joined(separator: ".")) \($0)"
    }
  }
}
guard complaints.isEmpty else {
  FileHandle.standardError.write(Data((complaints.sorted().joined(separator: "\n") + "\n").utf8))
  exit(1)
}
print("\(count) public symbols are documented")
