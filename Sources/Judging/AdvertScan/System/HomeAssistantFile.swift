internal import AdvertCapture
internal import AdvertisingData

extension JSONValue {
  /// The octets in Python's `repr` of bytes, or in hex, as newer versions write some of them.
  fileprivate var octets: [UInt8]? {
    guard let text = self["repr"]?.string ?? string else { return nil }
    let octets = Array(text.utf8)
    let literals = PythonBytes.literals(in: octets)
    if literals.count == 1, literals[0].place == 0..<octets.count { return literals[0].octets }
    return text.isEmpty ? [] : try? HexText.octets(of: text)
  }

  /// Returns the first object that has a list under a key, of those nearest to the top.
  fileprivate func object(with key: String, depth: Int = 5) -> JSONValue? {
    if self[key]?.elements != nil { return self }
    guard depth > 0 else { return nil }
    // Sorted, so that the same text gives the same answer.
    for (_, member) in members.sorted(by: { $0.key < $1.key }) {
      if let found = member.object(with: key, depth: depth - 1) { return found }
    }
    return nil
  }
}

extension HostAccount {
  /// Whether the beginning of a text may be that of such a download: a JSON object that names one of its first parts.
  package static func begins(_ head: [UInt8]) -> Bool {
    let blanks = " \t\r\n".utf8
    guard head.first(where: { !blanks.contains($0) }) == UInt8(ascii: "{") else { return false }
    let text = String(decoding: head, as: UTF8.self)
    return ["\"home_assistant\"", "\"manager\"", "\"scanners\""].contains { text.contains($0) }
  }

  /// Reads a download; `nil` for any other text.
  package init?(reading text: String) {
    guard let document = JSONValue.read(text, allowsJSON5: true), let manager = document.object(with: "scanners"),
      let scanners = manager["scanners"]?.elements
    else { return nil }
    self.init(.homeAssistant(version: document["home_assistant"]?["version"]?.string))
    var positions: [DeviceAddress: Int] = [:]
    var now: Double?
    for scanner in scanners { now = [now, scanner["monotonic_time"]?.number].compactMap { $0 }.max() }
    for scanner in scanners { add(scanner, &positions) }
    // Matchers get the latest data.
    for entry in manager["connectable_history"]?.elements ?? [] { add(history: entry, now, true, &positions) }
    for entry in manager["all_history"]?.elements ?? [] {
      add(history: entry, now, entry["connectable"]?.flag ?? false, &positions)
    }
  }

  private mutating func add(_ entry: JSONValue, _ positions: inout [DeviceAddress: Int]) {
    let source = entry["source"]?.string ?? entry["name"]?.string ?? "scanner \(scanners.count + 1)"
    var scanner = Scanner(name: entry["name"]?.string ?? source, source: source)
    scanner.mode = Self.mode(entry["current_mode"])
    scanner.requestedMode = Self.mode(entry["requested_mode"])
    scanner.isScanning = entry["scanning"]?.flag
    // Before 2024, an adapter of the host did not state it.
    scanner.isConnectable = entry["connectable"]?.flag ?? (entry["type"]?.string == "HaScanner" ? true : nil)
    if let now = entry["monotonic_time"]?.number, let last = entry["last_detection"]?.number, last > 0, now >= last {
      scanner.silence = now - last
    }
    let number = scanners.count
    let ages = entry["time_since_last_device_detection"]?.members ?? [:]
    let raw = entry["raw_advertisement_data"]?.members ?? [:]
    for heard in entry["discovered_devices_and_advertisement_data"]?.elements ?? [] {
      guard let text = heard["address"]?.string, let position = position(of: text, &positions) else { continue }
      scanner.deviceCount += 1
      devices[position].hearings.append(
        Hearing(scanner: number, rssi: heard["rssi"]?.integer, age: ages[text]?.number.flatMap { Self.age($0) }))
      devices[position].note(isConnectable: scanner.isConnectable)
      if let octets = raw[text]?.octets, !octets.isEmpty { devices[position].raw = octets }
      // A tuple: name, manufacturer data, service data, services, power, strength.
      if let tuple = heard["advertisement_data"]?.elements, tuple.count >= 4 {
        devices[position].values = HeardValues(
          name: tuple[0], manufacturer: tuple[1], serviceData: tuple[2], services: tuple[3], of: text)
        devices[position].contents.note(HeardContent(devices[position].values), .scanner(number))
      }
    }
    scanners.append(scanner)
  }

  private mutating func add(
    history entry: JSONValue, _ now: Double?, _ isConnectable: Bool, _ positions: inout [DeviceAddress: Int]
  ) {
    guard let text = entry["address"]?.string, let position = position(of: text, &positions) else { return }
    devices[position].values = HeardValues(
      name: entry["name"] ?? .null, manufacturer: entry["manufacturer_data"] ?? .null,
      serviceData: entry["service_data"] ?? .null, services: entry["service_uuids"] ?? .null, of: text)
    devices[position].note(isConnectable: isConnectable)
    if let octets = entry["raw"]?.octets, !octets.isEmpty { devices[position].raw = octets }
    guard let source = entry["source"]?.string, let number = scanners.firstIndex(where: { $0.source == source }) else {
      return
    }
    let age = now.flatMap { now in entry["time"]?.number.flatMap { Self.age(now - $0) } }
    if let known = devices[position].hearings.firstIndex(where: { $0.scanner == number }) {
      devices[position].hearings[known].age = age ?? devices[position].hearings[known].age
    } else {
      devices[position].hearings.append(Hearing(scanner: number, rssi: entry["rssi"]?.integer, age: age))
    }
  }

  private mutating func position(of text: String, _ positions: inout [DeviceAddress: Int]) -> Int? {
    guard let address = DeviceAddress(text: text, type: .unstated) else { return nil }
    if let known = positions[address] { return known }
    positions[address] = devices.count
    devices.append(Device(address))
    return devices.count - 1
  }

  /// The clock of the download is coarse: a reception just before the download may have a later time.
  private static func age(_ seconds: Double) -> Double? { seconds > -1 ? max(seconds, 0) : nil }

  /// Reads a mode: `passive`, or `<BluetoothScanningMode.PASSIVE: 'passive'>` as Python prints it.
  private static func mode(_ value: JSONValue?) -> Mode? {
    guard let text = (value?["repr"]?.string ?? value?.string)?.lowercased() else { return nil }
    return Mode.allCases.first { text == $0.rawValue || text.contains(".\($0.rawValue)") }
  }
}

extension HeardValues {
  /// - Parameter address: the text in the place of a name that is not known.
  fileprivate init(
    name: JSONValue, manufacturer: JSONValue, serviceData: JSONValue, services: JSONValue, of address: String
  ) {
    self.init()
    self.name = name.string.flatMap { $0.isEmpty || $0.uppercased() == address.uppercased() ? nil : $0 }
    for (key, value) in manufacturer.members {
      if let company = UInt16(key), let octets = value.octets { manufacturerData[company] = octets }
    }
    for (key, value) in serviceData.members {
      if let uuid = BluetoothUUID(text: key), let octets = value.octets { self.serviceData[uuid] = octets }
    }
    self.services = (services.elements ?? []).compactMap { $0.string.flatMap { BluetoothUUID(text: $0) } }
  }
}

/// The reason why the matchers of an integration cannot be read.
package struct MatcherProblem: Error, Hashable, Sendable, CustomStringConvertible {
  package let description: String
}

extension IntegrationMatcher {
  private static let keys: Set<String> = [
    "connectable", "service_uuid", "service_data_uuid", "manufacturer_id", "manufacturer_data_start", "local_name",
  ]

  /// Reads the matchers of a `manifest.json`, of its list alone, or one matcher alone.
  ///
  /// - Throws: when a part of them is not understood. A matcher with a condition left out would fit too many devices.
  package static func all(in text: String) throws(MatcherProblem) -> [IntegrationMatcher] {
    guard let document = JSONValue.read(text, allowsJSON5: true) else {
      throw MatcherProblem(description: "expected JSON")
    }
    let alone = [document["bluetooth"], document].compactMap { $0 }.first { matcher in
      !matcher.members.isEmpty && matcher.members.keys.allSatisfy { keys.contains($0) }
    }
    guard let entries = document.elements ?? document["bluetooth"]?.elements ?? alone.map({ [$0] }), !entries.isEmpty
    else {
      throw MatcherProblem(
        description: "expected matchers: \"bluetooth\" of an integration's manifest.json, which is a list of objects")
    }
    var matchers: [IntegrationMatcher] = []
    for (index, entry) in entries.enumerated() {
      matchers.append(try IntegrationMatcher(entry, integration: document["domain"]?.string, number: index + 1))
    }
    return matchers
  }

  private init(_ entry: JSONValue, integration: String?, number: Int) throws(MatcherProblem) {
    func problem(_ key: String, _ expected: String) -> MatcherProblem {
      MatcherProblem(description: "bluetooth[\(number - 1)].\(key): expected \(expected)")
    }
    if let unknown = entry.members.keys.sorted().first(where: { !Self.keys.contains($0) }) {
      throw problem(
        String(unknown.unicodeScalars.prefix(40)), "one of \(Self.keys.sorted().joined(separator: ", "))")
    }
    var questions: [Question] = []
    if let name = entry["local_name"] {
      guard let question = name.string.flatMap({ Self.question(namesLike: $0) }) else {
        throw problem("local_name", "a name with * and ?, without sets of characters in brackets")
      }
      questions.append(question)
    }
    if let service = entry["service_uuid"] {
      guard let uuid = service.string.flatMap({ BluetoothUUID(text: $0) }) else {
        throw problem("service_uuid", "a UUID")
      }
      questions.append(.service(uuid))
    }
    if let service = entry["service_data_uuid"] {
      guard let uuid = service.string.flatMap({ BluetoothUUID(text: $0) }),
        let question = DataQuestion(.service(uuid))
      else { throw problem("service_data_uuid", "a UUID") }
      questions.append(.data(question))
    }
    if let company = entry["manufacturer_id"] {
      guard let identifier = company.integer.flatMap({ UInt16(exactly: $0) }) else {
        throw problem("manufacturer_id", "a number from 0 to 65535")
      }
      var beginning: [UInt8] = []
      if let start = entry["manufacturer_data_start"] {
        let octets = start.elements?.map { $0.integer.flatMap { UInt8(exactly: $0) } }
        guard let octets, !octets.contains(nil) else {
          throw problem("manufacturer_data_start", "numbers from 0 to 255")
        }
        beginning = octets.compactMap { $0 }
      }
      if let question = DataQuestion(.manufacturer(identifier), beginning: beginning) {
        questions.append(.data(question))
      }
    } else if entry["manufacturer_data_start"] != nil {
      throw problem("manufacturer_id", "a number, because manufacturer_data_start is given")
    }
    guard !questions.isEmpty else { throw problem("", "a condition about the data") }
    self.init(
      integration: integration, number: number, questions: questions,
      isForConnections: entry["connectable"]?.flag ?? true)
  }
}
