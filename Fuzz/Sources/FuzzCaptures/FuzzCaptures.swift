import FuzzSupport

/// Any input as a file: formats are told apart by their first octets.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzCaptures(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  CaptureCheck.check(Array(Choices(data, size).rest))
  return 0
}
