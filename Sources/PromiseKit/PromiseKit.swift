// PromiseKit 8's own spelling over PromiseKitLite, for a program that keeps `import PromiseKit`. What is
// here is what the two spell differently; everything else is PromiseKitLite's.

@_exported public import PromiseKitLite
// For `PMKError`'s `errorDescription`, which a program reads by way of `localizedDescription`.
@_exported public import PromiseKitErrors
