import Foundation
import SwiftSyntax

extension HeldOut {
  /// A cancellation or a time limit does not reach what it should stop, or strikes too soon.
  static let cancelling: [MistakeKind] = [
    MistakeKind(name: "out-of-reach") { program in
      program.links(["until", "timeout"]).map { program.leaveOut($0) }
        + program.links(["run"]).compactMap { link in
          guard let result = link.call.closure?.result, link.call.closure?.statements.count == 1,
            link.call.arguments.isEmpty
          else { return nil }
          return Mistake(
            edits: [program.replace(link.call, with: program.text(of: result))],
            places: [program.lines(of: link.call)])
        }
        + program.links(["onCancel"]).compactMap { link in
          guard let item = link.call.parent?.as(CodeBlockItemSyntax.self) else { return nil }
          return Mistake(
            edits: [program.replace(item, with: "")], places: [program.linesAround(item)])
        }
    },
    MistakeKind(name: "out-of-reach-sometimes", isAlways: false) { program in
      program.links(["until", "timeout"]).compactMap { link in
        let given = link.call.arguments.first { $0.label == nil || $0.label?.text == "seconds" }
        guard let argument = given?.expression else { return nil }
        let isTime = link.name.text == "timeout"
        let other =
          isTime
          ? (link.call.argument("seconds") == nil ? ".seconds(60)" : "60") : "CancelContext()"
        return Mistake(
          edits: [
            program.replace(
              argument, with: "isThirdTime() ? \(other) : \(program.text(of: argument))")
          ],
          places: [program.lines(of: argument)])
      }
        + program.links(["run"]).compactMap { link in
          guard link.call.arguments.isEmpty, link.call.closure != nil else { return nil }
          let text = "(isThirdTime() ? CancelContext() : \(program.text(of: link.receiver)))"
          return Mistake(
            edits: [program.replace(link.receiver, with: text)],
            places: [program.lines(of: link.receiver)])
        }
    },
    MistakeKind(name: "wrong-unit") { program in
      times(in: program).map { time, unit, other in
        Mistake(
          edits: [
            unit.map { program.replace($0, with: other) } ?? program.insert(other, after: time)
          ],
          places: [program.lines(of: time)])
      }
    },
    MistakeKind(name: "wrong-unit-sometimes", isAlways: false) { program in
      times(in: program).map { time, unit, other in
        let text = program.oneLine(time)
        let wrong = unit.map { text.replacingFirst($0.text, with: other) } ?? text + other
        return Mistake(
          edits: [program.insert("isThirdTime() ? \(wrong) : ", before: time)],
          places: [program.lines(of: time)])
      }
    },
  ]

  /// Each length of a pause or of a time limit, with its unit and another one. A number of seconds
  /// has no unit.
  private static func times(in program: Program) -> [(ExprSyntax, TokenSyntax?, String)] {
    program.calls(of: ["after", "timeout", "delay", "retrying"]).compactMap { call in
      if let seconds = call.argument("seconds")?.expression { return (seconds, nil, " * 1000") }
      for argument in call.arguments where argument.label == nil || argument.label?.text == "delay"
      {
        let time = argument.expression
        if time.is(FloatLiteralExprSyntax.self) { return (time, nil, " * 1000") }
        guard let unit = time.as(FunctionCallExprSyntax.self)?.nameToken,
          let other = ["seconds": "milliseconds", "milliseconds": "seconds"][unit.text]
        else { continue }
        return (time, unit, other)
      }
      return nil
    }
  }
}

extension String {
  /// The text with another word in place of the first occurrence of a word.
  fileprivate func replacingFirst(_ word: String, with other: String) -> String {
    guard let place = range(of: word) else { return self }
    return replacingCharacters(in: place, with: other)
  }
}
