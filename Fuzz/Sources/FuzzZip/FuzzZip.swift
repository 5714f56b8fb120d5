import FuzzSupport
import TestSupport

/// Archives whose members' headers are possible and whose contents are not what they should be.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzZip(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  if choices.number(below: 4) == 0 {
    // A gzip header, then anything.
    CaptureCheck.check(gzipHeader + choices.rest)
    return 0
  }
  var archive: [UInt8] = []
  while !choices.isEmpty { archive += member(&choices) }
  CaptureCheck.check(archive + directoryEnd)
  return 0
}

private let gzipHeader = [UInt8](hex: "1f8b0800000000000003")
private let memberHead = [UInt8](hex: "504b0304 1400")
private let descriptorHead = [UInt8](hex: "504b0708 00000000")
private let directoryEnd = [UInt8](hex: "504b0506 0000000000000000 0000000000000000 0000")

private func member(_ choices: inout Choices) -> [UInt8] {
  let flags = choices.octet()
  let method = choices.octet()
  let name = choices.number(below: 8)
  let lie = choices.octet()
  let content = choices.chunk()
  let length = lie < 0xF0 ? content.count : Int(lie)
  let hasDescriptor = flags & 8 != 0
  var octets = memberHead
  octets += [flags & 9, 0, method < 0xF0 ? (method & 1) * 8 : method, 0] + [UInt8](repeating: 0, count: 8)
  let known = hasDescriptor ? 0 : UInt8(length & 0xFF)
  octets += [known, 0, 0, 0, known, 0, 0, 0, UInt8(name), 0, 0, 0]
  octets += [UInt8](repeating: UInt8(ascii: "a"), count: name) + content
  if hasDescriptor {
    octets += descriptorHead + [UInt8(length & 0xFF), 0, 0, 0, UInt8(length & 0xFF), 0, 0, 0]
  }
  return octets
}
