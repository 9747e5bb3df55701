/// Why a text is no filter, in words that name what is allowed.
package enum FilterProblem: Error, Hashable, Sendable, CustomStringConvertible {
  /// There is no key of that name.
  case unknownKey(String)
  /// There is no state of that name.
  case unknownState(String)
  /// A key without a value, or an `!` without a term.
  case missingValue(after: String)
  /// A quotation mark that is never closed.
  case openQuotation

  package var description: String {
    switch self {
    case .unknownKey(let key):
      "no key \(key): there are \(Self.list(Filter.Key.allCases.map(\.rawValue)))"
    case .unknownState(let state):
      "no state \(state): there are \(Self.list(Filter.State.allCases.map(\.rawValue)))"
    case .missingValue(let term): "\(term) of what?"
    case .openQuotation: "a quotation mark is open"
    }
  }

  /// `a, b and c`
  private static func list(_ names: [String]) -> String {
    names.dropLast().joined(separator: ", ") + " and \(names.last ?? "")"
  }
}
