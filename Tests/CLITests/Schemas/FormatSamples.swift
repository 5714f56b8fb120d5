import TestSupport

@testable import AdvertReport
@testable import AdvertisingData

/// Data of all known formats, which between them have every field that a format can give.
enum FormatSamples {
  /// Samples of every form with each octet changed, cut short and made longer.
  static func data(oneIn stride: Int) -> [KnownPayload] {
    var random = SplitMix64(seed: 23)
    // The same in every run, so that a sample has nothing that all do not have.
    let tail = random.octets(12)
    var data: [KnownPayload] = []
    for sample in samples {
      // A table of columns gives the same fields whatever its octets are.
      let stride = isTable(sample.known.format) ? stride : max(1, stride / 10)
      let variants = OctetVariants(of: sample.known.octets, tail)
      // The first two are the sample itself, and longer.
      let places = [0, 1] + variants.indices.dropFirst(2).sampled(oneIn: stride > 1 ? 16 * stride : 1)
      data += places.compactMap { reread(sample.known, variants[$0], beside: sample.signs) }
    }
    return data + ofServices(&random) + ofObjects(&random) + ofAircraft(&random) + ofAudio() + ofKeys(data)
      + ofReadouts(oneIn: stride)
  }

  /// Data of every form, with what their devices send beside them.
  static let samples: [(known: KnownPayload, signs: DeviceHints)] =
    (SampleValues.formats.map { $0.hex } + FormatVectors.all.map { $0.hex } + further).compactMap { hex in
      PrivacyPageTests.known(hex).map { ($0, DeviceHints(Payload([UInt8](hex: hex)))) }
    }

  /// What the others do not have: nodes of a mesh, the states of a headset, somebody in a room, and what Apple's devices send.
  private static let further = [
    "1416281801" + "00112233445566778899aabbccddeeff", "0a162cfe0037123456" + "1803", "09162cfe1035850003" + "00",
    "1eff4c000719010a20620480010f400d705016f2408316bf1016349b7484e8", "0cff4c00080701020300070a0b",
    "08ff4c000b03010203", "0cff4c000e06010064000705", "12ff4c000f0e4008a1a2a3b1b2b3c1c2c3d1d2d3",
    "09ff4c000f05000960010a", "09ff0388ec0001010111",
  ]

  /// All that is tried of one sample until it gives what is looked for.
  static func forEachVariant(of sample: (known: KnownPayload, signs: DeviceHints), _ body: (KnownPayload) -> Bool) {
    for octets in OctetVariants(of: sample.known.octets, [UInt8](1...24)) {
      guard let known = reread(sample.known, octets, beside: sample.signs) else { continue }
      if !body(known) { return }
    }
  }

  /// Data of each length beside each name and service that a format is known by.
  static func forEachBesideSigns(of format: KnownPayload.Format, _ body: (KnownPayload) -> Bool) {
    guard case .devices(_, let signs) = format.carrier else { return }
    var random = SplitMix64(seed: 31)
    for sign in signs {
      let beside = DeviceHints(Payload(octets(of: sign)))
      for count in 1...25 {
        for company: UInt16 in [0, 1, 0x0105, .max] {
          let data = ManufacturerData(
            company: company, data: company == 0 ? [UInt8](repeating: 0, count: count) : random.octets(count))
          guard let known = KnownPayload.recognised(in: data, beside: beside), known.format == format else { continue }
          if !body(known) { return }
        }
      }
    }
  }

  /// The AD structure with a name or a list of services.
  private static func octets(of sign: DeviceHints.Sign) -> [UInt8] {
    switch sign {
    case .name(let name), .nameBeginning(let name): return [UInt8(name.utf8.count + 1), 0x09] + name.utf8
    case .service(let service):
      guard let list = ServiceUUIDList([service], width: service.shortestWidth, isComplete: true) else { return [] }
      return [UInt8(list.octets.count + 1), list.type.rawValue] + list.octets
    }
  }

  /// Numbers that mean that there is none.
  static func missing(in octets: [UInt8]) -> [[UInt8]] {
    guard octets.count > 1 else { return [] }
    let pairs: [[UInt8]] = [[0xFF, 0xFF], [0x80, 0x00], [0x00, 0x80], [0x7F, 0xFF], [0xFF, 0x7F]]
    return (0..<octets.count - 1).flatMap { index in
      pairs.map { pair in
        var changed = octets
        changed.replaceSubrange(index..<index + 2, with: pair)
        return changed
      }
    }
  }

  /// Data of each service that a format has.
  private static func ofServices(_ random: inout SplitMix64) -> [KnownPayload] {
    KnownPayload.formats.flatMap { format -> [KnownPayload] in
      guard case .services(let numbers) = format.carrier else { return [] }
      return numbers.flatMap { number in
        (1...20).compactMap { recognised(random.octets($0), service: number) }
      }
    }
  }

  /// Home sensors' objects: their numbers decide what is measured.
  private static func ofObjects(_ random: inout SplitMix64) -> [KnownPayload] {
    var data = BTHome.Object.Kind.all.compactMap { kind -> KnownPayload? in
      recognised(
        [0x40, kind.id] + (kind.length == nil ? [3, 65, 66, 67] : random.octets(kind.length ?? 0)), service: 0xFCD2)
    }
    // Qingping's kinds of measurements, in each width.
    for kind: UInt8 in 0...0x20 {
      for count in 1...4 {
        let object = [kind, UInt8(count)] + [UInt8](repeating: 1, count: count)
        if let known = recognised([0x08, 0x01, 1, 2, 3, 4, 5, 6] + object, service: 0xFDCD) { data.append(known) }
      }
    }
    // Those of BTHome 1: how the value is written and its length, then what it is.
    for kind in BTHome.Object.Kind.all {
      var forms: [UInt8] = [0, 1, 2]
      if case .number = kind.form {} else { forms = [kind.length == nil ? 3 : 0] }
      for form in forms {
        // A floating point number has two octets or four.
        for count: UInt8 in 1...4 where form != 2 || count % 2 == 0 {
          let object = [form << 5 | (count + 1), kind.id] + [UInt8](repeating: 1, count: Int(count))
          if let known = recognised(object, service: 0x181C) { data.append(known) }
        }
      }
    }
    for high: UInt8 in [
      0x00, 0x03, 0x06, 0x08, 0x0A, 0x10, 0x20, 0x48, 0x4A, 0x4B, 0x4C, 0x4E, 0x4F, 0x50, 0x51, 0x55, 0x56, 0x60,
    ] {
      for low: UInt8 in 0...0x40 {
        for count in [1, 2, 3, 4, 5, 6, 8] {
          let object = [low, high, UInt8(count)] + [UInt8](repeating: 1, count: count)
          if let known = recognised([0x40, 0x50, 0x5B, 0x05, 0x01] + object, service: 0xFE95) { data.append(known) }
        }
      }
    }
    return data
  }

  /// Messages of each type, alone and in a pack, with each octet at its limits.
  private static func ofAircraft(_ random: inout SplitMix64) -> [KnownPayload] {
    var data: [KnownPayload] = []
    for type: UInt8 in 0...5 {
      let message = [type << 4 | 1] + random.octets(24)
      // An area of the European Union, with category and class.
      let european = [0x42, 0x04] + random.octets(15) + [0x23] + random.octets(7)
      let pack = [0x0D, 1, 0xF1, 25, 1] + (type == 4 ? european : message)
      // Before it has a position, an aircraft sends zeros for both coordinates.
      let unknown = [0x0D, 1, type << 4 | 1] + [UInt8](repeating: 0, count: 24)
      data += [[0x0D, 1] + message, pack, unknown].compactMap { recognised($0, service: 0xFFFA) }
      for index in 6..<pack.count {
        for value: UInt8 in [0, 0x7F, 0x80, 0xB5, 0xFF] {
          var changed = pack
          changed[index] = value
          if let known = recognised(changed, service: 0xFFFA) { data.append(known) }
        }
      }
    }
    return data
  }

  /// Announcements with one entry of each type, short and long: the type decides what it says.
  private static func ofAudio() -> [KnownPayload] {
    let values: [[UInt8]] = [[], [1], [1, 0], [1, 0, 1], [1, 0, 1, 0], Array("https".utf8)]
    return (0...UInt8.max).flatMap { type in
      values.flatMap { value -> [KnownPayload] in
        let entry = [UInt8(value.count + 1), type] + value
        let count = UInt8(entry.count)
        // Presentation delay, one subgroup with one stream, LC3; entries as configuration, as metadata and of the stream.
        let head: [UInt8] = [0, 1, 0, 1, 1, 6, 0, 0, 0, 0]
        return [
          recognised([0, count] + entry, service: 0x1856),
          recognised([0, 1, 0, 0, 0, 0, count] + entry, service: 0x184E),
          recognised(head + [count] + entry + [count] + entry + [1, count] + entry, service: 0x1851),
        ].compactMap(\.self)
      }
    }
  }

  private static func reread(_ known: KnownPayload, _ octets: [UInt8], beside signs: DeviceHints) -> KnownPayload? {
    switch known.format.carrier {
    case .services: return recognised(octets, service: known.owner)
    case .company:
      return KnownPayload.recognised(in: ManufacturerData(company: known.owner, data: octets), beside: signs)
    case .devices:
      guard octets.count > 2 else { return nil }
      let data = ManufacturerData(company: UInt16(octets[0]) | UInt16(octets[1]) << 8, data: Array(octets[2...]))
      return KnownPayload.recognised(in: data, beside: signs)
    }
  }

  private static func recognised(_ octets: [UInt8], service: UInt16) -> KnownPayload? {
    KnownPayload.recognised(in: ServiceData(BluetoothUUID(UInt32(service)), data: octets))
  }

  /// Encrypted data with what a key tells of them.
  private static func ofKeys(_ data: [KnownPayload]) -> [KnownPayload] {
    KnownPayload.formats.flatMap { format -> [KnownPayload] in
      guard let sealed = data.first(where: { $0.format == format && $0.isSealed }) else { return [] }
      let openings: [DecryptionResult] = [.wrongKey, .noAddress, .wrongLength(12), .opened([1, 100])]
      return openings.map { opened(sealed, $0) }
    }
  }

  /// Victron's values, which only a key shows: the fifth octet of the header says which they are. Runs of ones are among the
  /// numbers that mean that there is none.
  private static func ofReadouts(oneIn stride: Int) -> [KnownPayload] {
    (0...0x10 as ClosedRange<UInt8>).flatMap { readout -> [KnownPayload] in
      let data = ManufacturerData(company: 0x02E1, data: [0x10, 2, 1, 2, readout, 0, 0, 0] + [UInt8](1...16))
      guard let sealed = KnownPayload.recognised(in: data) else { return [] }
      var plaintexts = [0x00, 0x55].map { (filling: UInt8) in [UInt8](repeating: filling, count: 16) }
      for (place, count) in (0..<128).flatMap({ place in (1...22).map { (place, $0) } }).sampled(oneIn: stride) {
        var ones = [UInt8](repeating: 0, count: 16)
        for bit in place..<min(place + count, 128) { ones[bit / 8] |= 1 << UInt8(bit % 8) }
        plaintexts.append(ones)
      }
      return plaintexts.map { opened(sealed, .opened($0)) }
    }
  }

  private static func opened(_ sealed: KnownPayload, _ opening: DecryptionResult) -> KnownPayload {
    var known = sealed
    known.opening = opening
    return known
  }

  private static func isTable(_ format: KnownPayload.Format) -> Bool {
    KnownPayload.devices.contains(format) || KnownPayload.sensors.contains(format)
      || KnownPayload.trackers.contains(format)
  }
}

/// Data cut short and made longer, with numbers that mean that there is none, and with each octet changed: each made on access,
/// because a sample takes few of them.
private struct OctetVariants: RandomAccessCollection {
  private let octets: [UInt8]
  private let tail: [UInt8]
  private let cutAndFilled: [[UInt8]]

  init(of octets: [UInt8], _ tail: [UInt8]) {
    self.octets = octets
    self.tail = tail
    var variants = [octets, octets + tail, octets.map { _ in 0 }]
    variants += (0...octets.count).map { Array(octets.prefix($0)) } + tail.indices.map { octets + tail.prefix($0) }
    cutAndFilled = variants + FormatSamples.missing(in: octets)
  }

  var startIndex: Int { 0 }
  var endIndex: Int { cutAndFilled.count + 256 * octets.count }

  subscript(position: Int) -> [UInt8] {
    guard position >= cutAndFilled.count else { return cutAndFilled[position] }
    let (index, value) = (position - cutAndFilled.count).quotientAndRemainder(dividingBy: 256)
    var changed = octets + (index % 2 == 0 ? [] : tail)
    changed[index] = UInt8(value)
    return changed
  }
}
