#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Returns the text of a small system file; empty if there is none.
func contents(of path: String) -> String {
  guard let file = fopen(path, "r") else { return "" }
  defer { fclose(file) }
  var bytes = [UInt8](repeating: 0, count: 1 << 16)
  let count = fread(&bytes, 1, bytes.count, file)
  return String(decoding: bytes.prefix(count), as: UTF8.self)
}

/// Returns the resident memory of this process in bytes; 0 if the system does not report it.
func residentBytes() -> Int {
  let words = contents(of: "/proc/self/statm").split(separator: " ")
  return words.count > 1 ? (Int(words[1]) ?? 0) * Int(sysconf(Int32(_SC_PAGESIZE))) : 0
}
