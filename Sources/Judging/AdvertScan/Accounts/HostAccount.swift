package import AdvertCapture
package import AdvertObservation
package import AdvertisingData

/// A program's account of the devices that it heard: the values of both packets together, the scanners that heard each
/// device, and how those scan.
package struct HostAccount: Hashable, Sendable {
  /// The program.
  package var origin: Origin
  /// In the order of the input.
  package var scanners: [Scanner] = []
  /// In the order of the input, each once.
  package var devices: [Device] = []

  /// The kinds of programs that give an account.
  package enum Origin: Hashable, Sendable {
    /// The download *Diagnostics* of Home Assistant's Bluetooth integration. Its version is `nil` when the text does not
    /// have it.
    ///
    /// Source: habluetooth, `manager.py` and `base_scanner.py` (`async_diagnostics`), versions of 2022 to 2026.
    case homeAssistant(version: String?)
    /// Lines of a log that these programs wrote.
    case log([ValueLine.Program], lines: Int)

    /// The kind in one word, for documents.
    package var word: String {
      switch self {
      case .homeAssistant: "homeAssistant"
      case .log: "log"
      }
    }

    /// The words of all kinds, for documents.
    package static let words = ["homeAssistant", "log"]
  }

  /// The source that has the bytes of the account's devices, for people; `nil` for an account that is not of a log.
  package var whoHasBytes: String? {
    guard case .log(let all, _) = origin else { return nil }
    // A log of ESPHome with some bytes is already at the level that prints them.
    let programs = all.filter { $0 != .bothPackets && !(hasBytesInOne && $0 == .esphome) }
    guard !programs.isEmpty else { return nil }
    guard !devices.allSatisfy({ $0.identifier != nil }) else { return ValueLine.whoHasBytesOfApple }
    return programs.map { $0.whoHasBytes }.joined(separator: ", ")
  }

  /// Whether lines of a log have the bytes of both packets in one.
  package var hasBytesInOne: Bool {
    if case .log(let programs, _) = origin { programs.contains(.bothPackets) } else { false }
  }

  /// A scanner of the host: a Bluetooth adapter of its own, or a remote one such as a proxy.
  package struct Scanner: Hashable, Sendable {
    /// `hci0 (00:1A:7D:DA:71:13)`.
    package var name: String
    /// The name by which devices refer to the scanner, in most cases its address.
    package var source: String
    /// The mode in which the scanner scans at the moment; `nil` when the account does not state it, as before 2024.
    package var mode: Mode?
    /// The mode in which the scanner is set up to scan; `nil` when the account does not state it.
    package var requestedMode: Mode?
    /// Whether the scanner listens at the moment; `nil` when the account does not state it.
    package var isScanning: Bool?
    /// Whether the host can connect through it; `nil` when the account does not state it.
    package var isConnectable: Bool?
    /// Seconds before the download in which it heard nothing; `nil` when the account does not state it.
    package var silence: Double?
    /// The number of devices that it hears.
    package var deviceCount = 0

    /// A scanner with its name alone.
    package init(name: String, source: String) {
      self.name = name
      self.source = source
    }
  }

  /// The ways in which a scanner scans.
  package enum Mode: String, Hashable, Sendable, CaseIterable {
    /// The scanner only listens.
    case passive
    /// The scanner asks for scan responses.
    case active
    /// The scanner listens, and asks for scan responses in windows.
    case auto
  }

  /// A device and the facts that the account has of it.
  package struct Device: Hashable, Sendable {
    /// The address. Programs do not state its type: it is inferred from the bits. Anonymous when the device has an
    /// ``identifier`` instead.
    package var address: DeviceAddress
    /// The identifier that Apple's systems use instead of the address; `nil` where there is an address.
    package var identifier: BluetoothUUID?
    /// Whether one of Apple's systems reported the device, where its ``address`` does not show it.
    package var isFromApple = false
    /// The line of a log that has it; `nil` for a device with an address or an identifier.
    package var line: Int?
    /// The received values, of both packets.
    package var values = HeardValues()
    /// The scanners that hear the device.
    package var hearings: [Hearing] = []
    /// In dBm, when the account does not state which scanner measured it.
    package var rssi: Int?
    /// Whether a scanner that can connect heard it; `nil` when the account does not state it.
    package var isConnectable: Bool?
    /// The octets that a remote scanner handed on, of both packets.
    package var raw: [UInt8]?
    /// The contents of each reception.
    package var contents = HeardContents()

    /// A device without any facts yet.
    package init(_ address: DeviceAddress, identifier: BluetoothUUID? = nil) {
      self.address = address
      self.identifier = identifier
    }

    /// The label of the device: its address, or the identifier or the line where there is none.
    package var label: String { identifier?.description ?? line.map { "line \($0)" } ?? address.description }

    /// Whether one of the patterns chooses it: by its address, its name, the beginning of its identifier, or its line.
    package func isChosen(by selectors: DeviceSelectors) -> Bool { !positions(in: selectors).isEmpty }

    /// The positions of the patterns that choose it.
    package func positions(in selectors: DeviceSelectors) -> Set<Int> {
      names.reduce(into: []) { positions, name in
        positions.formUnion(selectors.positions(choosing: address, name: name, identifier: identifier, line: line))
      }
    }

    /// The names to choose it by: the one that it sends, and the one that its system has; `nil` for each that is not known.
    package var names: [String?] { [values.name, values.systemName] }

    /// Whether one of Apple's systems reported the device, so that one print can have one packet alone: the data of both may
    /// come in two calls (``ScannerProfile/iosForeground``).
    package var mayLackPacket: Bool { isFromApple || identifier != nil }

    /// Notes whether a scanner that has it can connect: one is enough.
    package mutating func note(isConnectable: Bool?) {
      guard let isConnectable else { return }
      self.isConnectable = self.isConnectable ?? false || isConnectable
    }
  }

  /// A scanner's reception of a device.
  package struct Hearing: Hashable, Sendable {
    /// Position among ``HostAccount/scanners``.
    package var scanner: Int
    /// In dBm.
    package var rssi: Int?
    /// Seconds before the download; `nil` when the account does not state it.
    package var age: Double?

    /// A reception by a scanner.
    package init(scanner: Int, rssi: Int?, age: Double?) {
      self.scanner = scanner
      self.rssi = rssi?.measuredRSSI
      self.age = age
    }
  }

  /// An account without any facts yet.
  package init(_ origin: Origin) { self.origin = origin }

  /// The account in lines of a log; `nil` without any lines.
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
      // Lines without a common name are never one device.
      let place = line.isNamed ? nil : line.line
      let owner = Owner(address: line.address, identifier: line.identifier, line: place)
      let position = positions[owner] ?? devices.count
      if position == devices.count {
        positions[owner] = position
        devices.append(Device(line.address, identifier: line.identifier))
        devices[position].line = place
        devices[position].values = line.values
      } else {
        devices[position].values.add(line.values)
      }
      devices[position].isFromApple =
        devices[position].isFromApple || line.isFromApple || line.program == .coreBluetooth
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
    let line: Int?
  }

  /// A limit above the size of any home; a text can name any number.
  private static let maximumScanners = 256
}

/// Why Home Assistant offers a device, or does not.
package enum Offer: Hashable, Sendable {
  case noScannerListens
  /// No scanner has the device.
  case notHeard
  /// The device is known, and there are no matchers.
  case heard
  /// A matcher fits.
  case fits(IntegrationMatcher)
  /// No matcher fits: the conditions that each misses.
  case lacks([Lack])
  /// The same, but the program may have left out the missing data.
  case unknown([Lack])

  /// A matcher with the conditions that a device does not meet.
  package struct Lack: Hashable, Sendable {
    package let matcher: IntegrationMatcher
    package let unmet: [IntegrationMatcher.Condition]
  }

  /// The case in one word, for documents.
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

  /// The words of all cases, for documents.
  package static let words = ["noScannerListens", "notHeard", "heard", "fits", "lacks", "unknown"]
}

extension HostAccount {
  /// Says why Home Assistant offers a device, or does not.
  ///
  /// - Parameter device: `nil` for a device that no scanner hears.
  package func offer(of device: Device?, by matchers: [IntegrationMatcher]) -> Offer {
    guard let device else {
      return !scanners.isEmpty && scanners.allSatisfy { $0.isScanning == false } ? .noScannerListens : .notHeard
    }
    guard !matchers.isEmpty else { return .heard }
    let lacks = matchers.map {
      // Facts that are not stated do not count against a device.
      Offer.Lack(matcher: $0, unmet: $0.unmet(by: device.values, isConnectable: device.isConnectable ?? true))
    }
    if let fitting = lacks.first(where: { $0.unmet.isEmpty }) { return .fits(fitting.matcher) }
    return device.values.mayBeMore ? .unknown(lacks) : .lacks(lacks)
  }

  /// Whether all scanners that hear a device only listen at the moment, so that data only in its scan response are
  /// likely not known. `nil` when one of them does not state how it scans.
  package func isHeardPassively(_ device: Device) -> Bool? {
    let modes = device.hearings.map { scanners[$0.scanner].mode }
    guard !modes.isEmpty, !modes.contains(nil) else { return nil }
    return modes.allSatisfy { $0 == .passive }
  }
}
