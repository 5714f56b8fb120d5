import TestSupport
import Testing

@testable import AdvertisingData

/// Random data are not taken for what they are not: a format is recognised by its mark only, and what is known by its shape
/// says *probably*.
@Suite struct FalseRecognitionTests {
  private static let names = ["", "Kitchen", "sps2", "iBBq", "TP", "GVH", "SensorPus", "WoSensor", "ThermoBeaco"]

  /// A million random manufacturer and service data: companies, services, lengths and names are random, too.
  @Test func randomDataOfAnyOwner() throws {
    var random = SplitMix64(seed: 41)
    let beside = try Self.names.map(Self.signs)
    var falsely: [String: Int] = [:]
    for round in 0..<(isExhaustive ? 1_000_000 : 4000) {
      let octets = random.octets(Int.random(in: 1...27, using: &random))
      let owner = UInt16.random(in: .min ... .max, using: &random)
      let known: KnownPayload? =
        if round % 2 == 0 {
          KnownPayload.recognised(
            in: ManufacturerData(company: owner, data: octets), beside: beside[round / 2 % beside.count])
        } else {
          ServiceData(BluetoothUUID(UInt32(owner)), width: .bits16, data: octets)
            .flatMap { KnownPayload.recognised(in: $0) }
        }
      guard let known else { continue }
      switch known.format.carrier {
      case .company(let company?, let beginnings):
        #expect(company == owner && Self.begin(known.octets, with: beginnings))
      case .company(nil, let beginnings): #expect(Self.begin(known.octets, with: beginnings))
      case .services(let services): #expect(services.contains(owner))
      case .devices(let beginnings, _):
        // No name above is that of a sensor.
        #expect(Self.begin(known.octets, with: beginnings) && known.saysProbably)
        falsely[known.format.id, default: 0] += 1
      }
    }
    // Beginnings of two octets and lengths: at most one in 65,536 manufacturer data, and rarely.
    #expect(falsely.values.reduce(0, +) <= (isExhaustive ? 20 : 1))
  }

  /// Formats that are known by the shape of data of a service that others use, too, and how often random data of 1 to 27
  /// octets have that shape, in thousandths. All say *probably*. Docs/Formats.md tells the largest.
  static let shapeOnly: [(service: UInt16, atMost: Int)] = [
    (0x181A, 230), (0x181B, 60), (0x181D, 60), (0x181C, 8), (0x181E, 640), (0xFD50, 60),
    (0x0000, 60), (0x2A06, 60), (0xAA20, 60), (0xF51C, 110), (0xFFF0, 60), (0xFE03, 60),
  ]

  @Test(arguments: shapeOnly) func randomDataOfASharedService(_ service: UInt16, _ most: Int) throws {
    var random = SplitMix64(seed: UInt64(service))
    let rounds = isExhaustive ? 100_000 : 1000
    var recognised = 0
    for _ in 0..<rounds {
      let octets = random.octets(Int.random(in: 1...27, using: &random))
      let data = try #require(ServiceData(BluetoothUUID(UInt32(service)), width: .bits16, data: octets))
      guard let known = KnownPayload.recognised(in: data) else { continue }
      recognised += 1
      #expect(known.saysProbably, "\(known.format.id) \(HexText.compact(octets))")
    }
    // A sample of a thousand varies more.
    #expect(recognised * 1000 <= most * rounds * (isExhaustive ? 11 : 15) / 10, "\(recognised) of \(rounds)")
  }

  /// Beside the name or the service of a sensor, the shape still decides, and the words begin with *probably*.
  @Test func randomDataBesideEverySign() throws {
    var random = SplitMix64(seed: 43)
    for format in KnownPayload.formats {
      guard case .devices(_, let telling) = format.carrier else { continue }
      for sign in telling {
        let beside = try Self.signs(sign)
        for _ in 0..<(isExhaustive ? 2000 : 20) {
          let octets = random.octets(Int.random(in: 1...27, using: &random))
          let company = UInt16.random(in: .min ... .max, using: &random)
          let data = ManufacturerData(company: company, data: octets)
          guard let known = KnownPayload.recognised(in: data, beside: beside), known.start == 0 else { continue }
          #expect(known.saysProbably, "\(known.format.id): \(known.reading.title)")
        }
      }
    }
  }

  private static func begin(_ octets: [UInt8], with beginnings: [[UInt8]]) -> Bool {
    beginnings.isEmpty || beginnings.contains { octets.starts(with: $0) }
  }

  private static func signs(_ name: String) throws -> DeviceHints {
    name.isEmpty ? .none : DeviceHints(Payload([UInt8(name.utf8.count + 1), 0x09] + name.utf8))
  }

  private static func signs(_ sign: DeviceHints.Sign) throws -> DeviceHints {
    switch sign {
    case .name(let name), .nameBeginning(let name): return try signs(name)
    case .service(let service):
      let list = try #require(ServiceUUIDList([service], width: service.shortestWidth, isComplete: true))
      return DeviceHints(Payload([UInt8(list.octets.count + 1), list.type.rawValue] + list.octets))
    }
  }
}

extension KnownPayload {
  fileprivate var saysProbably: Bool { reading.title.hasPrefix("probably") }
}
