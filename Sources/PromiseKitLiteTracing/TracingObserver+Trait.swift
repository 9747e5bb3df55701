#if !Tracing
  /// Not available without the package's trait `Tracing`.
  @available(
    *, unavailable,
    message: """
      enable the trait in your Package.swift: .package(path: "…/promise-tui", traits: ["Tracing"])
      """
  )
  public final class TracingObserver {}
#endif
