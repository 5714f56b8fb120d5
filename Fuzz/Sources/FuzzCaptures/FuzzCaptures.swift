import FuzzSupport

/// Any input as a file: the first octets decide the format.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzCaptures(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  CaptureCheck.check(Array(Choices(data, size).rest))
  return 0
}
