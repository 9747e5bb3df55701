// PromiseKit 8's own spelling over PromiseKitLite, for a program that keeps `import PromiseKit`. What is
// here is what the two spell differently; everything else is PromiseKitLite's.

@_exported public import PromiseKitLite
// For `PMKError`'s `errorDescription`, which a program reads by way of `localizedDescription`.
@_exported public import PromiseKitErrors

/// Says that a promise is wanted, for functions of your own that are called `task(.promise)`.
public typealias PMKNamespacer = PromiseMarker

/// Says that a guarantee is wanted, for functions of your own that are called `task(.guarantee)`.
public typealias PMKGuaranteeNamespacer = GuaranteeMarker
