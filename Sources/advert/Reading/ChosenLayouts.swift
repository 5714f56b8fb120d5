internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// Which layouts of the inputs a command takes as they are.
struct ChosenLayouts {
  let devices: DeviceSelectors
  /// Names of declared layouts; all when it is empty.
  let names: [String]
  /// Without a device, those that list one of these; all when it is empty.
  let services: [BluetoothUUID]
  /// Which layouts of a device are taken.
  let taken: Taken

  enum Taken {
    /// The one seen most.
    case mostSeen
    /// Of those that differ only in values, the one seen most.
    case mostSeenOfEachForm
    case all
  }

  init(devices: DeviceSelectors, names: [String] = [], services: [BluetoothUUID], taking taken: Taken) {
    self.devices = devices
    self.names = names
    self.services = services
    self.taken = taken
  }

  /// Why there is no layout, when there is none.
  var nothing: String {
    if !names.isEmpty { return "no layout matches" }
    return devices.isEmpty && services.isEmpty ? "there is no layout: no device was heard" : "no device matches"
  }

  /// In the order of the input.
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
      layouts.filter(isChosen).map { EmittedLayout($0, path: input.path) }
    }
  }

  private func isChosen(_ advertiser: Advertiser) -> Bool {
    guard names.isEmpty else { return false }
    guard devices.isEmpty else { return devices.choose(advertiser) }
    return services.isEmpty
      || !Set(services).isDisjoint(with: advertiser.advertisedServices + advertiser.scanResponseServices)
  }

  private func isChosen(_ declared: DeclaredLayout) -> Bool {
    (names.isEmpty || declared.name.map(names.contains) ?? false)
      && (devices.isEmpty || devices.choose(declared))
  }
}
