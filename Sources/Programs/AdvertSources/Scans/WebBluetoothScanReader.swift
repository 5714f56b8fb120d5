internal import AdvertReading
internal import AdvertisingData

/// Scans of web pages, and of the plugins and boards that take over their filters.
///
/// Source: Web Bluetooth, `requestDevice` and `requestLEScan`.
extension ScriptScanReader {
  /// Web Bluetooth: filters are joined by *or*, what one filter has by *and*.
  mutating func readPage() throws(SourceObstacle) {
    guard let options = positional(0) else { throw SourceObstacle(scan.line, "a call without options is refused") }
    var takesAll = false
    for entry in try options.entries() {
      switch entry.key {
      case "filters" where entry.value.isNothing: break
      case "filters":
        let filters = try entry.value.list()
        guard !filters.isEmpty else { throw SourceObstacle(entry.value.line, "an empty list of filters is refused") }
        scan.filters += filters.map { pageFilter($0) }
      case "exclusionFilters": scan.exclusions += try entry.value.list().map { pageFilter($0) }
      case "acceptAllDevices", "acceptAllAdvertisements": takesAll = try entry.value.bool()
      case "optionalServices", "optionalManufacturerData", "keepRepeatedDevices", "signal": break
      default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "an option") is not read")
      }
    }
    guard scan.filters.isEmpty != takesAll else { return }
    throw SourceObstacle(scan.line, "a call needs either filters or acceptAllDevices")
  }

  func pageFilter(
    _ value: ScanValue,
    _ read: (ScanValue) throws(SourceObstacle) -> [RequestedScan.Condition] = { value throws(SourceObstacle) in
      try pageConditions(value)
    }
  ) -> RequestedScan.Filter {
    var filter = RequestedScan.Filter(line: value.line)
    do throws(SourceObstacle) {
      filter.conditions = try read(value)
    } catch {
      filter.unread.append(.init(error))
    }
    return filter
  }

  private static func pageConditions(_ value: ScanValue) throws(SourceObstacle) -> [RequestedScan.Condition] {
    var conditions: [RequestedScan.Condition] = []
    for entry in try value.entries() {
      switch entry.key {
      case "services":
        for service in try entry.value.list() { conditions.append(.service(try pageService(service))) }
      case "name": conditions.append(.name(try entry.value.text()))
      case "namePrefix": conditions.append(.namePart(try entry.value.text(), isPrefix: true))
      case "manufacturerData":
        for data in try entry.value.list() { conditions.append(try manufacturerData(data)) }
      case "serviceData":
        for data in try entry.value.list() { conditions.append(try serviceData(data)) }
      default: throw SourceObstacle(entry.value.line, "\(entry.key ?? "a part of a filter") is not read")
      }
    }
    return conditions
  }

  static func serviceData(_ data: ScanValue) throws(SourceObstacle) -> RequestedScan.Condition {
    var (service, octets, mask): (BluetoothUUID?, [UInt8], [UInt8]?) = (nil, [], nil)
    for part in try data.entries() {
      switch part.key {
      case "service": service = try pageService(part.value)
      // The plugin for Capacitor calls it so.
      case "serviceUuid": service = try part.value.uuid()
      case "dataPrefix": octets = try part.value.octets()
      case "mask": mask = try part.value.octets()
      default: throw SourceObstacle(part.value.line, "a part of service data that is not read")
      }
    }
    guard let service else { throw SourceObstacle(data.line, "service data without a service") }
    return .serviceData(service, octets, mask: mask)
  }

  static func manufacturerData(_ data: ScanValue) throws(SourceObstacle) -> RequestedScan.Condition {
    var (company, octets, mask): (UInt16?, [UInt8], [UInt8]?) = (nil, [], nil)
    for part in try data.entries() {
      switch part.key {
      case "companyIdentifier": company = UInt16(exactly: try part.value.number())
      case "dataPrefix": octets = try part.value.octets()
      case "mask": mask = try part.value.octets()
      default: throw SourceObstacle(part.value.line, "a part of manufacturer data that is not read")
      }
    }
    guard let company else { throw SourceObstacle(data.line, "manufacturer data without a company") }
    return .manufacturerData(company, octets, mask: mask)
  }

  /// Returns a service as pages name it: a number, a UUID in full, or the name of an assigned one.
  private static func pageService(_ value: ScanValue) throws(SourceObstacle) -> BluetoothUUID {
    guard case .text(let octets) = value.content else { return try value.uuid() }
    let text = String(decoding: octets, as: UTF8.self)
    if let number = PageServiceNames.numbers[text] { return BluetoothUUID(number) }
    guard octets.count == 36 else { throw SourceObstacle(value.line, "a service that pages cannot name so") }
    return try value.uuid()
  }
}

/// The names of services that web pages can use.
///
/// Source: Web Bluetooth, registries/gatt_assigned_services.txt.
enum PageServiceNames {
  /// Returns the number of a service by its name in one word: `HeartRate`; `nil` for all other names.
  static func number(of name: Substring) -> UInt32? {
    var words = ""
    for character in name {
      if character.isUppercase, !words.isEmpty { words += "_" }
      words += character.lowercased()
    }
    return numbers[words] ?? numbers[words + "_service"]
  }

  static let numbers: [String: UInt32] = [
    "generic_access": 0x1800, "generic_attribute": 0x1801, "immediate_alert": 0x1802, "link_loss": 0x1803,
    "tx_power": 0x1804, "current_time": 0x1805, "reference_time_update": 0x1806, "next_dst_change": 0x1807,
    "glucose": 0x1808, "health_thermometer": 0x1809, "device_information": 0x180A, "heart_rate": 0x180D,
    "phone_alert_status": 0x180E, "battery_service": 0x180F, "blood_pressure": 0x1810, "alert_notification": 0x1811,
    "human_interface_device": 0x1812, "scan_parameters": 0x1813, "running_speed_and_cadence": 0x1814,
    "automation_io": 0x1815, "cycling_speed_and_cadence": 0x1816, "cycling_power": 0x1818,
    "location_and_navigation": 0x1819, "environmental_sensing": 0x181A, "body_composition": 0x181B,
    "user_data": 0x181C, "weight_scale": 0x181D, "bond_management": 0x181E, "continuous_glucose_monitoring": 0x181F,
    "internet_protocol_support": 0x1820, "indoor_positioning": 0x1821, "pulse_oximeter": 0x1822,
    "http_proxy": 0x1823, "transport_discovery": 0x1824, "object_transfer": 0x1825, "fitness_machine": 0x1826,
    "mesh_provisioning": 0x1827, "mesh_proxy": 0x1828, "reconnection_configuration": 0x1829,
  ]
}
