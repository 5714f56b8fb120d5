internal import AdvertBuilders
internal import AdvertCapture
package import AdvertInput
internal import AdvertObservation
internal import AdvertReading
package import AdvertisingData
internal import AssignedNumbers

/// The report on a pasted text, with a remark on what it is.
extension DecodeReport {
  /// The report on a pasted text; `nil` for error lines, which have no bytes.
  ///
  /// - Parameters:
  ///   - services: services to try against an iOS overflow area.
  ///   - show: returns the payload in the place of one of the text.
  package init?(
    _ pasted: PastedText, pdu: AdvertisingPDU = .advInd, services: [BluetoothUUID] = [],
    showing show: (Payload) -> Payload = { $0 }
  ) {
    switch pasted {
    case .errors: return nil
    case .commands(let commands):
      guard let report = DecodeReport(commands: commands, services: services, showing: show) else { return nil }
      self = report
    case .device(let heard, let values):
      self.init(values, services: services, showing: show)
      noteOthers(of: heard)
    case .values(let values): self.init(values, services: services, showing: show)
    case .packets(let capture, let header):
      guard
        let report = DecodeReport(
          packetsFrom: Array(capture.devices), header: header, services: services, showing: show)
      else { return nil }
      self = report
    case .bytes(let octets):
      self.init(DeclaredLayout(undeclared: show(Payload(octets)).octets, pdu: pdu), services: services)
    case .possibly(let value):
      let octets = [UInt8(value.company & 0xFF), UInt8(value.company >> 8)] + value.data
      self.init(pdu: pdu, advertising: show(Payload(octets)), scanResponse: nil, services: services)
    case .layout(let declared): self.init(declared, services: services)
    case .piece(let octets):
      self.init(DeclaredLayout(undeclared: show(Payload(octets)).octets, pdu: pdu), services: services)
      notes.insert("only these bytes are a payload; the rest of the text is not read", at: 0)
    }
  }

  /// Returns what bytes that are no AD structures may be, as a value that a program shows alone, without the data.
  package static func possibility(_ value: ManufacturerData) -> String {
    guard CompanyIdentifiers.name(of: value.company) != nil else {
      return "bytes that are no AD structures; if they are the value of one, write before them of which: "
        + "\"manufacturer data:\" or, with the UUID of the service, \"service data (UUID 0xfcd2):\""
    }
    return "bytes that are no AD structures; if they are the value of manufacturer data, its company is "
      + "\(Company.named(value.company)): write \"manufacturer data:\" before them"
  }

  /// The data of the first device in packets; `nil` when they have none.
  ///
  /// - Parameter header: the number of bytes before the packet that a sniffer put there.
  private init?(
    packetsFrom devices: [Advertiser], header: Int, services: [BluetoothUUID], showing show: (Payload) -> Payload
  ) {
    guard let layout = devices.first?.layouts.first else { return nil }
    self.init(
      pdu: layout.layout.pdu ?? .advInd, advertising: layout.layout.advertising.map(show),
      scanResponse: layout.scanResponses.first.map { show($0.payload) }, services: services)
    notes = ["these are packets with advertising data in them: the data are shown"]
    if header > 0 {
      notes.append(
        "the \(header) bytes before the access address (d6 be 89 8e) are the header of a sniffer, and left out")
    }
    if devices.count > 1 {
      notes.append(
        "they are of \(devices.count) devices: the first is shown, and advert inspect reads all in a file of hex")
    }
  }

  /// Values in the place of AD structures.
  private init(_ values: PastedValues, services: [BluetoothUUID], showing show: (Payload) -> Payload) {
    self.init(pdu: .advInd, advertising: show(values.payload), scanResponse: nil, services: services)
    areValuesOfBoth = values.payload.count > pdu.payloadLimit && values.payload.values.count > 1
    let lack =
      values.missingCompany.map { " without the company identifier of \(Company.named($0))," }
      ?? (values.lacksHead ? " without its first byte (0x40 for data that are not encrypted)," : "")
    notes.append(
      (values.isGuess
        ? "these bytes are no AD structures; as the value of \(values.words)\(lack) they match a known format"
        : "this is \(values.words) as libraries give it to programs"
          + (lack.isEmpty ? "" : ",\(lack) whose format \(values.lacksHead ? "" : "and length ")it has"))
        + ": shown as the AD structure that has it, with the length, the type and the number of its owner, low byte first"
    )
    if case .manufacturerData(let data)? = values.payload.values.first, data.octets.starts(with: AltBeacon.code),
      data.data.count == 22
    {
      notes.append(
        "be ac and 22 bytes are an AltBeacon without the company identifier before it, so be ac is probably no company")
    }
    guard let other = values.otherCompany else { return }
    notes.append("if the first two bytes are a company all the same, it is \(Company.named(other))")
  }

  /// Notes what a program printed of a device besides its data.
  private mutating func noteOthers(of heard: ValueLine) {
    let count = heard.values.services.count
    let others = [heard.values.name.map { _ in "a name" }, count > 0 ? counted(count, "listed service") : nil]
      .compactMap { $0 }
    guard !others.isEmpty else { return }
    notes.append("the text also has \(others.joined(separator: " and ")), which advert inspect shows from a file")
  }

  /// The data in HCI commands: the last advertising data and the last scan response data; `nil` when they have none.
  private init?(commands: [[UInt8]], services: [BluetoothUUID], showing show: (Payload) -> Payload) {
    let sent = commands.compactMap { octets in DataCommand(octets).map { (octets: octets, part: $0) } }
    let advertising = sent.last { $0.part.block == .advertising }
    let response = sent.last { $0.part.block == .scanResponse }
    guard advertising != nil || response != nil else { return nil }
    self.init(
      pdu: .advInd, advertising: advertising.map { show(Payload(Array($0.octets[$0.part.place]))) },
      scanResponse: response.map { show(Payload(Array($0.octets[$0.part.place]))) }, services: services)
    for one in [advertising, response].compactMap({ $0 }) {
      notes.append("this is an HCI command, \(one.part.name): the \(one.part.block.words) in it are shown")
      if let reason = PacketHex.mayBeRefused(one.octets) { notes.append(reason) }
    }
  }
}

extension PastedValues {
  /// The kinds of the values, for people.
  fileprivate var words: String {
    let kinds = payload.values.map { value in
      if case .manufacturerData = value { "manufacturer data" } else { "service data" }
    }
    return kinds.withoutRepeats.joined(separator: " and ")
  }
}
