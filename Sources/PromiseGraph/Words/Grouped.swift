/// A number as people read it: `1,234,567`.
package func grouped(_ number: Int) -> String {
  var digits = Array("\(number.magnitude)")
  var place = digits.count - 3
  while place > 0 {
    digits.insert(",", at: place)
    place -= 3
  }
  return (number < 0 ? "-" : "") + String(digits)
}
