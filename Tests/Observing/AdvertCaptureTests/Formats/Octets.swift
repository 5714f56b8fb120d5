import CZlib
import TestSupport

/// Numbers and packets as octets, and what compressors make of octets.
enum Octets {
  static func little(_ number: UInt64, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * UInt64($0))) }
  }

  static func big(_ number: UInt64, _ count: Int) -> [UInt8] {
    little(number, count).reversed()
  }

  /// An LE Advertising Report event with its H4 packet indicator: ADV_IND of 11:22:33:44:55:66 with flags, the service
  /// FEAA and the name "abc".
  static let advertisement = [UInt8](hex: "043e18020100016655443322110c0201060303aafe0409616263c5")
  /// The data in it.
  static let advertisedData = [UInt8](hex: "0201060303aafe0409616263")
  /// The command that starts advertising, with its H4 packet indicator.
  static let command = [UInt8](hex: "010a200101")

  /// Octets that no compressor makes shorter; the same for the same seed.
  static func noise(_ count: Int, seed: UInt64) -> [UInt8] {
    var random = SplitMix64(seed: seed)
    return random.octets(count)
  }

  /// What is around deflated data: a number of bits as zlib takes it.
  enum Wrapper: Int32 {
    case none = -15
    case zlib = 15
    case gzip = 31
  }

  static func deflated(_ octets: [UInt8], _ wrapper: Wrapper) -> [UInt8] {
    var stream = unsafe z_stream()
    let size = Int32(unsafe MemoryLayout<z_stream>.size)
    unsafe deflateInit2_(&stream, 9, Z_DEFLATED, wrapper.rawValue, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION, size)
    var input = octets
    var output = [UInt8](repeating: 0, count: octets.count + octets.count / 100 + 1024)
    let count = unsafe input.withUnsafeMutableBufferPointer { input in
      unsafe output.withUnsafeMutableBufferPointer { output in
        unsafe stream.next_in = input.baseAddress
        unsafe stream.avail_in = UInt32(input.count)
        unsafe stream.next_out = output.baseAddress
        unsafe stream.avail_out = UInt32(output.count)
        unsafe deflate(&stream, Z_FINISH)
        return unsafe output.count - Int(stream.avail_out)
      }
    }
    unsafe deflateEnd(&stream)
    return Array(output.prefix(count))
  }

  static func checksum(_ octets: [UInt8]) -> UInt64 {
    UInt64(unsafe octets.withUnsafeBufferPointer { unsafe crc32_z(0, $0.baseAddress, $0.count) })
  }

  static func base64(_ octets: [UInt8]) -> String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
    var text = ""
    for start in stride(from: 0, to: octets.count, by: 3) {
      let group = octets[start..<min(start + 3, octets.count)]
      let bits = group.reduce(UInt32(0)) { $0 << 8 | UInt32($1) } << UInt32(8 * (3 - group.count))
      for place in 0..<4 {
        text.append(place <= group.count ? alphabet[Int(bits >> UInt32(18 - 6 * place) & 63)] : "=")
      }
    }
    return text
  }
}
