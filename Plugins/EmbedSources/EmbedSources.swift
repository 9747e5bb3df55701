import Foundation
import PackagePlugin

/// Embeds the text of a target's source files, keyed by `#fileID`, and of its lessons, orders and scripts.
@main
struct EmbedSources: BuildToolPlugin {
  func createBuildCommands(context: PluginContext, target: any Target) throws -> [Command] {
    guard let target = target as? SwiftSourceModuleTarget else { return [] }
    let kinds = ["swift", "md", "order", "cjs", "mjs", "out"]
    let inputs = target.sourceFiles.map(\.url).filter { kinds.contains($0.pathExtension) }
    let output = context.pluginWorkDirectoryURL.appending(path: "EmbeddedSources.swift")
    return [
      .buildCommand(
        displayName: "Embedding the sources of \(target.name)",
        executable: try context.tool(named: "embed-sources").url,
        arguments: [output.path, target.moduleName] + inputs.map(\.path),
        inputFiles: inputs,
        outputFiles: [output]
      )
    ]
  }
}
