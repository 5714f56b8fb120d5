internal import AdvertisingData

extension BIGInfo: DescribedValue {
  var words: String {
    "BIGInfo: \(numberOfStreams) streams every \(Words.milliseconds(microseconds: isoInterval * 1250)), "
      + "next in \(Words.milliseconds(microseconds: offset * offsetUnitMicroseconds)), "
      + "NSE \(numberOfSubevents), BN \(burstNumber), PTO \(pretransmissionOffset), IRC \(immediateRepetitionCount), "
      + "sub-interval \(subInterval) µs, stream spacing \(streamSpacing) µs, "
      + "at most \(maximumPDU) bytes in a PDU and \(maximumSDU) in an SDU every \(sduInterval) µs, "
      + "\(phyName ?? "reserved PHY \(phy)"), data channels \(Words.ranges(channels)), "
      + "seed access address \(Words.hex(number: seedAccessAddress, octets: 4)), "
      + "base CRC init \(Words.hex(number: baseCRCInit, octets: 2)), payload count \(payloadCount), "
      + (isFramed ? "framed" : "unframed")
      + (reserved == 0 ? "" : ", reserved byte \(Words.hex(number: reserved, octets: 1))")
      + (isEncrypted
        ? ", encrypted with GIV \(Words.hex(groupInitializationVector ?? [])) and "
          + "GSKD \(Words.hex(groupSessionKeyDiversifier ?? []))"
        : ", not encrypted")
  }

  func writeFields(to json: inout JSONWriter) {
    json.value("bigOffsetUs", Int(offset * offsetUnitMicroseconds))
    json.value("bigOffsetUnitUs", Int(offsetUnitMicroseconds))
    json.value("isoIntervalMs", rounded: Double(isoInterval) * 1.25)
    json.value("streams", Int(numberOfStreams))
    json.value("nse", Int(numberOfSubevents))
    json.value("bn", Int(burstNumber))
    json.value("subIntervalUs", Int(subInterval))
    json.value("pto", Int(pretransmissionOffset))
    json.value("streamSpacingUs", Int(streamSpacing))
    json.value("irc", Int(immediateRepetitionCount))
    json.value("maximumPDU", Int(maximumPDU))
    json.value("reserved", Int(reserved))
    json.value("seedAccessAddress", Int(seedAccessAddress))
    json.value("sduIntervalUs", Int(sduInterval))
    json.value("maximumSDU", Int(maximumSDU))
    json.value("baseCRCInit", Int(baseCRCInit))
    json.array("channels", channels) { $0.value(nil, $1) }
    json.value("phy", Int(phy))
    json.value("phyName", phyName)
    json.value("payloadCount", Int(payloadCount))
    json.value("framed", isFramed)
    json.value("giv", groupInitializationVector.map { HexText.compact($0) })
    json.value("gskd", groupSessionKeyDiversifier.map { HexText.compact($0) })
  }

  private var channels: [Int] { (0..<37).filter { channelMap >> $0 & 1 == 1 } }

  private var phyName: String? {
    switch phy {
    case 0: "LE 1M"
    case 1: "LE 2M"
    case 2: "LE Coded"
    default: nil
    }
  }
}

extension BroadcastCode: DescribedValue {
  var words: String { "Broadcast Code: \(Words.hex(octets))" }

  func writeFields(to json: inout JSONWriter) {
    json.value("code", HexText.compact(octets))
  }
}
