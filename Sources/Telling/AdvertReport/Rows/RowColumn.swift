internal import AdvertisingData

/// The columns of a row of `dump`, except the values of known formats, which ``KnownField`` has.
///
/// The line of titles, the help, the table of Reference/Output/dump.md and the schema of a row are made from ``description``.
enum RowColumn: String, CaseIterable, Sendable, BitwiseCopyable {
  // The first fifteen are the columns of a row without --fields.
  case file, record, time, source, type, address, addressType, rssi, channel, crc, data, adapter, sid, complete, acad
  case device, layout, pdu, identity, resolvedBy, session, fileOffset, primaryPHY, secondaryPHY
  case count, advertisements, scanResponses, until, scanResponseData
  // From here on, columns that depend on the data.
  case length, flags, name, nameComplete, services, solicitedServices, serviceData, company, companyName
  case manufacturerData, txPower, appearance, appearanceName, uri, maker, format, formats, known, structures, problems

  /// The columns of a row when no fields are named.
  static let usual = Array(allCases.prefix { $0 != .device })
  /// The same for the row of a layout.
  static let usualOfLayouts: [RowColumn] = [
    .file, .device, .layout, .address, .addressType, .adapter, .pdu, .sid, .count, .advertisements, .scanResponses,
    .time, .until, .data, .scanResponseData, .complete,
  ]

  /// Whether the value depends on the data alone.
  var isOfData: Bool { Self.ofData.contains(self) }

  private static let ofData = Set(allCases.drop { $0 != .length })

  /// Whether the value also depends on earlier reports.
  var needsPairing: Bool { self == .layout || self == .session }
}

extension RowColumn {
  var description: DescribedKey {
    switch self {
    case .file: key(.string, "the capture's path; in an archive with the name of the member")
    case .record: key(.integer, "the record; of data joined from pieces the last, of a layout the first with its data")
    case .time: key(.time, "when it was received, of a layout first", unit: "Unix seconds", null: "without times")
    case .source:
      key(
        .words(["report", "pdu", "command", "vendor"]),
        "`report`: an HCI event; `pdu`: a packet of a sniffer; `command`: data that the capturing host set; `vendor`: a "
          + "vendor's event", null: "in rows of layouts that were received")
    case .type:
      key(
        .words([
          "ADV_IND", "ADV_SCAN_IND", "ADV_NONCONN_IND", "ADV_DIRECT_IND", "SCAN_RSP", "ADV_EXT_IND", "AUX_ADV_IND",
          "AUX_SCAN_RSP", "AUX_SYNC_IND", "ADV", "unknown",
        ]),
        "the PDU: `ADV_IND`, `ADV_SCAN_IND`, `ADV_NONCONN_IND`, `ADV_DIRECT_IND`, `SCAN_RSP`, `ADV_EXT_IND`, "
          + "`AUX_ADV_IND`, `AUX_SCAN_RSP` or `AUX_SYNC_IND`; of a log in text `ADV` for advertising data whose kind it does "
          + "not say, `unknown` where it does not say the block either")
    case .address:
      key(
        .address, "the advertiser's address",
        null: "when the advertiser is anonymous or the capture does not have it")
    case .addressType: key(.words(Self.addressTypes), "the kind of address")
    case .rssi: key(.integer, "signal strength", unit: "dBm", null: "when it was not measured, and in rows of layouts")
    case .channel:
      key(
        .integer, "the channel index, 0 to 39", null: "when the capture does not have it, and in rows of layouts")
    case .crc: key(.words(["ok", "bad", "unchecked"]), "`ok`; `bad`, only with `--keep-bad-crc`; `unchecked`")
    case .data:
      key(
        .octets, "the advertising or scan response data, as bytes; may be empty",
        null: "in rows of layouts whose advertising data were not received")
    case .adapter: key(.integer, "the controller that received it, from 0")
    case .sid: key(.integer, "the advertising set, 0 to 15", null: "in legacy advertising")
    case .complete: key(.boolean, "whether all the data arrived")
    case .acad:
      key(
        .octets, "what the controller added in the extended header, as bytes",
        null: "when there is nothing, and in rows of layouts")
    case .device: key(.string, "the device: `advertisers[].device` of `inspect`, unique in its capture")
    case .layout:
      key(
        .string, "the layout that it belongs to: `advertisers[].layouts[].layout` of `inspect`",
        null: "for data of a periodic train, and when there are more than 100,000 devices")
    case .pdu:
      key(
        .words(Self.kinds), "the kind of advertising, as in `inspect`",
        null: "for scan responses and logs that do not say it, and for data of a periodic train")
    case .identity:
      key(
        .address, "the identity address that the private address was resolved to, by the controller",
        null: "when it was not")
    case .resolvedBy:
      key(.integer, "position of the `--irk` that resolves the address, from 0", null: "when none does")
    case .session:
      key(
        .integer, "the scan of the log's host that received it: `captures[].scanSessions[].number` of `inspect`",
        null: "when no command of the log started one, and in rows of layouts")
    case .fileOffset:
      key(
        .integer, "offset in the capture of the first byte of the data",
        null: "when they were joined from pieces, and when a host's command is not in the capture")
    case .primaryPHY:
      key(
        .words(PHY.allCases.map { $0.id }), "the PHY of the primary channels, `1M` or `coded`",
        null: "in legacy advertising, which is on LE 1M, and when the capture does not have it")
    case .secondaryPHY:
      key(
        .words(PHY.allCases.map { $0.id }), "the PHY of the data, `1M`, `2M` or `coded`",
        null: "in legacy advertising, and when the capture does not have it")
    case .count: key(.integer, "reports that the row stands for: 1, except of a layout")
    case .advertisements: key(.integer, "those of them that are advertisements")
    case .scanResponses: key(.integer, "those of them that are scan responses")
    case .until: key(.time, "when the last of them was received", unit: "Unix seconds", null: "without times")
    case .scanResponseData:
      key(.list(.octets), "the scan response data, as bytes: of a layout all that were received, each once")
    default: descriptionOfData
    }
  }

  /// The description of a column that depends on the data.
  private var descriptionOfData: DescribedKey {
    switch self {
    case .length: key(.integer, "bytes of the data")
    case .flags: key(.integer, "the Flags", null: "when there are none")
    case .name: key(.string, "the local name: the complete one before a shortened one", null: "when there is none")
    case .nameComplete: key(.boolean, "whether there is a name, and in full")
    case .services: key(.list(.uuid), "UUIDs of the service lists, sorted")
    case .solicitedServices: key(.list(.uuid), "UUIDs of services that the device looks for, in the order sent")
    case .serviceData:
      key(
        .list(
          .object([
            DescribedKey("uuid", .uuid, "the service"),
            DescribedKey("data", .octets, "the data after the UUID, as bytes"),
          ])), "service data, in the order sent")
    case .company: key(.integer, "the company identifier of the first manufacturer data", null: "when there are none")
    case .companyName:
      key(.string, "the name of that company", null: "when there are none, or the identifier is not assigned")
    case .manufacturerData:
      key(.octets, "the first manufacturer data after the company identifier, as bytes", null: "when there are none")
    case .txPower: key(.integer, "the TX Power Level", unit: "dBm", null: "when there is none")
    case .appearance: key(.integer, "the appearance", null: "when there is none")
    case .appearanceName: key(.string, "its assigned name", null: "when there is none")
    case .uri: key(.string, "the first URI", null: "when there is none, or its scheme is not assigned")
    case .maker:
      key(
        .string,
        "the name of the company of the manufacturer data, else of a service: the first of "
          + "`advertisers[].makers` of `inspect`", null: "when it is not known")
    case .format: key(.string, "the id of the first known format", null: "when no format is known")
    case .formats: key(.list(.string), "the ids of all known formats")
    case .known: key(.alike(KnownField.objects), "the values of the known formats, by their ids")
    case .structures:
      key(
        .list(
          .object([
            DescribedKey(
              "block", .words(["advertising", "scanResponse"]), "the block that it is in"),
            DescribedKey("offset", .integer, "offset of its length byte in the block"),
            DescribedKey("type", .integer, "the AD type"),
            DescribedKey("typeName", .string, "the assigned name of the type", null: "when it is not assigned"),
            DescribedKey("value", .octets, "its value, as bytes"),
          ])), "the AD structures, in order")
    case .problems: key(.list(.string), "what of the data is not whole or does not fit")
    default: key(.string, "")
    }
  }

  private func key(_ type: ValueType, _ meaning: String, unit: String? = nil, null: String? = nil) -> DescribedKey {
    DescribedKey(rawValue, type, meaning, unit: unit, null: null)
  }

  static let addressTypes = [
    "public", "random-static", "random-resolvable", "random-non-resolvable", "random-reserved", "public-identity",
    "random-identity", "anonymous", "unknown",
  ]
  static let kinds = [
    "ADV_IND", "ADV_SCAN_IND", "ADV_NONCONN_IND", "ADV_DIRECT_IND", "EXT_CONNECTABLE", "EXT_SCANNABLE",
    "EXT_NONCONNECTABLE",
  ]
}
