// PromiseKit 8's spelling of PromiseKitLite, for a program that keeps `import PromiseKit`. This
// module contains only the differences; everything else is PromiseKitLite's.

@_exported public import PromiseKitLite
// For `PMKError`'s `errorDescription`, which a program reads through `localizedDescription`.
@_exported public import PromiseKitErrors

/// A marker that asks for a promise, for your own functions that are called `task(.promise)`.
public typealias PMKNamespacer = PromiseMarker

/// A marker that asks for a guarantee, for your own functions that are called `task(.guarantee)`.
public typealias PMKGuaranteeNamespacer = GuaranteeMarker
