internal import AdvertReading
internal import AdvertisingData

/// Scans of Espruino.
///
/// Source: Espruino 2v28, `NRF.setScan`, `NRF.findDevices` and `NRF.requestDevice`.
extension ScriptScanReader {
  /// Espruino: the filters of a page without masks, and a scan that only listens unless it is active.
  mutating func readEspruino(_ options: ScanValue?) throws(SourceObstacle) {
    var isActive = false
    guard let options, !options.isNothing else {
      scan.isPassive = true
      return
    }
    // The duration of the scan.
    if case .number = options.content {
      scan.isPassive = true
      return
    }
    for entry in try options.entries() {
      switch entry.key {
      case "active": isActive = try entry.value.bool()
      case "filters":
        scan.filters += try entry.value.list().map { filter in
          pageFilter(filter) { value throws(SourceObstacle) in try Self.espruinoConditions(value) }
        }
      case "timeout", "interval", "window", "phy": break
      default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "an option") is not read")
      }
    }
    // A discovery names the option that was not read as its condition; a miss would not.
    scan.isPassive = !isActive
  }

  private static func espruinoConditions(_ value: ScanValue) throws(SourceObstacle) -> [RequestedScan.Condition] {
    var conditions: [RequestedScan.Condition] = []
    for entry in try value.entries() {
      switch entry.key {
      case "services": for service in try entry.value.list() { conditions.append(.service(try service.uuid())) }
      case "name": conditions.append(.name(try entry.value.text()))
      case "namePrefix": conditions.append(.namePart(try entry.value.text(), isPrefix: true))
      case "id":
        // `c0:00:00:00:00:01 random`
        let address = try entry.value.text().split(separator: " ").first.map(String.init) ?? ""
        guard let address = DeviceAddress(text: address, type: .unstated) else {
          throw entry.value.refusal("an address")
        }
        conditions.append(.address(address))
      case "serviceData":
        for data in try entry.value.entries() {
          guard let key = data.key, let uuid = BluetoothUUID(text: key) else { throw data.value.refusal("a UUID") }
          conditions.append(.serviceData(uuid, [], mask: nil))
        }
      case "manufacturer":
        guard let company = UInt16(exactly: try entry.value.number()) else { throw entry.value.refusal("a company") }
        conditions.append(.manufacturerData(company, [], mask: nil))
      default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "a part of a filter") is not read")
      }
    }
    return conditions
  }
}
