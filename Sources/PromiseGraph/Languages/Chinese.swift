/// The Chinese texts of the screens: a translation for each phrase, by its English key.
///
/// The rows are in the files beside this one, one list for each part of the screens.
package enum Chinese {
  /// The rows as English keys and their translations.
  package static let rows: [(key: String, text: String)] = [
    captions, events, words, runs, warnings, fixes, causes, work, why, orders, course, screens,
    picker, tables, repeating, playback, finding, settings, look, elapsed, time, page, compare,
    statements, javaScript, tasks, dialects, dialectQuiz, dialectRules, scripts, processes,
    gate,
  ].flatMap { $0 }

  /// The translation of each key.
  package static let table = Dictionary(rows.map { ($0.key, $0.text) }) { first, _ in first }
}
