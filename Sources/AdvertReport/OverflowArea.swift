internal import AdvertLint
internal import AdvertisingData

/// Services that an overflow area may hide, by the bit that each sets.
struct OverflowCandidates {
  /// Services that the user asked for.
  let asked: [BluetoothUUID]
  private let services: [[BluetoothUUID]]

  static let none = OverflowCandidates(asked: [], seen: [])

  /// Services asked for come first, then those seen in service lists.
  init(asked: [BluetoothUUID], seen: Set<BluetoothUUID>) {
    self.asked = asked
    var services = [[BluetoothUUID]](repeating: [], count: 8 * OverflowArea.length)
    var added: Set<BluetoothUUID> = []
    for service in asked + seen.sorted() where added.insert(service).inserted {
      services[OverflowArea.bit(of: service)].append(service)
    }
    self.services = services
  }

  /// Those that set this bit.
  func services(ofBit bit: Int) -> [BluetoothUUID] { services[bit] }
}

/// Which services the overflow areas of payloads may hide, for people.
struct OverflowNotes {
  private static let mostInLine = 5

  /// The areas, without repeats.
  private let areas: [OverflowArea]
  private let candidates: OverflowCandidates

  init(_ payloads: [Payload], candidates: OverflowCandidates) {
    self.candidates = candidates
    var areas: [OverflowArea] = []
    for payload in payloads {
      for element in payload.decoded.elements {
        guard case .manufacturerData(let data) = element.value,
          let area = KnownPayload.recognised(in: data)?.value(as: Continuity.self)?.overflowArea, !areas.contains(area)
        else { continue }
        areas.append(area)
      }
    }
    self.areas = areas
  }

  /// Nothing when there is no overflow area.
  func lines(_ style: TextStyle) -> [String] {
    guard !areas.isEmpty else { return [] }
    var lines = [
      style.strong("Overflow area")
        + "  iOS sets a bit in place of a service's UUID. Countless UUIDs share each bit: a set",
      "               bit is a hint and proves nothing, a clear bit says that a service is not there.",
    ]
    for area in areas {
      for bit in area.bits {
        let matching = candidates.services(ofBit: bit).map(\.named)
        lines.append("  bit \(bit): " + Self.words(matching))
      }
      for service in candidates.asked where !area.contains(bit: OverflowArea.bit(of: service)) {
        lines.append("  not \(service.named): its bit \(OverflowArea.bit(of: service)) is clear")
      }
    }
    return lines
  }

  private static func words(_ matching: [String]) -> String {
    guard !matching.isEmpty else { return "no service given or seen here sets it" }
    let more = matching.count > mostInLine ? " or \(matching.count - mostInLine) more seen here" : ""
    return "could be \(matching.prefix(mostInLine).joined(separator: " or "))\(more): one of many"
  }
}
