internal import AdvertCapture
internal import AdvertObservation

/// The keys of `advert.inspect/1`.
enum InspectKeys {
  /// A line of `--format jsonl`.
  static let row =
    [DescribedKey("path", .string, "the path of the capture; in an archive with the name of the member")] + advertisers

  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.inspect/1`"),
    DescribedKey("captures", .list(.object(captures)), "the captures read, in order; an archive can give several"),
    DescribedKey(
      "accounts", .list(.object(AccountKeys.account)),
      "what programs tell of devices in values", absent: "without such an input"),
    DescribedKey(
      "advertisers", .list(.object(advertisers)), "the devices, capture by capture", absent: "with `--captures`"),
  ]

  static let advertisers: [DescribedKey] = [
    DescribedKey("capture", .integer, "position in `captures`, from 0"),
    DescribedKey(
      "device",
      .string,
      "the device in other rows and documents: the address with its kind, or the key that resolves it; unique "
        + "in its capture"),
    DescribedKey(
      "address",
      .address,
      "the first address heard",
      null: "when the advertiser is anonymous or the capture does not have it"),
    DescribedKey("addresses", .list(.address), "all its addresses; several only with `--irk`"),
    DescribedKey("addressType", .words(DocumentWords.addressTypes), "the kind of `address`"),
    DescribedKey(
      "resolvedBy",
      .integer,
      "position of the `--irk` that resolves the addresses, from 0",
      null: "when none does"),
    DescribedKey("adapter", .integer, "the controller that heard it, from 0"),
    DescribedKey(
      "origin",
      .words(Advertiser.Origin.allCases.map { $0.rawValue }),
      "`air`: received; `host`: set by commands of the capturing host"),
    DescribedKey(
      "name",
      .string,
      "the local name: the complete one before a shortened one",
      null: "when none was seen"),
    DescribedKey("advertisements", .integer, "advertisements received"),
    DescribedKey("scanResponses", .integer, "scan responses received"),
    DescribedKey(
      "scanRequests", .integer, "how often a sniffer heard it asked for its scan response",
      null: "when the capture has no request to any device"),
    DescribedKey("firstSeen", .time, "time of the first report", null: "without times"),
    DescribedKey("lastSeen", .time, "time of the last report", null: "without times"),
    DescribedKey("rssi", .object(advertisersRssi), "signal strength in dBm", null: "when none was measured"),
    DescribedKey(
      "interval",
      .object(advertisersInterval),
      "the advertising interval, estimated from the gaps",
      null: "when it cannot be measured: `intervalObstacle` says why"),
    DescribedKey(
      "intervalObstacle",
      .words(IntervalObstacle.allCases.map { $0.rawValue }),
      "why the interval cannot be measured",
      null: "when it can, and for the capturing host"),
    DescribedKey("services", .object(advertisersServices), "service UUIDs of its lists, by block"),
    DescribedKey("makers", .list(.string), "names of companies of its manufacturer data, else of its services"),
    DescribedKey("formats", .list(.string), "ids of the known formats that it sends, as in `decoded.known.kind`"),
    DescribedKey(
      "kinds", .list(.string),
      "what kinds of device send such data, in words: `AirPods Pro (2nd generation)`, `Tile tracker`"),
    DescribedKey(
      "hiddenServices",
      .list(.object(advertisersHiddenServices)),
      "services that are only in the scan response, so that scanners miss them"),
    DescribedKey(
      "embeddedAddresses",
      .list(.object(advertisersEmbeddedAddresses)),
      "where its data hold its own address, or one next to it"),
    DescribedKey(
      "payloadBehaviours",
      .list(.object(advertisersPayloadBehaviours)),
      "how its manufacturer and service data change"),
    DescribedKey("layouts", .list(.object(advertisersLayouts)), "its distinct layouts, in the order of the capture"),
  ]

  private static let advertisersLayouts: [DescribedKey] = [
    DescribedKey(
      "layout",
      .string,
      "the layout in other rows and documents: the same for equal kind, set and advertising data, of "
        + "whichever device"),
    DescribedKey(
      "pdu",
      .words(DocumentWords.kinds),
      "the kind of advertising",
      null: "when only scan responses were received"),
    DescribedKey("sid", .integer, "the advertising set, 0 to 15", null: "in legacy advertising"),
    DescribedKey("advertising", .octets, "the advertising data, as bytes", null: "when they were not received"),
    DescribedKey("complete", .boolean, "whether all of the advertising data arrived"),
    DescribedKey("count", .integer, "advertisements received with these data; 0 when only commands have them"),
    DescribedKey(
      "scanResponseState",
      .words(["observed", "notObserved", "notScannable", "declared"]),
      "`observed`; `notObserved`: it may have one; `notScannable`: it has none; `declared`: set by commands "
        + "of the host"),
    DescribedKey("scanResponses", .list(.object(advertisersLayoutsScanResponses)), "the distinct scan responses to it"),
  ]

  private static let advertisersLayoutsScanResponses: [DescribedKey] = [
    DescribedKey("bytes", .octets, "the scan response data"),
    DescribedKey("count", .integer, "how often they were received"),
  ]

  private static let advertisersPayloadBehaviours: [DescribedKey] = [
    DescribedKey("block", .words(DocumentWords.blocks), "the block of the data"),
    DescribedKey("company", .integer, "the company of the manufacturer data", null: "in service data"),
    DescribedKey("uuid", .uuid, "the UUID of the service data", null: "in manufacturer data"),
    DescribedKey("length", .integer, "bytes of the data, without the company or UUID"),
    DescribedKey("distinct", .integer, "how many different data were seen"),
    DescribedKey(
      "fields",
      .list(.object(advertisersPayloadBehavioursFields)),
      "the data from the first byte to the last, without gaps"),
  ]

  private static let advertisersPayloadBehavioursFields: [DescribedKey] = [
    DescribedKey("offset", .integer, "from 0 after the company or UUID"),
    DescribedKey("length", .integer, "bytes of the field"),
    DescribedKey(
      "role",
      .words(["constant", "varying", "counter", "checksum"]),
      "`constant`, `varying`, `counter` or `checksum`"),
    DescribedKey(
      "order",
      .words(DocumentWords.orders),
      "the order of the counter's bytes",
      null: "for one byte",
      absent: "unless it is a counter"),
    DescribedKey("missed", .integer, "values of the counter that were not received", absent: "unless it is a counter"),
    DescribedKey(
      "checksums",
      .list(.object(advertisersPayloadBehavioursFieldsChecksums)),
      "the checksums that are right in all data, usually one",
      absent: "unless it is a checksum"),
  ]

  private static let advertisersPayloadBehavioursFieldsChecksums: [DescribedKey] = [
    DescribedKey("algorithm", .string, "`XOR`, `sum`, `inverted sum`, `negated sum` or the name of a CRC"),
    DescribedKey("order", .words(DocumentWords.orders), "the order of its bytes", null: "for one byte"),
    DescribedKey("coversOwner", .boolean, "whether it includes the company or UUID"),
  ]

  private static let advertisersEmbeddedAddresses: [DescribedKey] = [
    DescribedKey("block", .words(DocumentWords.blocks), "the block of the data"),
    DescribedKey("offset", .integer, "of its first byte in the payload"),
    DescribedKey("order", .words(DocumentWords.orders), "the order of its bytes"),
    DescribedKey("difference", .integer, "that address minus its own, -2 to 2"),
    DescribedKey("company", .integer, "the company of the manufacturer data", null: "in service data"),
    DescribedKey("uuid", .uuid, "the UUID of the service data", null: "in manufacturer data"),
  ]

  private static let advertisersHiddenServices: [DescribedKey] = [
    DescribedKey("service", .uuid, "the UUID"),
    DescribedKey("missed", .list(.string), "ids of the profiles that miss it"),
    DescribedKey("may", .list(.string), "ids of the profiles that may miss it"),
  ]

  private static let advertisersServices: [DescribedKey] = [
    DescribedKey("advertising", .list(.uuid), "those in advertising data, sorted"),
    DescribedKey("scanResponse", .list(.uuid), "those in scan responses, sorted; some may be in both"),
  ]

  private static let advertisersInterval: [DescribedKey] = [
    DescribedKey("estimateMs", .number, "the estimate, in milliseconds"),
    DescribedKey("samples", .integer, "gaps that it rests on"),
    DescribedKey("rough", .boolean, "whether these are fewer than 16, so that no rule and no comparison uses it"),
  ]

  private static let advertisersRssi: [DescribedKey] = [
    DescribedKey("min", .integer, "the weakest, in dBm"),
    DescribedKey("median", .integer, "the median, in dBm"),
    DescribedKey("max", .integer, "the strongest, in dBm"),
  ]

  static let captures: [DescribedKey] = [
    DescribedKey("path", .string, "the path as given; in an archive with the name of the member"),
    DescribedKey(
      "format",
      .words(["btsnoop", "btsnooz", "packetlogger", "pcap", "pcapng", "btmon-tty", "log"]),
      "`btsnoop`, `btsnooz`, `packetlogger`, `pcap`, `pcapng`, `btmon-tty` or `log`, a log in text"),
    DescribedKey(
      "linkTypes",
      .list(.integer),
      "link types met: the LINKTYPE numbers of pcap, 1001 and 2001 as in btsnoop, 0 in PacketLogger files"),
    DescribedKey("records", .integer, "records read"),
    DescribedKey("start", .time, "the earliest time of a record", null: "without times"),
    DescribedKey("end", .time, "the latest time of a record", null: "without times"),
    DescribedKey("reports", .integer, "advertising and scan response PDUs in them"),
    DescribedKey("advertisements", .integer, "reports that are advertisements"),
    DescribedKey("scanResponses", .integer, "reports that are scan responses"),
    DescribedKey("advertisers", .integer, "devices in it, wanted or not"),
    DescribedKey(
      "intervalClock",
      .words(["sniffer", "arrival"]),
      "the clock behind intervals: that of the sniffer's radio, or the times at which reports reached the host"),
    DescribedKey(
      "scanModes",
      .list(.object(ScanKeys.modes)),
      "each change of how the log's host scanned; empty when the capture does not tell"),
    DescribedKey(
      "scanSessions",
      .list(.object(ScanKeys.sessions)),
      "the scans of the log's host, each from the command that started it; empty when the capture does not tell"),
    DescribedKey("scanSessionsLeftOut", .integer, "scans beyond 10,000, which are not told"),
    DescribedKey(
      "problems",
      .list(.object(capturesProblems)),
      "what is wrong with the capture, one for each [kind](#kinds-of-problems)"),
  ]

  private static let capturesProblems: [DescribedKey] = [
    DescribedKey("kind", .words(CaptureProblem.Kind.allCases.map { $0.rawValue }), "see [below](#kinds-of-problems)"),
    DescribedKey(
      "offset", .integer, "offset in the file of the first one", null: "in a log in text, whose records are lines"),
    DescribedKey("record", .integer, "the record of the first one", null: "when it is in no record"),
    DescribedKey("message", .string, "what was expected and found there"),
    DescribedKey("count", .integer, "how often it occurred"),
  ]
}
