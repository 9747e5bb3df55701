extension Chapter {
  /// Whole programs, and the bugs that depend on luck.
  static let stories: Chapter = Chapter(
    "stories", "whole programs, and the bugs that depend on luck",
    [
      .loginFetchSubmit,
      .authority,
      .cacheOrFetch,
      .imagePipeline,
      .checkout,
      .upload,
      .dashboardRace,
      .checkoutBug,
      .lostUpdate,
      .checkThenAct,
    ])
}
