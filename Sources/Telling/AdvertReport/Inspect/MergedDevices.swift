internal import AdvertCapture
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The devices of a log whose lines have advertising data and scan response data in one.
struct MergedDevices {
  private static let maximumRows = 1000

  private var devices: [Device] = []
  private var places: [DeviceAddress: Int] = [:]
  /// The number of lines.
  private(set) var lines = 0

  private struct Device {
    let address: DeviceAddress
    var values: HeardValues
    var lines: Int
    var rssi: Int8?
  }

  init(_ lines: [MergedLine], choosing selectors: DeviceSelectors) {
    for line in lines {
      let payload = MergedPayload(line.octets)?.payload ?? Payload(line.octets)
      guard selectors.isEmpty || !selectors.positions(choosing: line.address, payload: payload).isEmpty else {
        continue
      }
      let values = HeardValues(payload)
      self.lines += line.count
      // Without an address each payload is a device.
      guard line.address.isKnown, let place = places[line.address] else {
        places[line.address] = devices.count
        devices.append(Device(address: line.address, values: values, lines: line.count, rssi: line.rssi))
        continue
      }
      devices[place].values.add(values)
      devices[place].lines += line.count
      devices[place].rssi = line.rssi ?? devices[place].rssi
    }
  }

  /// Whether there are none.
  var isEmpty: Bool { devices.isEmpty }

  /// `6 lines with both packets in one, 1 device`.
  var words: String { "\(counted(lines, "line")) with both packets in one, \(counted(devices.count, "device"))" }

  /// The table, and what to do next.
  func lines(_ style: TextStyle) -> [String] {
    var table = TextTable([
      .init(title: "ADDRESS", alignment: .left), .init(title: "NAME", alignment: .left, narrowing: .cut(least: 12)),
      .init(title: "RSSI", alignment: .right, rank: 2), .init(title: "LINES", alignment: .right, rank: 1),
      .init(title: "HAS", alignment: .left, narrowing: .wrap(least: 20)),
    ])
    for device in devices.prefix(Self.maximumRows) {
      let content = HeardDescription(device.values).kinds
      table.add([
        device.address.isKnown ? device.address.description : "–",
        device.values.name.map { HostileText.visible($0.withoutPadding) } ?? "–",
        device.rssi.map { String($0) } ?? "–", String(device.lines),
        content.isEmpty ? "–" : content.joined(separator: "; "),
      ])
    }
    let more = devices.count - Self.maximumRows
    return table.lines(style) + (more > 0 ? ["and \(counted(more, "more device"))"] : []) + [""]
      + wrapped(
        "advert lint and advert reach say what holds wherever the advertising data end.", at: style.columns ?? .max)
  }
}
