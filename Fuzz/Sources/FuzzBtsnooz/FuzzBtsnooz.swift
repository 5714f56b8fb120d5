import FuzzSupport
import TestSupport

/// Logs in bug reports: their text, what is compressed in them, and the records in that.
@_cdecl("LLVMFuzzerTestOneInput") public func fuzzBtsnooz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  var choices = Choices(data, size)
  switch choices.number(below: 4) {
  case 0: CaptureCheck.check(begin + choices.rest)
  case 1: CaptureCheck.check(begin + base64(Array(choices.rest)) + end)
  case 2: CaptureCheck.check(BtsnoopFile(dataLink: 1002).octets + choices.rest)
  default:
    let version = 1 + UInt8(choices.number(below: 2))
    let log = [version] + time + stored(Array(choices.rest))
    CaptureCheck.check(begin + base64(log) + end)
  }
  return 0
}

private let time = [UInt8](hex: "6023351918240a06")
private let begin = Array("--- BEGIN:BTSNOOP_LOG_SUMMARY (9 bytes in) ---\n".utf8)
private let end = Array("\n--- END:BTSNOOP_LOG_SUMMARY ---\n".utf8)

/// A zlib stream of one block that is not compressed (RFC 1950, RFC 1951 3.2.4).
private func stored(_ octets: [UInt8]) -> [UInt8] {
  let octets = octets.prefix(0xFFFF)
  let length = [UInt8(octets.count & 0xFF), UInt8(octets.count >> 8)]
  var low: UInt32 = 1
  var high: UInt32 = 0
  for octet in octets {
    low = (low + UInt32(octet)) % 65_521
    high = (high + low) % 65_521
  }
  let checksum = [high >> 8, high, low >> 8, low].map { UInt8(truncatingIfNeeded: $0) }
  return [0x78, 0x01, 0x01] + length + length.map { ~$0 } + octets + checksum
}

private let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

private func base64(_ octets: [UInt8]) -> [UInt8] {
  var text: [UInt8] = []
  for start in stride(from: 0, to: octets.count, by: 3) {
    let group = octets[start..<min(start + 3, octets.count)]
    let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
    for place in 0..<4 {
      text.append(place <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)] : UInt8(ascii: "="))
    }
  }
  return text
}
