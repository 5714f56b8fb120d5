import AdvertCapture
import AdvertisingData

/// Link-layer packets whose meaning Wireshark confirms, all of 11:22:33:44:55:66, from the access address to the CRC.
enum LinkLayerVectors {
  static let address = DeviceAddress(bits: 0x1122_3344_5566, type: .random)

  static let advInd = octets("d6be898e 4012 665544332211 0201060303aafe0409616263 8ed72c")
  static let scanRsp = octets("d6be898e 4409 665544332211 020a04 e557dd")
  static let advNonconnInd = octets("d6be898e 4209 665544332211 020106 3bc0c8")
  static let advScanInd = octets("d6be898e 4609 665544332211 020106 fd419a")
  static let scanReq = octets("d6be898e 430c 665544332211 aabbccddee4f ba6cc7")
  static let advDirectInd = octets("d6be898e 410c 665544332211 aabbccddee4f 39cde1")
  static let connectInd = octets(
    "d6be898e e522 665544332211 aabbccddee4f 50655d71 563412 02 0900 1800 0000 4800 ffffffff1f 25 12761b")
  static let advExtInd = octets("d6be898e 0707 06 18 2351 0a3220 92ede5")
  static let auxAdvInd = octets("d6be898e 4714 09 09 665544332211 2351 0201060616d2fc400164 8a9610")
  static let syncInfo = octets(
    "d6be898e 471e 1a 61 665544332211 64005000ffffffff1f78563412aabbcc0700 f8 020a00 99e4a0")

  static let all = [
    advInd, scanRsp, advNonconnInd, advScanInd, scanReq, advDirectInd, connectInd, advExtInd, auxAdvInd, syncInfo,
  ]

  static let advIndData = octets("0201060303aafe0409616263")
  static let auxAdvIndData = octets("0201060616d2fc400164")

  static func octets(_ hex: String) -> [UInt8] {
    (try? HexText.octets(of: hex)) ?? []
  }

  /// The packet with a coding indicator between access address and PDU.
  static func coded(_ packet: [UInt8]) -> [UInt8] {
    packet.prefix(4) + [0] + packet.dropFirst(4)
  }

  /// `advInd` with its last octet changed.
  static let badCRC: [UInt8] = advInd.dropLast() + [0x2D]
}
