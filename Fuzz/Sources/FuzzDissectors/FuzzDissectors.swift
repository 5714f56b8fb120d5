import FuzzSupport
import TestSupport

/// Packets of every link type, in records that are what they say.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzDissectors(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  CaptureCheck.check(capture(&choices))
  return 0
}

private let pcapLinkTypes: [UInt32] = [187, 201, 254, 251, 256, 272, 192, 189, 220, 249]
private let btsnoopLinkTypes: [UInt32] = [1001, 1002, 2001]

private func capture(_ choices: inout Choices) -> [UInt8] {
  let kind = choices.number(below: pcapLinkTypes.count + btsnoopLinkTypes.count + 1)
  var microseconds: UInt32 = 0
  if kind < pcapLinkTypes.count {
    var file = PcapFile(linkType: pcapLinkTypes[kind])
    while !choices.isEmpty {
      microseconds += UInt32(choices.octet()) * 100
      file.add(choices.chunk(), microseconds: microseconds)
    }
    return file.octets
  }
  if kind < pcapLinkTypes.count + btsnoopLinkTypes.count {
    var file = BtsnoopFile(dataLink: btsnoopLinkTypes[kind - pcapLinkTypes.count])
    while !choices.isEmpty {
      let flags = UInt32(choices.octet())
      microseconds += 10_000
      file.add(choices.chunk(), flags: flags, microseconds: 1_700_000_000_000_000 + Int64(microseconds))
    }
    return file.octets
  }
  return packetLog(&choices)
}

/// An Apple PacketLogger file, big-endian.
private func packetLog(_ choices: inout Choices) -> [UInt8] {
  var octets: [UInt8] = []
  while !choices.isEmpty {
    let type = choices.octet()
    let packet = choices.chunk()
    let length = packet.count + 9
    octets += [0, 0, UInt8(length >> 8), UInt8(length & 0xFF), 0x65, 0x53, 0xF1, 0, 0, 0, 0, 0, type] + packet
  }
  return octets
}
