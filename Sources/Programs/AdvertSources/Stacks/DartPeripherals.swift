internal import AdvertBuilders
internal import AdvertReading
internal import AdvertisingData

/// Libraries for Flutter, which hand fields to Android and to CoreBluetooth.
extension ScriptPeripherals {
  // MARK: flutter_ble_peripheral

  mutating func readFlutterPeripheral() {
    let starts = calls(of: "start").filter { $0["advertiseData"] != nil }
    for call in starts { readFlutter(call["advertiseData"], call, isStarted: true) }
    // Lines with the data alone.
    for call in starts.isEmpty ? made(of: "AdvertiseData") : [] {
      readFlutter(ScanValue(at: call.place, .call(call.name, call.arguments)), call, isStarted: false)
    }
  }

  private mutating func readFlutter(_ data: ScanValue?, _ call: ValueCall, isStarted: Bool) {
    guard let data else { return }
    take("android", "start on Android", call.place) { layout throws(SourceObstacle) in
      try Self.setAndroidKind(call, &layout)
      try Self.addAndroidFields(try data.made(of: "AdvertiseData"), call, &layout)
      if !isStarted {
        layout.isKindAssumed = true
        layout.assumptions.append("start is assumed to get these data alone: these lines do not call it")
      }
      Self.compareWithLegacy(&layout)
    }
    take("core-bluetooth", "start on iOS", call.place) { layout throws(SourceObstacle) in
      let fields = try data.made(of: "AdvertiseData")
      if let service = fields["serviceUuid"] { try layout.advertising.add(service: service) }
      try layout.advertising.add(name: fields["localName"])
      for name in ["manufacturerData", "serviceData"] {
        if let value = fields[name], !value.isNothing { Self.leaveOut(name, value.range, &layout) }
      }
    }
  }

  /// Notes a field that flutter_ble_peripheral does not hand to a system, with the effect where the field does not say it.
  private static func leaveOut(
    _ name: String, _ place: TextRange, so effect: String = "", remedy: String? = nil, _ layout: inout SourceLayout
  ) {
    let words = "does not get \(name) from flutter_ble_peripheral 1.2.6\(effect)"
    layout.changes.append(StackBuild.Change(BuildChange(.leftOut, nil, words, remedy: remedy), at: place))
  }

  /// Says that fields fit into extended advertising only: other settings, and older versions of the library, send legacy
  /// advertising.
  private static func compareWithLegacy(_ layout: inout SourceLayout) {
    // The length of the phone's name is not known.
    let values = layout.advertising.values
    guard layout.pdu.isExtended, !values.contains(where: { $0.type == .completeLocalName }) else { return }
    let request = BuildRequest(pdu: .advScanInd, advertising: values, call: "startAdvertising")
    do throws(BuildRefusal) {
      _ = try layout.stack.built(request, version: layout.stack.newest)
    } catch {
      guard let failure = error.failure else { return }
      layout.assumptions.append(
        "extended advertising is assumed: with legacy advertising, as after advertiseSet: false, \(failure.words)")
    }
  }

  /// Reads the settings: the defaults are `startAdvertisingSet` with what Android's builder or `AdvertiseSetParameters` sets.
  private static func setAndroidKind(_ call: ValueCall, _ layout: inout SourceLayout) throws(SourceObstacle) {
    let settings = try call["advertiseSettings"]?.made(of: "AdvertiseSettings") ?? []
    if try settings["advertiseSet"]?.bool() ?? true {
      layout.call = "startAdvertisingSet"
      let parameters = try call["advertiseSetParameters"]?.made(of: "AdvertiseSetParameters")
      if parameters == nil {
        let change = BuildChange(
          .replaced, nil,
          "gets startAdvertisingSet without parameters from flutter_ble_peripheral: it sends extended advertising that nobody can "
            + "connect to, which phones miss that scan for legacy advertising only",
          remedy: "pass advertiseSettings: AdvertiseSettings(advertiseSet: false, connectable: true)")
        layout.changes.append(StackBuild.Change(change, at: call.place))
      }
      layout.intervalMicroseconds = parameters == nil ? 100_000 : 1_000_000
      var given = StackParameter.Given()
      if let interval = parameters?["interval"] {
        let number = try? interval.number()
        given.numbers["setInterval"] = number
        layout.intervalMicroseconds = number.map { $0 &* 625 }
      }
      // PHYs are numbers of Android.
      let phys: [Int64: PHY] = [1: .oneMegabit, 2: .twoMegabit, 3: .coded]
      layout.phys = AdvertisingPHYs(
        primary: try parameters?["primaryPhy"].map { value throws(SourceObstacle) in phys[try value.number()] }
          ?? .oneMegabit,
        secondary: try parameters?["secondaryPhy"].map { value throws(SourceObstacle) in phys[try value.number()] }
          ?? .oneMegabit)
      layout.options.insert("time-limit")
      try layout.setAndroidKind(
        isLegacy: parameters?["legacyMode"]?.bool() ?? false,
        isConnectable: parameters?["connectable"]?.bool() ?? false,
        isScannable: parameters?["scannable"]?.bool() ?? false, &given)
      layout.parameters = (AndroidParameterTable.call, given, call.place.line)
      return
    }
    layout.call = "startAdvertising"
    layout.pdu = try settings["connectable"]?.bool() ?? false ? .advInd : .advScanInd
    // The default is a mode without pauses.
    layout.intervalMicroseconds = settings["advertiseMode"] == nil ? 100_000 : nil
    if try settings["timeout"]?.number() != 0 { layout.options.insert("time-limit") }
  }

  private static func addAndroidFields(
    _ fields: [ScanValue.Argument], _ call: ValueCall, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    var showsName: ScanValue?
    for field in fields where !field.value.isNothing {
      let value = field.value
      switch field.name {
      case "serviceUuid":
        try layout.advertising.add(service: value) { value throws(SourceObstacle) in try javaUUID(value, call) }
      case "serviceSolicitationUuid": layout.advertising.add(solicited: try javaUUID(value, call), at: value.range)
      case "manufacturerData":
        guard let company = fields["manufacturerId"] else {
          throw call.refused(
            "start fails on Android: manufacturerData without manufacturerId", remedy: "add manufacturerId")
        }
        layout.advertising.add(.manufacturerData, try company.little() + value.octets(), at: value.range)
      case "serviceData":
        guard let uuid = fields["serviceDataUuid"] else {
          throw call.refused(
            "start fails on Android: serviceData without serviceDataUuid", remedy: "add serviceDataUuid")
        }
        if case .list = value.content {
          throw call.refused(
            "start fails on Android with ClassCastException: serviceData is a list, and no Uint8List",
            remedy: "write Uint8List.fromList([…])")
        }
        layout.advertising.add(dataOf: try javaUUID(uuid, call), try value.octets(), at: value.range)
      case "includeDeviceName": if try value.bool() { showsName = value }
      case "includePowerLevel":
        if try value.bool() { leaveOut("includePowerLevel", value.range, so: ": the TX power is not sent", &layout) }
      case "localName":
        let remedy = fields["includeDeviceName"] == nil ? "pass includeDeviceName: true for the phone's own name" : nil
        leaveOut("localName", value.range, remedy: remedy, &layout)
      // Read with another field.
      case "manufacturerId", "serviceDataUuid": break
      default: throw SourceObstacle(value.line, "\(field.name ?? "an argument") of AdvertiseData is not read")
      }
    }
    if call["advertiseResponseData"] != nil {
      // The library puts the fields of advertiseData in its place, with types that the other side refuses.
      guard fields["manufacturerData"] == nil, fields["serviceDataUuid"] == nil, fields["serviceUuid"] == nil else {
        throw call.refused(
          "start fails on Android with advertiseResponseData: flutter_ble_peripheral 1.2.6 hands the fields of advertiseData on "
            + "in its place", remedy: "leave advertiseResponseData out")
      }
      leaveOut("advertiseResponseData", call.place, so: ": there is no scan response", &layout)
    }
    if let showsName { layout.advertising.addPhoneName(at: showsName.range) }
    layout.assumptions.append("flutter_ble_peripheral 1.2.6 is assumed")
  }

  // MARK: ble_peripheral

  /// Reads `startAdvertising`: on Android, the name is in both blocks.
  mutating func readBlePeripheral() {
    for call in calls(of: "startAdvertising") {
      guard let services = call["services"] else { continue }
      for (id, system) in [("android", "Android"), ("core-bluetooth", "iOS and macOS")] {
        take(id, "startAdvertising on \(system)", call.place) { layout throws(SourceObstacle) in
          let isAndroid = id == "android"
          layout.intervalMicroseconds = isAndroid ? 100_000 : nil
          for one in try services.list() {
            try layout.advertising.add(service: one) { one throws(SourceObstacle) in
              try isAndroid ? Self.javaUUID(one, call) : one.writtenUUID()
            }
          }
          try layout.advertising.add(name: call["localName"])
          guard isAndroid else {
            guard let data = call["manufacturerData"] else { return }
            let change = BuildChange(.leftOut, nil, "does not get manufacturerData from ble_peripheral")
            layout.changes.append(StackBuild.Change(change, at: data.range))
            return
          }
          if try call["timeout"]?.number() ?? 0 != 0 { layout.options.insert("time-limit") }
          var response = SourceLayout.RequestedBlock()
          if let data = call["manufacturerData"] {
            let fields = try data.made(of: "ManufacturerData")
            guard let company = fields["manufacturerId"], let octets = fields["data"] else {
              throw data.refusal("manufacturerId and data")
            }
            let value = try company.little() + octets.octets()
            if try call["addManufacturerDataInScanResponse"]?.bool() ?? false {
              response.add(.manufacturerData, value, at: data.range)
            } else {
              layout.advertising.add(.manufacturerData, value, at: data.range)
            }
          }
          try response.add(name: call["localName"])
          layout.scanResponse = response
        }
      }
    }
  }

  // MARK: bluetooth_low_energy

  mutating func readBluetoothLowEnergy() {
    for call in calls(of: "startAdvertising") {
      for (id, system) in [("android", "Android"), ("core-bluetooth", "iOS and macOS")] {
        take(id, "startAdvertising on \(system)", call.place) { layout throws(SourceObstacle) in
          guard let fields = try call.positional(0)?.made(of: "Advertisement") else {
            throw SourceObstacle(call.place.line, "startAdvertising without an Advertisement")
          }
          let isAndroid = id == "android"
          layout.intervalMicroseconds = isAndroid ? 250_000 : nil
          for field in fields where !field.value.isNothing {
            try Self.add(field.name ?? "an argument", field.value, isAndroid, &layout)
          }
          var response = SourceLayout.RequestedBlock()
          if isAndroid {
            try response.add(name: fields["name"])
          } else {
            try layout.advertising.add(name: fields["name"])
          }
          layout.scanResponse = isAndroid ? response : nil
          if isAndroid, fields["name"] != nil {
            layout.assumptions.append(
              "bluetooth_low_energy gives the phone the name, which may stay after the app has ended")
          }
        }
      }
    }
  }

  /// Adds a field of `Advertisement`. CoreBluetooth gets the name and the services only.
  private static func add(
    _ name: String, _ value: ScanValue, _ isAndroid: Bool, _ layout: inout SourceLayout
  ) throws(SourceObstacle) {
    func leaveOut() {
      let change = BuildChange(
        .leftOut, nil, "does not get \(name) from bluetooth_low_energy", remedy: "send it through a characteristic")
      layout.changes.append(StackBuild.Change(change, at: value.range))
    }
    switch name {
    case "name": break
    case "serviceUUIDs":
      for one in try value.list() {
        try layout.advertising.add(service: one) { one throws(SourceObstacle) in try uuid(one) }
      }
    case "manufacturerSpecificData":
      let all: [ScanValue] = if case .list(let list) = value.content { list } else { [value] }
      if !isAndroid, !all.isEmpty { return leaveOut() }
      for one in all {
        let data = try one.made(of: "ManufacturerSpecificData")
        guard let company = data["id"], let octets = data["data"] else { throw one.refusal("id and data") }
        layout.advertising.add(.manufacturerData, try company.little() + octets.octets(), at: one.range)
      }
    case "serviceData":
      if !isAndroid { return leaveOut() }
      // Keys of a map are expressions, which are not computed here.
      guard case .object(let entries) = value.content, entries.isEmpty else {
        // Android sends service data last.
        layout.unreadServiceData = SourceObstacle(
          value.line, "service data follow, whose UUIDs and bytes are not computed here")
        return
      }
    default: throw SourceObstacle(value.line, "\(name) of Advertisement is not read")
    }
  }

  /// Returns the UUID of `UUID.short(0x180d)`, `UUID.fromString('…')` and `UUID([…])`, in 128 bits.
  private static func uuid(_ value: ScanValue) throws(SourceObstacle) -> SourceUUID {
    guard case .call(let name, let arguments) = value.content, arguments.count == 1, let first = arguments.first?.value
    else {
      throw value.refusal("UUID.short(…) or UUID.fromString(…)")
    }
    switch name {
    case "short":
      guard let number = UInt32(exactly: try first.number()) else { throw first.refusal("a number of 32 bits") }
      return SourceUUID(BluetoothUUID(number), .bits128)
    case "fromString": return SourceUUID(try first.writtenUUID().uuid, .bits128)
    case "UUID":
      guard let uuid = SourceUUID(octets: try first.octets().reversed()), uuid.width == .bits128 else {
        throw first.refusal("16 bytes")
      }
      return uuid
    default: throw value.refusal("UUID.short(…) or UUID.fromString(…)")
    }
  }
}
