extension Chapter {
  /// What goes wrong in real programs, and its name.
  static let mistakes: Chapter = Chapter(
    "mistakes", "what goes wrong in real programs, and its name",
    [
      .forgottenReturn,
      .branching,
      .deadLink,
      .callbackTwice,
      .resolveTwice,
      .errorAsValue,
      .nestedPyramid,
      .constructorAntipattern,
      .waitOnMain,
      .adoptionCycle,
    ])
}
