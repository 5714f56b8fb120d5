internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The layouts of the inputs that a command takes unchanged.
struct ChosenLayouts {
  let devices: DeviceSelectors
  /// Names of declared layouts; all when it is empty.
  let names: [String]
  /// The services, without a device: only layouts that list one of these; all when it is empty.
  let services: [BluetoothUUID]
  /// The layouts of a device that are taken.
  let taken: Taken

  enum Taken {
    /// The most frequent one.
    case mostSeen
    /// The most frequent one of those that differ only in values.
    case mostSeenOfEachForm
    case all
  }

  init(devices: DeviceSelectors, names: [String] = [], services: [BluetoothUUID], taking taken: Taken) {
    self.devices = devices
    self.names = names
    self.services = services
    self.taken = taken
  }

  /// The reason why there is no layout.
  var nothing: String {
    if !names.isEmpty { return "no layout matches" }
    return devices.isEmpty && services.isEmpty ? "there is no layout: no device was heard" : "no device matches"
  }

  /// Returns the layouts, in the order of the input.
  func layouts(of input: Input) -> [EmittedLayout] {
    switch input.content {
    case .capture(_, let observation):
      observation.advertisers.filter(isChosen).flatMap { advertiser in
        switch taken {
        case .mostSeen: EmittedLayout.mostSeen(of: advertiser, path: input.path)
        case .mostSeenOfEachForm: EmittedLayout.mostSeenOfEachForm(of: advertiser, path: input.path)
        case .all: EmittedLayout.all(of: advertiser, path: input.path)
        }
      }
    case .argument(let layout): [EmittedLayout(layout, path: input.path)]
    case .text(let layouts, _), .image(let layouts):
      layouts.filter { devices.choose($0, named: names) }.map { EmittedLayout($0, path: input.path) }
    }
  }

  private func isChosen(_ advertiser: Advertiser) -> Bool {
    guard names.isEmpty else { return false }
    guard devices.isEmpty else { return devices.choose(advertiser) }
    return services.isEmpty
      || !Set(services).isDisjoint(with: advertiser.advertisedServices + advertiser.scanResponseServices)
  }
}

extension DeviceSelectors {
  /// Returns whether a declared layout has one of some names, and is of a device that is chosen; no names and no devices
  /// choose all.
  func choose(_ declared: DeclaredLayout, named names: [String]) -> Bool {
    (names.isEmpty || declared.name.map(names.contains) ?? false) && (isEmpty || choose(declared))
  }
}
