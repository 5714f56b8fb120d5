import FuzzSupport
import TestSupport

/// What follows the valid header of each format.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzFormats(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  let header = choices.element(of: headers)
  CaptureCheck.check(header + choices.rest)
  return 0
}

private let headers: [[UInt8]] =
  [1001, 1002, 1003, 2001].map { BtsnoopFile(dataLink: $0).octets }
  + PcapFile.Variant.all.map { PcapFile(linkType: 187, variant: $0).octets }
  + [section, section + interface(187), section + interface(251) + interface(272), Array("\0\0\0".utf8)]
  + [smartRFRecord, frontlineFrame]

/// A record of TI's SmartRF Packet Sniffer with a scan response.
private let smartRFRecord =
  [UInt8](hex: "01 01000000 0000000000000000 1500 14 d6be898e4409665544332211020a04e557dd 22a5")
  + Array(repeating: 0, count: 255 - 20)

/// HCI Reset in a file of Frontline's.
private let frontlineFrame = [UInt8](hex: "4c 01 0300 030c00 44")

/// A pcapng section header, little-endian.
private let section = [UInt8](hex: "0a0d0d0a 1c000000 4d3c2b1a 0100 0000 ffffffffffffffff 1c000000")

private func interface(_ linkType: UInt16) -> [UInt8] {
  let number = [UInt8(truncatingIfNeeded: linkType), UInt8(truncatingIfNeeded: linkType >> 8)]
  return [UInt8](hex: "01000000 14000000") + number + [UInt8](hex: "0000 00000000 14000000")
}
