extension Chapter {
  /// How an error travels, and who handles it.
  static let errors = Chapter(
    "errors", "how an error travels, and who handles it",
    [
      .passingLinks, .catchRecover, .throwInCatch, .ensureFinally, .unhandled, .handledLate,
      .loginFails,
    ])
}
