import Foundation
import Testing

/// Returns the text of a file of the checkout.
func documentText(_ name: String) throws -> String {
  try String(contentsOf: checkout.appendingPathComponent(name), encoding: .utf8)
}

/// Returns the first block of code in a language in a document.
func firstBlock(_ language: String, in name: String) throws -> String {
  let parts = try documentText(name).components(separatedBy: "```\(language)\n")
  return try #require(parts.dropFirst().first?.components(separatedBy: "\n```").first) + "\n"
}
