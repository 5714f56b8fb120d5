internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Go: the `bluetooth` package of TinyGo, `Configure` with `AdvertisementOptions`.
///
/// Source: tinygo.org/x/bluetooth 12b6f0b, gap.go, gap_nrf528xx-advertisement.go and gap_linux.go.
enum GoReader {
  static func read(_ program: ScriptProgram, into found: inout SourceFindings) {
    var values = ScanValueReader(program, nameMark: ":", isCompiled: true) { name, use throws(SourceObstacle) in
      try program.constant(name, at: use)
    }
    for index in program.places["Configure"] ?? []
    where program.isMember(index) && program.tokens[index + 1].isMark("(") {
      let call = ValueCall(index, &values)
      guard let options = call.positional(0), program.places["AdvertisementOptions"] != nil else { continue }
      guard case .call("AdvertisementOptions", let fields) = options.content else {
        // Other objects have methods of this name.
        if case .unknown = options.content {
          found.obstacles.append(SourceObstacle(call.place.line, "Configure with options that are not read"))
        }
        continue
      }
      guard found.hasRoom(for: call.place.line) else { return }
      found.takePlain { () throws(SourceObstacle) in try onController(call, fields) }
      found.take { () throws(SourceObstacle) in try onLinux(call, fields) }
    }
  }

  private static let names: Set<String> = [
    "LocalName", "ServiceUUIDs", "Interval", "ManufacturerData", "ServiceData",
  ]

  private static func check(_ fields: [ScanValue.Argument]) throws(SourceObstacle) {
    guard let other = fields.first(where: { !names.contains($0.name ?? "") }) else { return }
    throw SourceObstacle(other.value.line, "\(other.name ?? "an option") of AdvertisementOptions is not read")
  }

  /// Returns the layout of an nRF chip with a SoftDevice: Flags, the name, each service in a list of its own, and the data.
  private static func onController(
    _ call: ValueCall, _ fields: [ScanValue.Argument]
  ) throws(SourceObstacle) -> DeclaredLayout {
    try check(fields)
    var block = WrittenBlock(text: call.place)
    block.append(0x01, [0x06], at: call.place)
    do throws(SourceObstacle) {
      if let name = fields["LocalName"] {
        let octets = try name.textOctets()
        if !octets.isEmpty { block.append(0x09, octets, at: name.range) }
      }
      for uuid in try fields["ServiceUUIDs"]?.list() ?? [] {
        let service = try uuid.goUUID()
        block.append(service.width == .bits16 ? 0x03 : 0x07, service.octets, at: uuid.range)
      }
      for data in try fields["ManufacturerData"]?.list() ?? [] {
        block.append(0xFF, try company(data) + octets(data), at: data.range)
      }
      for data in try fields["ServiceData"]?.list() ?? [] {
        let uuid = try service(data)
        block.append(ServiceData.type(width: uuid.width).rawValue, uuid.octets + (try octets(data)), at: data.range)
      }
    } catch {
      block.rest = error
    }
    let room = AdvertisingPDU.advInd.payloadLimit
    guard block.octets.count <= room else {
      throw SourceObstacle(
        call.place.line,
        "Configure fails on microcontrollers, with \"advertisement packet overflows\": the fields need "
          + "\(block.octets.count) bytes, \(room) available",
        SourceObstacle.Refusal(isCertain: false, remedy: SourceObstacle.change(of: block.octets)))
    }
    return try DeclaredLayout(
      name: "Configure on nRF", pdu: .advInd, place: call.place, advertising: block,
      scanResponse: WrittenBlock(text: call.place))
  }

  /// Returns the request to BlueZ, which gets a broadcast.
  private static func onLinux(
    _ call: ValueCall, _ fields: [ScanValue.Argument]
  ) throws(SourceObstacle) -> SourceLayout? {
    guard let stack = StackBuilder.named("bluez") else { return nil }
    try check(fields)
    var layout = SourceLayout(name: "Configure on Linux", stack: stack, place: call.place)
    layout.addedTypes = [.flags]
    // An adapter that is connectable sends ADV_IND in any case.
    (layout.pdu, layout.isKindAssumed) = (.advNonconnInd, true)
    for uuid in try fields["ServiceUUIDs"]?.list() ?? [] {
      try layout.advertising.add(service: uuid) { uuid throws(SourceObstacle) in try uuid.goUUID() }
    }
    for data in try fields["ManufacturerData"]?.list() ?? [] {
      try layout.advertising.add(.manufacturerData, known: try company(data), at: data.range) {
        () throws(SourceObstacle) in SourceOctets(try octets(data))
      }
    }
    for data in try fields["ServiceData"]?.list() ?? [] {
      try layout.advertising.add(dataOf: try service(data), at: data.range) { () throws(SourceObstacle) in
        SourceOctets(try octets(data))
      }
    }
    try layout.advertising.add(name: fields["LocalName"])
    return layout
  }

  // MARK: Elements

  /// The fields of an element, with its type or without.
  private static func fields(_ element: ScanValue) throws(SourceObstacle) -> [ScanValue.Argument] {
    if case .call(_, let fields) = element.content { return fields }
    return try element.entries().map { ScanValue.Argument(name: $0.key, value: $0.value) }
  }

  private static func company(_ element: ScanValue) throws(SourceObstacle) -> [UInt8] {
    guard let company = try fields(element)["CompanyID"] else { throw element.refusal("a CompanyID") }
    return try company.little()
  }

  private static func service(_ element: ScanValue) throws(SourceObstacle) -> SourceUUID {
    guard let uuid = try fields(element)["UUID"] else { throw element.refusal("a UUID") }
    return try uuid.goUUID()
  }

  private static func octets(_ element: ScanValue) throws(SourceObstacle) -> [UInt8] {
    guard let data = try fields(element)["Data"] else { return [] }
    if case .text(let octets) = data.content { return octets }
    return try data.octets()
  }
}

extension ScanValue {
  /// Returns the UUID of `bluetooth.New16BitUUID(0x180d)` or `bluetooth.NewUUID([16]byte{…})`, which is sent as short as it is.
  fileprivate func goUUID() throws(SourceObstacle) -> SourceUUID {
    if case .text = content { return try writtenUUID() }
    guard case .call(let name, let arguments) = content, arguments.count == 1, let first = arguments.first?.value else {
      throw refusal("a UUID")
    }
    switch name {
    case "New16BitUUID":
      if let uuid = SourceUUID(try first.number(), bits: 16) { return uuid }
    case "NewUUID":
      if let uuid = SourceUUID(octets: try first.octets().reversed()), uuid.width == .bits128 {
        return SourceUUID(uuid.uuid, uuid.uuid.shortestWidth == .bits16 ? .bits16 : .bits128)
      }
    default: break
    }
    throw refusal("a UUID")
  }
}
