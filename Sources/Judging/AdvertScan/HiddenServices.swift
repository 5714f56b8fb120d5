package import AdvertObservation
package import AdvertisingData

/// A service that a device lists only in its scan response, so that some scanners that look for it miss the device.
package struct HiddenService: Hashable, Sendable {
  /// The service.
  package let uuid: BluetoothUUID
  /// The UUID with placeholders, where some of its octets vary or are not known; else `nil`.
  package var pattern: String?
  /// The scanners that miss the device when they filter for the service.
  package let missedBy: [ScannerProfile.ID]
  /// The scanners that miss it by field reports.
  package let mayBeMissedBy: [ScannerProfile.ID]

  /// A service with the scanners that miss it.
  package init(uuid: BluetoothUUID, missedBy: [ScannerProfile.ID], mayBeMissedBy: [ScannerProfile.ID]) {
    self.uuid = uuid
    self.missedBy = missedBy
    self.mayBeMissedBy = mayBeMissedBy
  }
}

/// Finds the hidden services of devices, for all commands. Traits that devices share are judged once.
package struct HiddenServices: Sendable {
  private let profiles: [ScannerProfile]
  private var known = AlikeAnswers<Misses>()

  /// - Parameter profiles: the scanners of which one must miss the device.
  package init(from profiles: [ScannerProfile] = ScannerProfile.all) { self.profiles = profiles }

  /// The scanners that miss a service.
  private struct Misses: Sendable {
    var certain: [ScannerProfile.ID] = []
    /// The scanners that miss it by field reports.
    var possible: [ScannerProfile.ID] = []

    init(of device: ScannedDevice, _ question: Question, _ profiles: [ScannerProfile]) {
      for profile in profiles {
        let verdict = profile.verdict(on: device, for: question)
        guard verdict.outcome == .missed, verdict.reason.blamesScanResponse else { continue }
        switch verdict.word {
        case .missed: certain.append(profile.id)
        case .may: possible.append(profile.id)
        default: break
        }
      }
    }
  }

  /// Returns the services that an advertiser hides.
  package mutating func services(hiddenBy advertiser: Advertiser) -> [HiddenService] {
    let answered = advertiser.scanResponseServices
    guard !answered.isEmpty else { return [] }
    // A single layout has no stray packets, so the lists alone decide.
    if advertiser.layouts.count == 1, Set(advertiser.advertisedServices).isSuperset(of: answered) { return [] }
    return services(hiddenBy: ScannedDevice(advertiser))
  }

  /// Returns the services that a device hides.
  package mutating func services(hiddenBy device: ScannedDevice) -> [HiddenService] {
    device.servicesInResponses.compactMap { uuid, question in
      // Traits are those of one reading.
      let misses =
        device.isCertain
        ? known.answer(to: question, about: device) { Misses(of: device, question, profiles) }
        : Misses(of: device, question, profiles)
      guard !misses.certain.isEmpty || !misses.possible.isEmpty else { return nil }
      var hidden = HiddenService(uuid: uuid, missedBy: misses.certain, mayBeMissedBy: misses.possible)
      if case .openService(let service) = question { hidden.pattern = service.pattern }
      return hidden
    }
  }
}

extension ReachRun {
  /// Returns the services that a device hides from one of the run's scanners.
  package func hiddenServices(of device: Device) -> [HiddenService] {
    var hidden = HiddenServices(from: profiles)
    return hidden.services(hiddenBy: device.scanned)
  }
}
