public import AdvertisingData

extension DeclaredLayout {
  /// The same layout of another name, with other payloads of the same lengths. Where it is written stays known; the text
  /// does not, as it is not that of these payloads.
  public func replacing(name: String?, layout: Layout) -> DeclaredLayout {
    DeclaredLayout(
      name: name, layout: layout, addressKind: addressKind, intervalMicroseconds: intervalMicroseconds,
      expectedServices: expectedServices, place: place, advertisingText: advertisingText,
      scanResponseText: scanResponseText)
  }
}

extension Manifest {
  /// The same manifest with other words for devices and layouts, and other layouts.
  ///
  /// - Parameters:
  ///   - device: What stands for the address or name of a device.
  ///   - layoutName: What stands for the name of a layout.
  ///   - layout: What stands for a layout, its name included.
  public func replacing(
    device: (String) -> String, layoutName: (String) -> String, layout: (DeclaredLayout) -> DeclaredLayout
  ) -> Manifest {
    func replaced(_ settings: RuleSettings) -> RuleSettings {
      RuleSettings(
        levels: settings.levels,
        ignores: settings.ignores.map { ignore in
          let target: RuleSettings.Target =
            switch ignore.target {
            case .layout(let name): .layout(layoutName(name))
            case .device(let text): .device(device(text))
            }
          return RuleSettings.Ignore(rule: ignore.rule, target: target, reason: ignore.reason, place: ignore.place)
        })
    }
    return Manifest(
      layouts: layouts.map(layout), expectedServices: expectedServices, devices: devices.map(device),
      scanners: scanners, profiles: profiles, settings: replaced(settings),
      overrides: overrides.map { Override(path: $0.path, settings: replaced($0.settings)) })
  }
}
