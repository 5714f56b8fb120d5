/// The keys of a line of `watch --format jsonl`.
enum WatchKeys {
  static let keys: [DescribedKey] = [
    DescribedKey(
      "event", .words(["new", "layout", "finding", "gone", "end"]), "what happened; `end` is the last line"),
    DescribedKey("time", .time, "when, in the time of the capture", null: "without times"),
    DescribedKey("address", .address, "the address of the device", null: unknown, absent: ofDevice),
    DescribedKey("addressType", .words(DocumentWords.addressTypes), "the kind of address", absent: ofDevice),
    DescribedKey("adapter", .integer, "the controller that heard it, from 0", absent: ofDevice),
    DescribedKey("name", .string, "the local name", null: "when none was seen", absent: ofDevice),
    DescribedKey("maker", .string, "who makes it, in words", null: "when it is not known", absent: ofDevice),
    DescribedKey(
      "rssi", .integer, "the latest signal strength in dBm", null: "when none was measured", absent: ofDevice),
    DescribedKey("advertisements", .integer, "advertisements so far: of the device, at the end of all"),
    DescribedKey("scanResponses", .integer, "scan responses so far: of the device, at the end of all"),
    DescribedKey(
      "pdu", .words(DocumentWords.kinds), "the kind of advertising", null: "when only a scan response was received",
      absent: "unless the device is new"),
    DescribedKey(
      "advertising", .octets, "the advertising data, as bytes", null: "when they were not received",
      absent: "unless the device is new"),
    DescribedKey(
      "scanResponse", .octets, "the scan response data, as bytes", null: "when they were not received",
      absent: "unless the device is new"),
    DescribedKey("block", .words(DocumentWords.blocks), "the block", absent: "unless a layout changed"),
    DescribedKey("data", .octets, "its data now, as bytes", absent: "unless a layout changed"),
    DescribedKey(
      "before", .octets, "its data before, as bytes", null: "when the block was not heard before",
      absent: "unless a layout changed"),
    DescribedKey("severity", .words(DocumentWords.severities), "its severity", absent: ofFinding),
    DescribedKey("rule", .string, "the id of the [rule](Rules.md)", absent: ofFinding),
    DescribedKey("message", .string, "what is wrong", absent: ofFinding),
    DescribedKey("fix", .string, "what to do, in one line", null: "when it is not known", absent: ofFinding),
    DescribedKey(
      "silentSeconds", .number, "for how long it was not heard, in seconds", absent: "unless the device is gone"),
    DescribedKey("devices", .integer, "devices that are there", absent: "except at the end"),
    DescribedKey("gone", .integer, "devices that are gone", absent: "except at the end"),
  ]

  private static let unknown = "when the advertiser is anonymous or the capture does not have it"
  private static let ofDevice = "at the end"
  private static let ofFinding = "unless it is a finding"
}
