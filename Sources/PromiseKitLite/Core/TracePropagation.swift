import Synchronization

extension PromiseTrace {
  /// The hosts to which requests carry the context of their trace.
  ///
  /// A context shows another party only random numbers, but with these it can tell which requests
  /// belong together. By default, requests to all hosts carry it, as in the libraries of the field:
  /// a request that belongs to no trace carries none in any case.
  ///
  /// ```swift
  /// PromiseEnvironment.shared.propagation = .only(["example.com", "localhost"])
  /// ```
  ///
  /// A host in a list includes its subdomains: `example.com` includes `api.example.com`. A redirection
  /// to another host is part of the same request, so it carries the context too.
  public struct Propagation: Sendable, Equatable {
    private let hosts: Set<String>
    private let isList: Bool

    private init(_ hosts: some Sequence<String>, isList: Bool) {
      self.hosts = Set(hosts.map(Self.normal))
      self.isList = isList
    }

    /// Requests to all hosts carry the context.
    public static let everywhere = Propagation([], isList: false)

    /// No request carries the context.
    public static let nowhere = Propagation([], isList: true)

    /// Only requests to these hosts, and to their subdomains, carry the context.
    public static func only(_ hosts: some Sequence<String>) -> Propagation {
      Propagation(hosts, isList: true)
    }

    /// Requests to these hosts, and to their subdomains, do not carry the context.
    ///
    /// ```swift
    /// PromiseEnvironment.shared.propagation = .except(["example.com"])
    /// ```
    public static func except(_ hosts: some Sequence<String>) -> Propagation {
      Propagation(hosts, isList: false)
    }

    /// Returns whether requests to `host` carry the context.
    ///
    /// ```swift
    /// print(PromiseTrace.Propagation.only(["example.com"]).includes("api.example.com"))
    /// // Prints "true"
    /// ```
    ///
    /// - Complexity: O(n), where n is the length of the name.
    public func includes(_ host: String) -> Bool {
      guard !hosts.isEmpty else { return !isList }
      var name = Self.normal(host)[...]
      while true {
        if hosts.contains(String(name)) { return isList }
        guard let dot = name.firstIndex(of: ".") else { return !isList }
        name = name[name.index(after: dot)...]
      }
    }

    /// Returns the name in lowercase, without the dot of the root.
    private static func normal(_ host: String) -> String {
      let name = host.lowercased()
      return name.hasSuffix(".") ? String(name.dropLast()) : name
    }
  }
}

extension PromiseEnvironment {
  /// The hosts to which requests carry the context of their trace: all of them by default. A change
  /// applies to requests that are sent later.
  ///
  /// ```swift
  /// PromiseEnvironment.shared.propagation = .except(["tracker.example"])
  /// ```
  public var propagation: PromiseTrace.Propagation {
    get { state.withLock { $0.propagation } }
    set {
      change { state in
        defer { state.propagation = newValue }
        return state.propagation
      }
    }
  }
}
