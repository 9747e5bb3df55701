/// The fields of a structure, and the cases of enumerations, as the Swift runtime knows them.
///
/// `Mirror` does not report how a field refers to an object, and names only cases with associated
/// values. These functions of the runtime are the ones on which `Mirror` and `print` are built.
struct RuntimeFields {
  private let type: Any.Type
  /// The number of fields.
  let count: Int

  /// Describes the fields of a structure.
  init(of type: Any.Type) {
    self.type = type
    count = fieldCount(type)
  }

  /// Returns a field: its name, and whether it keeps an object alive that it refers to.
  func field(at place: Int) -> (name: String, isStrong: Bool) {
    var field = FieldDescription()
    _ = fieldType(type, index: place, description: &field)
    defer { field.free?(field.name) }
    return (field.name.map { String(cString: $0) } ?? "", field.isStrong)
  }

  /// Returns the name of the case of an enumeration; `nil` for any other value.
  static func caseName(of value: Any) -> String? {
    enumCaseName(value).map { String(cString: $0) }
  }
}

/// What the runtime says about a field.
private struct FieldDescription {
  var name: UnsafePointer<CChar>?
  var free: (@convention(c) (UnsafePointer<CChar>?) -> Void)?
  var isStrong = false
  var isVariable = false
}

@_silgen_name("swift_reflectionMirror_recursiveCount")
private func fieldCount(_ type: Any.Type) -> Int

@_silgen_name("swift_reflectionMirror_recursiveChildMetadata")
private func fieldType(
  _ type: Any.Type, index: Int, description: UnsafeMutablePointer<FieldDescription>
) -> Any.Type

@_silgen_name("swift_EnumCaseName")
private func enumCaseName<Value>(_ value: Value) -> UnsafePointer<CChar>?
