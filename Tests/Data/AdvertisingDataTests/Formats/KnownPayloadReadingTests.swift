import TestSupport
import Testing

@testable import AdvertisingData

/// Whatever the octets are, they are read, and no field lies beyond them.
@Suite struct KnownPayloadReadingTests {
  /// The companies and services of all formats.
  private static let companies: [UInt16] = Set(
    KnownPayload.formats.compactMap { format in
      if case .company(let company?, _) = format.carrier { company } else { nil as UInt16? }
    }
  ).sorted()
  private static let services: [UInt32] = Set(
    KnownPayload.formats.flatMap { format -> [UInt32] in
      if case .services(let numbers) = format.carrier { numbers.map { UInt32($0) } } else { [] }
    }
  ).sorted()

  /// Uses everything that reading gives; `false` when something lies beyond the octets or says nothing.
  private static func isRead(_ octets: [UInt8]) -> Bool {
    var known = companies.map { KnownPayload.recognised(in: ManufacturerData(company: $0, data: octets)) }
    for service in services {
      known.append(
        ServiceData(BluetoothUUID(service), width: .bits16, data: octets).flatMap { KnownPayload.recognised(in: $0) })
    }
    return known.allSatisfy { known in
      guard let known else { return true }
      let reading = known.reading
      return known.octets == octets && !reading.title.isEmpty && known.device != ""
        && reading.fields.flattened.allSatisfy { $0.key.isEmpty || ($0.range?.upperBound ?? 0) <= octets.count }
        && reading.problems.allSatisfy { !$0.description.isEmpty } && reading.fields.contains { !$0.key.isEmpty }
    }
  }

  @Test func everyDataOfUpToTwoOctets() {
    #expect(Self.isRead([]))
    let failing = (0...0xFFFF).sampled(oneIn: 64).first { number in
      let octets = [UInt8(number >> 8), UInt8(number & 0xFF)]
      if octets[1] == 0, !Self.isRead([octets[0]]) { return true }
      return !Self.isRead(octets)
    }
    #expect(failing == nil)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func randomData(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    for round in 0..<(isExhaustive ? 1500 : 400) {
      let count = Int.random(in: 0...(round % 10 == 0 ? 252 : 30), using: &random)
      let octets = random.octets(count)
      guard Self.isRead(octets) else {
        Issue.record("seed \(seed), round \(round): \(HexText.compact(octets))")
        return
      }
    }
  }

  /// Valid data with octets changed, removed and added, which reaches further than noise.
  @Test(arguments: [1, 2, 3] as [UInt64]) func damagedVectors(seed: UInt64) throws {
    var random = SplitMix64(seed: seed)
    for (_, hex) in FormatVectors.all {
      let whole = Array(try HexText.octets(of: hex)[4...])
      for round in 0..<(isExhaustive ? 100 : 2) {
        var octets = whole
        for _ in 0...Int.random(in: 0...3, using: &random) {
          let position = Int.random(in: 0...octets.count, using: &random)
          switch Int.random(in: 0...3, using: &random) {
          case 0: octets.insert(UInt8.random(in: .min ... .max, using: &random), at: position)
          case 1: octets = Array(octets[..<position])
          case 2: octets += whole.prefix(position)
          default:
            if position < octets.count { octets[position] = UInt8.random(in: .min ... .max, using: &random) }
          }
        }
        guard Self.isRead(octets) else {
          Issue.record("seed \(seed), \(hex), round \(round): \(HexText.compact(octets))")
          return
        }
      }
    }
  }
}
