internal import AdvertLint
internal import AdvertReading
internal import AdvertisingData

/// A device or declared layout of a lint run that was judged with a doubt.
struct DoubtfulDevice {
  let path: String
  /// The address; `nil` for a declared layout.
  let address: DeviceAddress?
  let layoutName: String?
  let line: Int?
  let doubts: [Doubt]
  let label: String
  /// Whether the device or layout has no findings, which would tell of its doubts.
  let isSilent: Bool

  /// Returns those of a file, in its order.
  static func all(in file: JudgedFile) -> [DoubtfulDevice] {
    file.devices.filter { !$0.doubts.isEmpty }.map { device in
      var (address, name, line): (DeviceAddress?, String?, Int?) = (nil, nil, nil)
      switch device.identity {
      case .advertiser(let own, _): address = own
      case .layout(let own, let place): (name, line) = (own, place)
      }
      return DoubtfulDevice(
        path: file.path, address: address, layoutName: name, line: line, doubts: device.doubts, label: device.label,
        isSilent: device.findings.isEmpty)
    }
  }

  /// The most devices that are told of in words.
  private static let mostTold = 10

  /// Returns a sentence for the doubts of each of the first devices, and the number of others.
  static func sentences(_ devices: [DoubtfulDevice]) -> [String] {
    let more = devices.count - mostTold
    return devices.prefix(mostTold).map { device in
      "Not certain, \(device.label): \(HostileText.visible(Doubt.words(of: device.doubts).joined(separator: "; ")))."
    } + (more > 0 ? ["\(counted(more, "more device or layout", "more devices and layouts")) with doubts."] : [])
  }
}
