import Foundation

/// Prints all mistakes that can be planted in a program, as one JSON object a line: the kind, the lines that a reader
/// would change, and the whole changed text.
///
///     mistakes tuning|held-out FILE
let arguments = CommandLine.arguments
guard arguments.count == 3, let kinds = allKinds[arguments[1]] else {
  fail("usage: mistakes \(allKinds.keys.sorted().joined(separator: "|")) FILE")
}

struct Line: Encodable {
  var kind: String
  var always: Bool
  var number: Int
  var places: [[Int]]
  var text: String
}

do {
  let text = try String(contentsOfFile: arguments[2], encoding: .utf8)
  let program = Program(file: arguments[2], text: text)
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
  for kind in kinds {
    for (number, mistake) in kind.find(program).enumerated() {
      let line = Line(
        kind: kind.name, always: kind.isAlways, number: number + 1,
        places: mistake.places.map { [$0.lowerBound, $0.upperBound] },
        text: mistake.applied(to: text))
      print(String(decoding: try encoder.encode(line), as: UTF8.self))
    }
  }
} catch {
  fail("\(arguments[2]): \(error.localizedDescription)")
}

func fail(_ message: String) -> Never {
  FileHandle.standardError.write(Data("mistakes: \(message)\n".utf8))
  exit(2)
}
