internal import AdvertisingData

/// `btmgmt add-adv` of BlueZ, which hands bytes to the Linux kernel.
extension StackBuilder {
  static let btmgmt = StackBuilder(
    id: "btmgmt", name: "btmgmt",
    summary: """
      Sends the list of `-u` first, then the bytes of `-d`; `-s` is the scan response. From 5.69 on, a list of 16-bit UUIDs \
      has the type 0x07 of 128-bit UUIDs, so that no scanner finds them. The kernel puts the Flags of `-g`, `-l` and `-m` \
      first, with 0x04 on an adapter without BR/EDR also without them, appends the TX power of `-p`, and appends the adapter's \
      name, cut to 10 bytes, to the scan response with `-n`. What does not fit is refused. An adapter that is discoverable sends \
      ADV_IND also without `-c`.
      """,
    versions: [
      Version(since: [5, 69], read: [5, 87], source: "BlueZ 5.87, client/mgmt.c; \(StackBuilder.kernel)"),
      Version(since: [5, 50], read: [5, 68], source: "BlueZ 5.66, tools/btmgmt.c; \(StackBuilder.kernel)"),
    ],
    options: [
      Option(word: "uuid-option", call: "-u", summary: "the services are those of -u, and not bytes of -d"),
      Option(word: "general-discoverable", call: "-g", summary: "the kernel puts Flags with 0x02 first"),
      Option(word: "limited-discoverable", call: "-l", summary: "the kernel puts Flags with 0x01 first"),
      Option(
        word: "managed-flags", call: "-m",
        summary: "without -g and -l, the Flags say whether the adapter is discoverable"),
      Option(
        word: "tx-power", call: "-p", summary: "the kernel appends the TX power; not known unless txPower says it"),
      Option(
        word: "local-name", call: "-n", summary: "name is the adapter's, and the kernel puts it into the scan response"),
      Option(
        word: "scan-response-appearance", call: "-a",
        summary: "appearance is the adapter's, and the kernel puts it into the scan response"),
      Option(
        word: "le-only", call: "a controller without BR/EDR, or btmgmt bredr off",
        summary: "the kernel adds 0x04 to the Flags", isOfProgram: false
      ),
      Option(
        word: "adapter-discoverable", call: "btmgmt discov on", summary: "with managed-flags: the Flags have 0x02",
        isOfProgram: false),
    ],
    calls: [
      Call(fields: "all", call: "-d"),
      Call(fields: "services, services16, services128", call: "with uuid-option: -u, of one width"),
      Call(fields: "scanResponse", call: "-s"),
      Call(fields: "pdu", call: "-c for ADV_IND; without it ADV_SCAN_IND or ADV_NONCONN_IND"),
    ],
    pdus: [.advInd, .advScanInd, .advNonconnInd], takesScanResponse: true,
    control: ProgramControl(octetsCall: "-d, -s", interval: .exact("-r and -x of btmgmt add-ext-adv-params")),
    build: { building throws(BuildRefusal) in
      var kernel = LinuxAdvertising(advertising: BuiltBlock(), scanResponse: BuiltBlock())
      var services: [(uuid: [UInt8], field: BuildRequest.Field)] = []
      var width = BluetoothUUID.Width.bits16
      var others = BuiltBlock()
      for (field, value) in building.request.fields(of: .advertising) {
        switch value {
        case .serviceUUIDs(let list)
        where building.has("uuid-option") && list.isComplete && list.rest.isEmpty && list.width != .bits32:
          guard services.isEmpty || list.width == width else {
            throw BuildRefusal(field, "-u takes UUIDs of one width")
          }
          width = list.width
          services += list.items.map { ($0, field) }
        case .localName where building.has("local-name"): kernel.name = (value.octets, field)
        case .appearance where building.has("scan-response-appearance"): kernel.appearance = (value.octets, field)
        case .txPowerLevel where building.has("tx-power"): kernel.txPower = (value.octets.first, field)
        default: others.append(value.type, value.octets, from: field)
        }
      }
      guard services.count <= (width == .bits16 ? 15 : 1) else {
        throw BuildRefusal(services.last?.field, "\"Too many UUIDs\"")
      }
      if let first = services.first {
        let isWrong = width == .bits16 && building.generation == 0
        kernel.advertising.append(
          isWrong ? .completeServiceUUIDs128 : ServiceUUIDList.type(width: width, isComplete: true), first.uuid,
          from: first.field)
        for (uuid, field) in services.dropFirst() { kernel.advertising.extend(at: 0, by: uuid, from: field) }
        if isWrong {
          building.change(
            .replaced, first.field,
            "gives the list of 16-bit UUIDs the type 0x07, which is for 128 bits, so no scanner finds them",
            remedy: "write the list with -d: its length, 03, and each UUID with its low byte first")
        }
      }
      kernel.advertising.append(others)
      for (field, value) in building.request.fields(of: .scanResponse) {
        kernel.scanResponse.append(value.type, value.octets, from: field)
      }
      for (option, type) in [("local-name", "name"), ("scan-response-appearance", "appearance")]
      where building.has(option) && (type == "name" ? kernel.name == nil : kernel.appearance == nil) {
        throw BuildRefusal(nil, "with \(option) the adapter has its own: say it as \(type)")
      }
      if building.has("tx-power"), kernel.txPower == nil { kernel.txPower = (nil, nil) }
      kernel.discoverableFlags =
        (building.has("general-discoverable") ? 0x02 : 0) | (building.has("limited-discoverable") ? 0x01 : 0)
      kernel.managesFlags = building.has("managed-flags")
      kernel.isLowEnergyOnly = building.has("le-only")
      kernel.isAdapterDiscoverable = building.has("adapter-discoverable")
      try kernel.build(&building)
    })
}
