/// `ns` nanoseconds as milliseconds with one digit after the point, rounded towards zero: `206.0`.
package func milliseconds(_ ns: Int64) -> String {
  let tenths = (ns / 100_000).magnitude
  return "\(ns <= -100_000 ? "-" : "")\(tenths / 10).\(tenths % 10)"
}
