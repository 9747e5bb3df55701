#if !Logging
  /// Not available without the package's trait `Logging`.
  @available(
    *, unavailable,
    message: """
      enable the trait in your Package.swift: .package(path: "…/promise-tui", traits: ["Logging"])
      """
  )
  public final class LoggingObserver {}
#endif
