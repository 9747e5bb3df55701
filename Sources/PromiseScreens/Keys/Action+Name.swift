import PromiseEvents

extension Action {
  /// The name of the action in the configuration file, such as `toggle-running` or `pane-chain`: the name of
  /// its case and its value.
  package var name: String {
    switch self {
    case .longer(let length): length < 0 ? "shorter-\(-length)" : "longer-\(length)"
    case .choose(let number): "choose-\(number)"
    case .openNumber(let number): "open-number-\(number)"
    case .answer(let number): "answer-\(number)"
    case .digit(let digit): "digit-\(digit)"
    case .pane(let pane): "pane-\(pane)"
    case .explorePane(.list): "explore-pane-outcomes"
    case .explorePane(.before): "explore-pane-passing"
    case .explorePane(.after): "explore-pane-failing"
    case .comparePane(.list): "compare-pane-differences"
    case .comparePane(let run): "compare-pane-\(run)"
    case .chooseRun(let run): "choose-run-\(run)"
    case .settleAs(.fulfilled): "settle-as-fulfilled"
    case .settleAs(.rejected): "settle-as-rejected"
    case .settleAs(.cancelled): "settle-as-cancelled"
    default: kebabCase("\(self)")
    }
  }
}

/// Returns a name such as `lightBlue` as `light-blue`.
func kebabCase(_ name: String) -> String {
  var result = ""
  for character in name {
    if character.isUppercase {
      result += "-\(character.lowercased())"
    } else {
      result.append(character)
    }
  }
  return result
}
