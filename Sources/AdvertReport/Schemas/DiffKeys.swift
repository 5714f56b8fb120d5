internal import AdvertDiff
internal import AdvertObservation

/// The keys of `advert.diff/1`.
enum DiffKeys {
  static let keys: [DescribedKey] = [
    DescribedKey("schema", .string, "`advert.diff/1`"),
    DescribedKey("manifest", .string, "the path of the manifest in use", null: "when none is"),
    DescribedKey("old", .string, "the old side, as given"),
    DescribedKey("new", .string, "the new side, as given"),
    DescribedKey("ignored", .list(.string), "what may differ, as with `--ignore`"),
    DescribedKey("differs", .boolean, "whether anything differs that may not; the exit status is 1 then"),
    DescribedKey(
      "complete",
      .boolean,
      "whether both sides were read whole, and one has a device; the exit status is 1 otherwise"),
    DescribedKey(
      "devices",
      .list(.object(devices)),
      "devices that differ or vary: first those on both sides, then those that are gone, then new ones"),
    DescribedKey("groups", .list(.object(groups)), "devices alike with changing addresses, which cannot be told apart"),
    DescribedKey("summary", .object(summary), "counts of devices, or of declared layouts"),
  ]

  private static let summary: [DescribedKey] = [
    DescribedKey("oldDevices", .integer, "on the old side"),
    DescribedKey("newDevices", .integer, "on the new side"),
    DescribedKey("changed", .integer, "on both sides with a difference"),
    DescribedKey("gone", .integer, "only on the old side"),
    DescribedKey("new", .integer, "only on the new side"),
    DescribedKey("equal", .integer, "on both sides without a difference"),
  ]

  private static let groups: [DescribedKey] = [
    DescribedKey("name", .string, "their local name", null: "when they have none"),
    DescribedKey("companies", .list(.integer), "the companies of their manufacturer data"),
    DescribedKey("services", .list(.uuid), "the services that they mention"),
    DescribedKey("oldCount", .integer, "how many the old side has"),
    DescribedKey("newCount", .integer, "how many the new side has"),
  ]

  static let devices: [DescribedKey] = [
    DescribedKey(
      "matchedBy",
      .words(DeviceMatch.allCases.map { $0.rawValue }),
      "`address`, `key`, `layout`, `name`, `payload` or `only`",
      null: "when the device is gone or new"),
    DescribedKey("old", .object(devicesOld), "the device on the old side", null: "when it is new"),
    DescribedKey(
      "new",
      .alike(devicesOld),
      "the device on the new side; its keys are those of `old`",
      null: "when it is gone"),
    DescribedKey(
      "differences",
      .list(.object(devicesDifferences)),
      "what differs; empty for a device that is gone or new"),
    DescribedKey(
      "varying",
      .list(.object(devicesVarying)),
      "fields whose values vary on a side, so that they make no difference"),
    DescribedKey(
      "unknown",
      .list(.object(devicesUnknown)),
      "blocks that one side does not know, or not in full, and so were not compared"),
  ]

  private static let devicesUnknown: [DescribedKey] = [
    DescribedKey(
      "reason",
      .words(["notObserved", "addedByHost"]),
      "`notObserved`: none was received; `addedByHost`: the program of a firmware image adds to it when it runs"),
    DescribedKey("block", .words(DocumentWords.blocks), "the block"),
    DescribedKey("side", .words(["old", "new"]), "`old` or `new`"),
  ]

  private static let devicesVarying: [DescribedKey] = [
    DescribedKey("field", .alike(devicesDifferencesOld), "the field; its keys are those of `differences[].old`"),
    DescribedKey(
      "octets",
      .list(.alike(devicesDifferencesOctets)),
      "the bytes that vary, as in `differences[].octets`; empty when only the length does"),
    DescribedKey("oldValues", .integer, "different values on the old side"),
    DescribedKey("newValues", .integer, "different values on the new side"),
  ]

  private static let devicesDifferences: [DescribedKey] = [
    DescribedKey(
      "kind",
      .words([
        "addressChanged", "addressKindChanged", "pduChanged", "fieldAdded", "fieldGone", "fieldMoved", "fieldChanged",
        "orderChanged",
        "layoutAdded", "layoutGone", "intervalChanged", "strengthChanged", "scanResponsesChanged", "scannerChanged",
        "findingAdded", "findingGone",
      ]),
      "see [below](#kinds-of-differences)"),
    DescribedKey("aspect", .words(DiffAspect.allCases.map { $0.rawValue }), "the word of `--ignore`"),
    DescribedKey(
      "old",
      .object(devicesDifferencesOld),
      "the field on the old side",
      null: "when it is added",
      absent: "unless a field differs"),
    DescribedKey(
      "new",
      .alike(devicesDifferencesOld),
      "the field on the new side; its keys are those of `old`",
      null: "when it is gone",
      absent: "unless a field differs"),
    DescribedKey(
      "octets",
      .list(.object(devicesDifferencesOctets)),
      "which bytes differ; empty when the lengths do",
      absent: "unless a field has another value"),
    DescribedKey(
      "oldFields",
      .list(.alike(devicesDifferencesOld)),
      "fields in the old order; their keys are those of `old`",
      absent: "unless the order or a layout differs"),
    DescribedKey(
      "newFields",
      .list(.alike(devicesDifferencesOld)),
      "fields in the new order",
      absent: "unless the order or a layout differs"),
    DescribedKey(
      "pdu",
      .words(DocumentWords.kinds),
      "the kind of advertising of a layout that is added or gone",
      null: "for a scan response",
      absent: "otherwise"),
    DescribedKey("oldPdu", .words(DocumentWords.kinds), "the kind of advertising", absent: "unless it differs"),
    DescribedKey("newPdu", .words(DocumentWords.kinds), "the kind of advertising", absent: "unless it differs"),
    DescribedKey(
      "profile",
      .string,
      "the id of the scanner [profile](Profiles.md)",
      absent: "unless a scanner differs"),
    DescribedKey(
      "service",
      .uuid,
      "what the scanner filters for",
      null: "when it filters for nothing",
      absent: "unless a scanner differs"),
    DescribedKey("oldVerdict", .words(DocumentWords.verdicts), "the verdict", absent: "unless a scanner differs"),
    DescribedKey("newVerdict", .words(DocumentWords.verdicts), "the verdict", absent: "unless a scanner differs"),
    DescribedKey("rule", .string, "the id of the [rule](Rules.md)", absent: "unless it is a finding"),
    DescribedKey("severity", .words(DocumentWords.severities), "its severity", absent: "unless it is a finding"),
    DescribedKey("message", .string, "what is wrong", absent: "unless it is a finding"),
    DescribedKey(
      "block",
      .words(DocumentWords.blocks),
      "the block of the finding",
      null: "when none is concerned",
      absent: "unless it is a finding"),
    DescribedKey(
      "offset",
      .integer,
      "of the first byte concerned",
      null: "when no payload is concerned",
      absent: "unless it is a finding"),
    DescribedKey(
      "length",
      .integer,
      "how many",
      null: "when no payload is concerned",
      absent: "unless it is a finding"),
  ]

  private static let devicesDifferencesOctets: [DescribedKey] = [
    DescribedKey("offset", .integer, "of the first byte, in the old payload"),
    DescribedKey("length", .integer, "how many"),
  ]

  private static let devicesDifferencesOld: [DescribedKey] = [
    DescribedKey("block", .words(DocumentWords.blocks), "the block"),
    DescribedKey("offset", .integer, "of the AD structure, or of the UUID in its list"),
    DescribedKey("length", .integer, "bytes from there"),
    DescribedKey(
      "type",
      .integer,
      "the AD type, of a listed service that of the list",
      null: "for what follows the last AD structure"),
    DescribedKey("service", .uuid, "the UUID of a listed service", null: "for any other field"),
    DescribedKey("bytes", .octets, "the bytes"),
    DescribedKey(
      "decoded",
      .decoded,
      "the fields of the value, as [decode](#decoded-values) has them",
      null: "for listed services, for types that are not decoded and for malformed values"),
  ]

  private static let devicesOld: [DescribedKey] = [
    DescribedKey("path", .string, "the input that has it first"),
    DescribedKey("address", .address, "its first address", null: "for declared layouts, and when it is not known"),
    DescribedKey(
      "addressType",
      .words(DocumentWords.addressTypes),
      "the kind of address, known or declared",
      null: "for declared layouts that state none"),
    DescribedKey("name", .string, "the local name", null: "when none was seen"),
    DescribedKey("layoutName", .string, "the name of a declared layout", null: "when it has none"),
    DescribedKey(
      "origin",
      .words(Advertiser.Origin.allCases.map { $0.rawValue }),
      "`air` or `host`, as in [inspect](#inspect)",
      null: "for declared layouts"),
    DescribedKey("advertisements", .integer, "advertisements received"),
    DescribedKey("scanResponses", .integer, "scan responses received"),
    DescribedKey("rssi", .object(devicesOldRssi), "signal strength in dBm", null: "when none was measured"),
    DescribedKey("interval", .object(devicesOldInterval), "the advertising interval", null: "when it is not known"),
  ]

  private static let devicesOldInterval: [DescribedKey] = [
    DescribedKey(
      "estimateMs",
      .number,
      "the estimate from the gaps, in milliseconds",
      null: "when it is declared or set by the host"),
    DescribedKey(
      "samples",
      .integer,
      "gaps that the estimate rests on",
      null: "when it is declared or set by the host"),
    DescribedKey(
      "minimumMs",
      .number,
      "the shortest interval that is declared or set, in milliseconds",
      null: "for an estimate"),
    DescribedKey("maximumMs", .number, "the longest", null: "for an estimate"),
  ]

  private static let devicesOldRssi: [DescribedKey] = [
    DescribedKey("min", .integer, "the weakest"),
    DescribedKey("median", .integer, "the median"),
    DescribedKey("max", .integer, "the strongest"),
  ]
}
