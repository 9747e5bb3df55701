import ArgumentParser
import PromiseScreens

/// A size as it is typed: `80x24`.
struct ScreenSize: ExpressibleByArgument, Hashable {
  /// The most that is drawn in either direction.
  static let most = 1000
  let size: Size

  init?(argument: String) {
    let parts = argument.lowercased().split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      (1...Self.most).contains(width), (1...Self.most).contains(height)
    else { return nil }
    size = Size(width: width, height: height)
  }
}
