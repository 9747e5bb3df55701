import SwiftSyntax

extension Tuning {
  /// Something runs on another queue, or takes locks in another order.
  static let places: [MistakeKind] = [
    MistakeKind(name: "other-queue") { program in
      queueArguments(in: program).map { queue in
        Mistake(
          edits: [program.replace(queue, with: "DispatchQueue.global()")],
          places: [program.lines(of: queue)])
      }
    },
    MistakeKind(name: "other-queue-sometimes", isAlways: false) { program in
      queueArguments(in: program).map { queue in
        let text = "(isThirdTime() ? DispatchQueue.global() : \(program.text(of: queue)))"
        return Mistake(
          edits: [program.replace(queue, with: text)], places: [program.lines(of: queue)])
      }
    },
    MistakeKind(name: "concurrent-queue") { program in
      program.code(FunctionCallExprSyntax.self).compactMap { call in
        guard call.calledName == "DispatchQueue", let label = call.argument("label"),
          call.arguments.count == 1
        else {
          return nil
        }
        return Mistake(
          edits: [program.insert(", attributes: .concurrent", after: label)],
          places: [program.lines(of: call)])
      }
    },
    MistakeKind(name: "swap-locks") { program in
      program.code(CodeBlockItemListSyntax.self).flatMap { list -> [Mistake] in
        let items = Array(list)
        return zip(items, items.dropFirst()).compactMap { first, second in
          guard isLocking(first), isLocking(second) else { return nil }
          return Mistake(
            edits: [
              program.replace(first, with: program.text(of: second)),
              program.replace(second, with: program.text(of: first)),
            ],
            places: [program.lines(of: first), program.lines(of: second)])
        }
      }
    },
  ]

  private static func queueArguments(in program: Program) -> [ExprSyntax] {
    program.code(FunctionCallExprSyntax.self).compactMap { call in
      guard let queue = call.argument("on")?.expression,
        !queue.trimmedDescription.contains("global(")
      else {
        return nil
      }
      return queue
    }
  }

  private static func isLocking(_ item: CodeBlockItemSyntax) -> Bool {
    item.item.as(FunctionCallExprSyntax.self)?.calledName == "lock"
  }
}
