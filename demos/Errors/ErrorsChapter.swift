extension Chapter {
  /// How an error travels, and who handles it.
  static let errors: Chapter = Chapter(
    "errors", "how an error travels, and who handles it",
    [
      .passingLinks, .catchRecover, .throwInCatch, .ensureFinally, .unhandled, .handledLate,
      // The second half.
      .loginFails, .whereFrom, .alwaysAndCancel, .everyOutcome, .noCatch, .validate,
    ])
}
