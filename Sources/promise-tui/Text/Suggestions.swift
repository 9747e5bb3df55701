/// Returns the name that was most likely meant by `typed`; `nil` if none is close.
///
/// A name is close if it is within an edit distance of a third of the longer one's length, or if it
/// starts with or contains `typed`.
func nearestName(to typed: String, among names: [String]) -> String? {
  let typed = typed.lowercased()
  guard !typed.isEmpty else { return nil }
  let ranked = names.map { ($0, editDistance(typed, $0.lowercased())) }
  if let (name, distance) = ranked.min(by: { $0.1 < $1.1 }),
    distance * 3 <= max(typed.count, name.count)
  {
    return name
  }
  return names.first { $0.lowercased().hasPrefix(typed) }
    ?? names.first { typed.count >= 3 && $0.lowercased().contains(typed) }
}

/// Returns ` Did you mean 'NAME'?` for the name nearest to `typed`, to append to a sentence; empty
/// if none is close.
func didYouMean(_ typed: String, among names: [String], quote: String = "'") -> String {
  nearestName(to: typed, among: names).map { " Did you mean \(quote)\($0)\(quote)?" } ?? ""
}

/// Returns how many characters must be inserted, removed, changed, or swapped with a neighbor to
/// turn `a` into `b`. O(`a.count` × `b.count`)
func editDistance(_ a: String, _ b: String) -> Int {
  let a = Array(a)
  let b = Array(b)
  var before: [Int] = []
  var previous = Array(0...b.count)
  for i in a.indices {
    var row = [i + 1]
    for j in b.indices {
      let change = previous[j] + (a[i] == b[j] ? 0 : 1)
      var best = min(change, previous[j + 1] + 1, row[j] + 1)
      if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { best = min(best, before[j - 1] + 1) }
      row.append(best)
    }
    before = previous
    previous = row
  }
  return previous[b.count]
}
