internal import AdvertCapture
internal import AdvertLint
internal import AdvertisingData
internal import AssignedNumbers

extension ScanFilter {
  /// The conditions in words: `service 180d (Heart Rate)`, `everything`.
  var words: String {
    guard let logic else { return "something that is not in the log" }
    if logic.passesAll { return "everything" }
    let counted = conditions.filter { logic.kinds & 1 << $0.kind.rawValue != 0 }
    guard !counted.isEmpty else { return "something that is not in the log" }
    let most = 3
    let more = counted.count > most ? [counted.count - most].map { "\($0) more" } : []
    return (counted.prefix(most).map { $0.words } + more).joined(separator: logic.needsAllKinds ? " and " : " or ")
  }
}

extension ScanFilter.Condition {
  /// The condition in words: `company 004c (Apple, Inc.), 0215`.
  var words: String {
    switch kind {
    case .address:
      let address = DeviceAddress(littleEndian: octets.span, at: 0, type: addressType ?? .public)
      return "address \(address?.description ?? HexText.compact(octets))"
    case .service: return "service \(service?.named ?? services ?? range)"
    case .solicitation: return "solicited service \(service?.named ?? services ?? range)"
    case .name: return "name \(HostileText.quoted(String(decoding: octets, as: UTF8.self)))"
    case .manufacturerData:
      guard let company else { return "manufacturer data \(range)" }
      let name = CompanyIdentifiers.name(of: company).map { " (\($0))" } ?? ""
      return
        "manufacturer data of \(HexDigits.number(company, octets: 2))\(name)\(keyMask)\(beginning)"
    case .serviceData:
      return "service data of \(serviceOfData?.named ?? range)\(serviceOfData == nil ? "" : keyMask + beginning)"
    case .serviceDataChange: return "changed service data"
    case .transportDiscovery: return "transport discovery data"
    case .adType: return "an AD type"
    case .pattern:
      guard octets.count >= 2 else { return "a pattern" }
      let place = octets[1] == 0 ? "beginning" : "with, from byte \(octets[1]),"
      return "AD type 0x\(HexText.compact(octets.prefix(1))) \(place) \(HexText.compact(octets.dropFirst(2)))"
    }
  }

  /// A range of services as people write UUIDs, and not in the order of the air.
  private var services: String? {
    guard let mask, mask.count == octets.count, let width = BluetoothUUID.Width(rawValue: octets.count * 8) else {
      return nil
    }
    let texts = [octets, mask].compactMap { BluetoothUUID(littleEndian: $0.span, at: 0, width: width)?.fullText }
    guard texts.count == 2 else { return nil }
    // All digits before those of the width are the same for each.
    let shown = texts.map { width == .bits128 ? $0 : String($0.prefix(8).suffix(octets.count * 2)) }
    return "\(shown[0]) with mask \(shown[1])"
  }

  private var range: String {
    HexText.compact(octets)
      + (mask.map { $0.allSatisfy { $0 == 0xFF } ? "" : " with mask \(HexText.compact($0))" } ?? "")
  }

  /// The mask of the company or service, where not all of its bits count. For service data, Android sets the UUID itself
  /// as the mask: data of each UUID that has these bits pass the controller, and Android compares them once more.
  private var keyMask: String {
    guard let mask, mask.count >= 2, mask[0] & mask[1] != 0xFF else { return "" }
    return " with mask \(HexText.compact([mask[1], mask[0]]))"
  }

  /// The octets after the company or service.
  private var beginning: String {
    let rest = octets.dropFirst(2)
    // Octets with no bit that counts match everything.
    let counted = mask.map { $0.dropFirst(2).reversed().drop { $0 == 0 }.count } ?? rest.count
    guard counted > 0 else { return "" }
    let bits = mask.map { Array($0.dropFirst(2).prefix(counted)) } ?? []
    let masked = bits.contains { $0 != 0xFF } ? " with mask \(HexText.compact(bits))" : ""
    return " beginning \(HexText.compact(rest.prefix(counted)))\(masked)"
  }
}
