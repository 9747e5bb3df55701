#if !Metrics
  /// Not available without the package's trait `Metrics`.
  @available(
    *, unavailable,
    message: """
      enable the trait in your Package.swift: .package(path: "…/promise-tui", traits: ["Metrics"])
      """
  )
  public final class MetricsObserver {}
#endif
