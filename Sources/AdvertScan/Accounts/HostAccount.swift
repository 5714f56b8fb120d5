package import AdvertCapture
package import AdvertObservation
package import AdvertisingData

/// What a program tells of the devices that it heard: values of both packets in one, who heard them, and how that scans.
package struct HostAccount: Hashable, Sendable {
  /// What tells it.
  package var origin: Origin
  /// In the order of the input.
  package var scanners: [Scanner] = []
  /// In the order of the input, each once.
  package var devices: [Device] = []

  /// What tells it.
  package enum Origin: Hashable, Sendable {
    /// The download *Diagnostics* of Home Assistant's Bluetooth integration. Its version is `nil` when the text does not
    /// have it.
    ///
    /// Source: habluetooth, `manager.py` and `base_scanner.py` (`async_diagnostics`), versions of 2022 to 2026.
    case homeAssistant(version: String?)
    /// Lines of a log, by these programs.
    case log([ValueLine.Program], lines: Int)

    /// In one word, as documents have it.
    package var word: String {
      switch self {
      case .homeAssistant: "homeAssistant"
      case .log: "log"
      }
    }

    /// All words, as documents have them.
    package static let words = ["homeAssistant", "log"]
  }

  /// A Bluetooth adapter, or a device elsewhere that hears for the host.
  package struct Scanner: Hashable, Sendable {
    /// `hci0 (00:1A:7D:DA:71:13)`.
    package var name: String
    /// What devices name it by: its address, mostly.
    package var source: String
    /// How it scans at the moment; `nil` when that is not said, as before 2024.
    package var mode: Mode?
    /// How it is set up to scan; `nil` when that is not said.
    package var requestedMode: Mode?
    /// Whether it listens at the moment; `nil` when that is not said.
    package var isScanning: Bool?
    /// Whether the host can connect through it; `nil` when that is not said.
    package var isConnectable: Bool?
    /// Seconds before the download in which it heard nothing; `nil` when that is not said.
    package var silence: Double?
    /// How many devices it has.
    package var deviceCount = 0

    /// A scanner of which only its name is known.
    package init(name: String, source: String) {
      self.name = name
      self.source = source
    }
  }

  /// How a scanner scans.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// It only listens.
    case passive
    /// It asks for scan responses.
    case active
    /// It listens, and asks for scan responses in windows.
    case auto
  }

  /// What is known of a device.
  package struct Device: Hashable, Sendable {
    /// Programs do not tell its type: it is inferred from the bits. Anonymous where ``identifier`` stands in its place.
    package var address: DeviceAddress
    /// What Apple's systems call it by, which is no address of it; `nil` where there is an address.
    package var identifier: BluetoothUUID?
    /// What was received, of both packets.
    package var values = HeardValues()
    /// Who has it.
    package var hearings: [Hearing] = []
    /// In dBm, where who heard it is not said.
    package var rssi: Int?
    /// Whether a scanner that can connect heard it; `nil` when that is not said.
    package var isConnectable: Bool?
    /// The octets that a scanner elsewhere handed on, of both packets.
    package var raw: [UInt8]?
    /// What was in what was heard each time.
    package var contents = HeardContents()

    /// A device of which nothing is known yet.
    package init(_ address: DeviceAddress, identifier: BluetoothUUID? = nil) {
      self.address = address
      self.identifier = identifier
    }

    /// What it is called by: its address, or what stands in its place.
    package var label: String { identifier?.description ?? address.description }

    /// Whether one of the patterns chooses it: by its address, its name, or the beginning of its identifier.
    package func isChosen(by selectors: DeviceSelectors) -> Bool {
      !selectors.positions(choosing: address, name: values.name, identifier: identifier).isEmpty
    }

    /// Notes whether a scanner that has it can connect: one is enough.
    package mutating func note(isConnectable: Bool?) {
      guard let isConnectable else { return }
      self.isConnectable = self.isConnectable ?? false || isConnectable
    }
  }

  /// A scanner that has a device.
  package struct Hearing: Hashable, Sendable {
    /// Position among ``HostAccount/scanners``.
    package var scanner: Int
    /// In dBm.
    package var rssi: Int?
    /// Seconds before the download; `nil` when that is not said.
    package var age: Double?

    /// A scanner that has a device.
    package init(scanner: Int, rssi: Int?, age: Double?) {
      self.scanner = scanner
      self.rssi = rssi
      self.age = age
    }
  }

  /// Nothing is known yet.
  package init(_ origin: Origin) { self.origin = origin }

  /// What lines of a log say; `nil` without any.
  package init?(_ lines: [ValueLine]) {
    guard !lines.isEmpty else { return nil }
    var programs: [ValueLine.Program] = []
    var count = 0
    for line in lines {
      if !programs.contains(line.program) { programs.append(line.program) }
      count += line.count
    }
    self.init(.log(programs, lines: count))
    var positions: [Owner: Int] = [:]
    for line in lines {
      let owner = Owner(address: line.address, identifier: line.identifier)
      let position = positions[owner] ?? devices.count
      if position == devices.count {
        positions[owner] = position
        devices.append(Device(line.address, identifier: line.identifier))
        devices[position].values = line.values
      } else {
        devices[position].values.add(line.values)
      }
      devices[position].note(isConnectable: line.isConnectable)
      devices[position].contents.add(line.contents)
      guard let name = line.scanner else {
        devices[position].rssi = line.rssi
        continue
      }
      let known = scanners.firstIndex { $0.source == name }
      if known == nil, scanners.count >= Self.maximumScanners { continue }
      let number = known ?? scanners.count
      if known == nil { scanners.append(Scanner(name: name, source: name)) }
      scanners[number].deviceCount += 1
      scanners[number].isConnectable = line.isConnectable ?? scanners[number].isConnectable
      devices[position].hearings.append(Hearing(scanner: number, rssi: line.rssi, age: nil))
    }
  }

  private struct Owner: Hashable {
    let address: DeviceAddress
    let identifier: BluetoothUUID?
  }

  /// More than any house has; a text can name any number.
  private static let maximumScanners = 256
}

/// Why Home Assistant offers a device, or does not.
package enum Offer: Hashable, Sendable {
  /// No scanner listens.
  case noScannerListens
  /// No scanner has the device.
  case notHeard
  /// It is known, and nothing was asked of it.
  case heard
  /// A matcher fits.
  case fits(IntegrationMatcher)
  /// No matcher fits: the conditions that each misses.
  case lacks([Lack])
  /// The same, and the program may have left out what is missed.
  case unknown([Lack])

  /// What a matcher misses.
  package struct Lack: Hashable, Sendable {
    package let matcher: IntegrationMatcher
    package let unmet: [IntegrationMatcher.Condition]
  }

  /// In one word, as documents have it.
  package var word: String {
    switch self {
    case .noScannerListens: "noScannerListens"
    case .notHeard: "notHeard"
    case .heard: "heard"
    case .fits: "fits"
    case .lacks: "lacks"
    case .unknown: "unknown"
    }
  }

  /// All words, as documents have them.
  package static let words = ["noScannerListens", "notHeard", "heard", "fits", "lacks", "unknown"]
}

extension HostAccount {
  /// Why Home Assistant offers a device, or does not.
  ///
  /// - Parameter device: `nil` for one that no scanner has.
  package func offer(of device: Device?, by matchers: [IntegrationMatcher]) -> Offer {
    guard let device else {
      return !scanners.isEmpty && scanners.allSatisfy { $0.isScanning == false } ? .noScannerListens : .notHeard
    }
    guard !matchers.isEmpty else { return .heard }
    let lacks = matchers.map {
      // What is not said is not held against a device.
      Offer.Lack(matcher: $0, unmet: $0.unmet(by: device.values, isConnectable: device.isConnectable ?? true))
    }
    if let fitting = lacks.first(where: { $0.unmet.isEmpty }) { return .fits(fitting.matcher) }
    return device.values.mayBeMore ? .unknown(lacks) : .lacks(lacks)
  }

  /// Whether all scanners that have a device only listen at the moment, so that what is only in its scan response is
  /// likely not known. `nil` when one of them does not say how it scans.
  package func isHeardPassively(_ device: Device) -> Bool? {
    let modes = device.hearings.map { scanners[$0.scanner].mode }
    guard !modes.isEmpty, !modes.contains(nil) else { return nil }
    return modes.allSatisfy { $0 == .passive }
  }
}
