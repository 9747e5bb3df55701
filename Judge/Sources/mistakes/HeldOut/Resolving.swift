import SwiftSyntax

extension HeldOut {
  /// A promise that is resolved by hand is not resolved in every case.
  static let resolving: [MistakeKind] = [
    MistakeKind(name: "reject-nothing") { program in
      program.links(["reject"]).map { link in
        Mistake(
          edits: [program.replace(link.call, with: "()")], places: [program.linesAround(link.call)])
      }
    },
    MistakeKind(name: "resolve-sometimes", isAlways: false) { program in
      program.links(["fulfill", "reject", "resolve"]).map { link in
        Mistake(
          edits: [program.insert("isThirdTime() ? () : ", before: link.call)],
          places: [program.lines(of: link.call)])
      }
    },
  ]
}
