// The C library of the system, whichever it is. Where something is named differently on some systems, the
// file that uses it says so.
#if canImport(Glibc)
  @_exported public import Glibc
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Darwin
#endif
