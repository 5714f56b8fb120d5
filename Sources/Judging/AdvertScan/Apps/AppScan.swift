internal import AdvertCapture
internal import AdvertObservation
package import AdvertReading
package import AdvertisingData

/// A scan that an app asks for, as a question to scanners: the filters of which one is enough, and the scanners as the
/// settings of the app make them.
package struct AppScan: Sendable {
  /// The path of the program.
  package let path: String
  package let request: RequestedScan
  /// The scanners that run the scan.
  package let scanners: [ScannerProfile]
  /// The filters of which one is enough.
  package let filters: [Filter]
  /// The filters whose devices the scan leaves out.
  package let exclusions: [Filter]

  /// A filter as questions about a device, all of which must be met.
  package struct Filter: Sendable {
    package let line: Int
    package let questions: [Question]
    /// The text of the service that the device must list first; `nil` for a filter that looks at all services.
    package let firstService: String?
    /// The addresses that the device must have.
    package let addresses: [DeviceAddress]
    /// The parts of the filter that are not read.
    package let unread: [RequestedScan.Unread]

    init(_ filter: RequestedScan.Filter) {
      line = filter.line
      var questions: [Question] = []
      var addresses: [DeviceAddress] = []
      var unread = filter.unread
      firstService =
        filter.conditions.lazy.compactMap { condition in
          if case .firstService(_, let text) = condition { text } else { nil }
        }.first
      for condition in filter.conditions {
        if case .address(let address) = condition {
          addresses.append(address)
        } else if let question = Question(condition) {
          questions.append(question)
        } else {
          unread.append(.init(line: filter.line, reason: "a name or data that cannot be asked for"))
        }
      }
      self.questions = questions
      self.addresses = addresses
      self.unread = unread
    }
  }

  /// - Parameters:
  ///   - path: of the program.
  ///   - chosen: the scanners that the user names; empty for those of the library.
  package init(_ request: RequestedScan, path: String, chosen: [ScannerProfile] = []) {
    self.path = path
    self.request = request
    scanners = (chosen.isEmpty ? request.usualScanners : chosen).filter { $0.runs(request) }.map {
      $0.scanning(as: request)
    }
    filters = request.filters.map { Filter($0) }
    exclusions = request.exclusions.map { Filter($0) }
  }

  /// Whether devices pass that have none of the data that the filters ask for, or may.
  package var mayPassAll: Bool {
    filters.isEmpty || !request.unreadFilters.isEmpty || filters.contains { $0.questions.isEmpty }
  }

  /// Whether a filter asks for the service that a device lists first.
  var asksForFirstService: Bool { filters.contains { $0.firstService != nil } }

  /// The questions about data, each once. A service that is not read is one of those that the device lists.
  package var questions: [Question] {
    let unread: [Question] =
      request.unreadFilters.contains { $0.isService } ? [.data(.anyListedService)] : []
    return ((filters + exclusions).flatMap { $0.questions } + unread).withoutRepeats
  }
}

extension Question {
  /// The question about data that a condition asks; `nil` for an address, and for a name that cannot be told from a pattern.
  fileprivate init?(_ condition: RequestedScan.Condition) {
    switch condition {
    case .service(let uuid), .firstService(let uuid, _): self = .service(uuid)
    case .maskedService(let uuid, let mask): self = .data(DataQuestion(service: uuid, mask: mask))
    case .solicitedService(let uuid): self = .data(DataQuestion(service: uuid, isSolicited: true))
    case .name(let name): self = .name(name)
    case .namePart(let part, let isPrefix):
      guard !part.contains(where: { $0 == "*" || $0 == "?" }) else { return nil }
      let pattern = DataQuestion(nameLike: (isPrefix ? "" : "*") + part + "*")
      // A prefix can be a pattern of another kind.
      guard case .name(let selector) = pattern.subject, selector.matches(name: part) else { return nil }
      self = .data(pattern)
    case .serviceData(let uuid, let octets, let mask):
      guard let question = DataQuestion(.service(uuid), beginning: octets, mask: mask) else { return nil }
      self = .data(question)
    case .manufacturerData(let company, let octets, let mask):
      guard let question = DataQuestion(.manufacturer(company), beginning: octets, mask: mask) else { return nil }
      self = .data(question)
    case .address: return nil
    }
  }
}

extension RequestedScan {
  /// The scanners that run scans of the library.
  fileprivate var usualScanners: [ScannerProfile] {
    switch library {
    case .android: [isPassive ? .androidPassive : .android] + (isForBackground ? [.androidBackground] : [])
    case .coreBluetooth: [.iosForeground, .iosBackground]
    case .webBluetooth: [.webBluetooth]
    case .bleak: isPassive ? [.windows, .bluezMonitor] : [.windowsActive, .bluezDiscovery, .macOS]
    case .bluez: [.bluezDiscovery]
    case .btleplug: [.windowsActive, .bluezDiscovery, .macOS]
    case .noble: [.macOS, .windowsActive]
    case .arduinoBLE: [.active]
    case .arduinoESP32: [isPassive ? .arduinoESP32 : .arduinoESP32Active]
    case .nimBLEArduino: [isPassive ? .nimBLEArduino : .nimBLEArduinoActive]
    case .circuitPython, .microPython, .espruino: [isPassive ? .passive : .active]
    // TinyGo on a microcontroller scans passively.
    case .tinyGo: [.passive, .bluezDiscovery, .macOS, .windowsActive]
    case .winRT: [isPassive ? .windows : .windowsActive]
    case .flutterBluePlus, .flutterReactiveBLE, .blePLX, .bleManager, .cordova, .cordovaBluetoothLE, .capacitor:
      [.android, .iosForeground]
    }
  }
}

extension ScannerProfile {
  /// Whether the scanner is one of Android, in any mode and version.
  var isOfAndroid: Bool { id.hasPrefix("android") }

  /// Whether the scanner is on a system that a scan is for.
  fileprivate func runs(_ request: RequestedScan) -> Bool {
    request.system.map { ($0 == .linux) == id.hasPrefix("bluez") } ?? true
  }

  /// Returns the scanner with the settings of a scan.
  fileprivate func scanning(as request: RequestedScan) -> ScannerProfile {
    var profile = self
    if isOfAndroid {
      let source = Evidence.documented("Android: ScanSettings.Builder, setLegacy and setPhy")
      switch request.isLegacyOnly {
      case true?: break
      case false?:
        profile.receivesExtended = Claim(true, source)
        profile.receivesCoded = Claim(request.phys != .oneMegabit, source, note: "on a phone that can")
      case nil:
        profile.receivesExtended = nil
        profile.receivesCoded = nil
      }
      if request.neverForLocation == false { profile.beaconsHiddenIf = nil }
    }
    if id.hasPrefix("windows"), request.library == .winRT, request.isLegacyOnly != true {
      let source = Evidence.documented("Microsoft: BluetoothLEAdvertisementWatcher.AllowExtendedAdvertisements")
      profile.receivesExtended = request.isLegacyOnly.map { Claim(!$0, source) }
    }
    if id.hasPrefix("bluez-discovery"), [.bleak, .bluez, .tinyGo].contains(request.library) {
      profile.setDiscoveryFilter()
    }
    return profile
  }
}
