/// The note that a program writes when its delay to the screen is measured.
public enum Tick {
  private static let letters = Array("abcdefghijklmnopqrstuvwxyz")

  /// Returns twelve letters, each different from the letter at the same position in the previous
  /// tick, so that a screen that is sent only changed cells gets all of them.
  public static func text(_ number: Int) -> String {
    String((0..<12).map { letters[(number * 5 + $0) % letters.count] })
  }
}
