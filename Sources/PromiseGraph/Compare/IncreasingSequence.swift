/// The places of a longest increasing sequence among different numbers. O(n log n)
func longestIncreasing(_ numbers: [Int]) -> [Int] {
  /// The place of the least number that ends a sequence of each length, and what came before each place.
  var ends: [Int] = []
  var previous = [Int](repeating: -1, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    let length = ends.partitionPoint { numbers[$0] < number }
    previous[place] = length > 0 ? ends[length - 1] : -1
    if length == ends.count { ends.append(place) } else { ends[length] = place }
  }
  var result: [Int] = []
  var place = ends.last ?? -1
  while place >= 0 {
    result.append(place)
    place = previous[place]
  }
  return result.reversed()
}
