/// What a program says when it is timed how soon that is on a screen.
public enum Tick {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  /// Twelve letters, each of which differs from the one in its place in the tick before: so a screen that
  /// is told only what has changed is told all of them.
  public static func text(_ number: Int) -> String {
    String((0..<12).map { letters[(number * 5 + $0) % letters.count] })
  }
}
