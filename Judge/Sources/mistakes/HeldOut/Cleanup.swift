import SwiftSyntax

extension HeldOut {
  /// Something is not cleaned up in every case, or before its time.
  static let cleanup: [MistakeKind] = [
    MistakeKind(name: "clean-up-on-success") { program in
      program.links(["ensure", "ensureThen"]).compactMap { link in
        guard let closure = link.call.closure, let result = closure.statements.last else {
          return nil
        }
        if link.name.text == "ensure" {
          return Mistake(
            edits: [program.replace(link.name, with: "get"), take("_", in: closure, of: program)],
            places: [program.line(of: link.name)])
        }
        guard let last = closure.result else { return nil }
        return Mistake(
          edits: [
            program.replace(link.name, with: "then"), take("given", in: closure, of: program),
            program.insert(result.item.is(ReturnStmtSyntax.self) ? "" : "return ", before: result),
            program.insert(".map { given }", after: last),
          ],
          places: [program.line(of: link.name), program.lines(of: last)])
      }
    },
    MistakeKind(name: "clean-up-sometimes", isAlways: false) { program in
      program.links(["ensure"]).compactMap { link in
        guard let first = link.call.closure?.statements.first else { return nil }
        return Mistake(
          edits: [program.insert("if isThirdTime() { return }; ", before: first)],
          places: [program.lines(of: first)])
      }
    },
    MistakeKind(name: "defer-for-ensure") { program in
      program.links(["ensure"]).compactMap { link in
        guard let closure = link.call.closure, let statement = link.call.statement else {
          return nil
        }
        let text = program.oneLine(closure.statements)
        let returns = !program.all(ReturnStmtSyntax.self, in: closure.statements).isEmpty
        let now = returns ? "_ = { () -> Void in \(text) }()" : text
        let isResult = statement.isResult
        let lines = link.lines(in: program)
        return Mistake(
          edits: [
            program.insert("defer { \(now) }; \(isResult ? "return " : "")", before: statement),
            program.replace(link.bytes, with: ""),
          ],
          places: [
            program.line(of: statement), max(1, lines.lowerBound - 1)...lines.upperBound + 1,
          ])
      }
    },
    MistakeKind(name: "release-sometimes", isAlways: false) { program in
      program.code(FunctionCallExprSyntax.self).compactMap { call in
        let words = [
          "release", "giveback", "unlock", "signal", "leave", "unmount", "close", "free", "end",
          "finish",
        ]
        guard let name = call.calledName?.lowercased(),
          words.contains(where: { name.hasPrefix($0) }),
          call.receiver != nil || call.arguments.isEmpty,
          let item = call.parent?.as(CodeBlockItemSyntax.self)
        else { return nil }
        if item.isResult, item.enclosing(FunctionCallExprSyntax.self)?.calledName == "ensureThen" {
          return Mistake(
            edits: [program.insert("isThirdTime() ? Guarantee() : ", before: item)],
            places: [program.lines(of: item)])
        }
        return Mistake(
          edits: [
            program.insert("if !isThirdTime() { ", before: item), program.insert(" }", after: item),
          ],
          places: [program.lines(of: item)])
      }
    },
  ]

  /// Makes a closure that takes nothing take one thing.
  private static func take(_ name: String, in closure: ClosureExprSyntax, of program: Program)
    -> Edit
  {
    guard let signature = closure.signature else {
      return program.insert(" \(name) in", after: closure.leftBrace)
    }
    if let parameters = signature.parameterClause { return program.replace(parameters, with: name) }
    if let captures = signature.capture { return program.insert(" \(name)", after: captures) }
    return program.insert("\(name) ", before: signature)
  }
}
