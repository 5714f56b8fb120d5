internal import AdvertReading
internal import AdvertisingData

/// Filters that Android's `ScanFilter.toString()` wrote into a log. Those of one line are of one scan.
///
/// Source: AOSP 10 and 15, ScanFilter.java.
enum LoggedFilterReader {
  private static let start = "BluetoothLeScanFilter ["

  /// Whether a text has such filters.
  static func mayRead(_ text: String) -> Bool { text.firstRange(ofText: start) != nil }

  static func read(_ text: String, into found: inout ScanFindings) {
    var number = 0
    for line in text.split(omittingEmptySubsequences: false, whereSeparator: { $0.isNewline }) {
      number += 1
      guard line.firstRange(ofText: start) != nil else { continue }
      guard found.hasRoom(for: number) else { return }
      var scan = RequestedScan(.android, call: "ScanFilter", line: number)
      // A log of filters does not show the settings.
      scan.unreadSettings.append(.init(line: number, reason: "the log does not show the settings"))
      var rest = line[...]
      while let begin = rest.firstRange(ofText: start) {
        rest = rest[begin.upperBound...]
        do throws(SourceObstacle) {
          let (filter, end) = try filter(rest, line: number)
          scan.filters.append(filter)
          rest = rest[end...]
        } catch {
          scan.unreadFilters.append(.init(error))
        }
      }
      found.scans.append(scan)
    }
  }

  /// Reads the fields of a filter up to its bracket.
  private static func filter(
    _ text: Substring, line: Int
  ) throws(SourceObstacle) -> (RequestedScan.Filter, end: Substring.Index) {
    var fields: [String: Substring] = [:]
    var rest = text
    while true {
      guard let equals = rest.firstIndex(of: "=") else { throw SourceObstacle(line, "a cut filter") }
      guard rest.first == "m" else { throw SourceObstacle(line, "a filter that ScanFilter.toString did not print") }
      let key = String(rest[..<equals])
      rest = rest[rest.index(after: equals)...]
      // A name can have any characters: it ends before the next field.
      let end: Substring.Index
      var next: Substring.Index?
      if rest.first == "[" {
        guard let close = rest.firstIndex(of: "]") else { throw SourceObstacle(line, "a cut filter") }
        end = rest.index(after: close)
        if rest[end...].hasPrefix(", m") { next = rest.index(end, offsetBy: 2) }
      } else if let comma = nextField(in: rest) {
        let bracket = key == "mDeviceName" ? nil : rest.firstIndex(of: "]")
        if let bracket, bracket < comma.lowerBound {
          end = bracket
        } else {
          end = comma.lowerBound
          next = rest.index(end, offsetBy: 2)
        }
      } else {
        guard let bracket = rest.firstIndex(of: "]") else { throw SourceObstacle(line, "a cut filter") }
        end = bracket
      }
      fields[key] = rest[..<end]
      guard let next else {
        guard rest[end...].first == "]" else { throw SourceObstacle(line, "a cut filter") }
        return (try filter(fields, line: line), rest.index(after: end))
      }
      rest = rest[next...]
    }
  }

  /// Returns the comma and the blank before the next field.
  private static func nextField(in text: Substring) -> Range<Substring.Index>? {
    var rest = text
    while let comma = rest.firstRange(ofText: ", m") {
      if rest[comma.upperBound...].first?.isUppercase ?? false { return comma }
      rest = rest[comma.upperBound...]
    }
    return nil
  }

  private static func filter(
    _ fields: [String: Substring], line: Int
  ) throws(SourceObstacle) -> RequestedScan.Filter {
    var filter = RequestedScan.Filter(line: line)
    func value(_ key: String) -> Substring? { fields[key].flatMap { $0 == "null" ? nil : $0 } }
    func uuid(_ key: String) throws(SourceObstacle) -> BluetoothUUID? {
      guard let text = value(key) else { return nil }
      guard let uuid = BluetoothUUID(text: text) else { throw SourceObstacle(line, "a UUID that is not read") }
      return uuid
    }
    func octets(_ key: String) throws(SourceObstacle) -> [UInt8]? {
      guard let text = value(key) else { return nil }
      guard text.first == "[", text.last == "]" else { throw SourceObstacle(line, "bytes that are not read") }
      var octets: [UInt8] = []
      for part in text.dropFirst().dropLast().split(separator: ",") {
        let digits = part.drop { $0 == " " }
        guard let number = Int(digits), -128...255 ~= number else {
          throw SourceObstacle(line, "bytes that are not read")
        }
        octets.append(UInt8(truncatingIfNeeded: number))
      }
      return octets
    }
    if let name = value("mDeviceName") { filter.conditions.append(.name(String(name))) }
    if let address = value("mDeviceAddress") {
      guard let address = DeviceAddress(text: address, type: .unstated) else {
        throw SourceObstacle(line, "an address that is hidden")
      }
      filter.conditions.append(.address(address))
    }
    if let service = try uuid("mUuid") {
      filter.conditions.append(
        try uuid("mUuidMask").map { .maskedService(service, mask: $0) } ?? .service(service))
    }
    if let service = try uuid("mServiceSolicitationUuid") {
      guard value("mServiceSolicitationUuidMask") == nil else { throw SourceObstacle(line, "a mask that is not read") }
      filter.conditions.append(.solicitedService(service))
    }
    if let service = try uuid("mServiceDataUuid") {
      filter.conditions.append(
        .serviceData(service, try octets("mServiceData") ?? [], mask: try octets("mServiceDataMask")))
    }
    if let company = fields["mManufacturerId"].flatMap({ Int($0) }), company >= 0 {
      guard let company = UInt16(exactly: company) else { throw SourceObstacle(line, "a company beyond 16 bits") }
      filter.conditions.append(
        .manufacturerData(company, try octets("mManufacturerData") ?? [], mask: try octets("mManufacturerDataMask")))
    }
    let hasMore =
      value("mTransportBlockFilter") != nil
      || fields["mAdvertisingDataType"].flatMap({ Int($0) }).map { $0 > 0 } ?? false
    if hasMore { filter.unread.append(.init(line: line, reason: "an AD type or a transport block")) }
    return filter
  }
}
