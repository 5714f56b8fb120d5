internal import AdvertDiff
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The document `advert.diff/1`.
extension DiffReport {
  package var json: String { Self.keys.document(of: self) }

  static let keys: Keys<DiffReport> = [
    Key(schema: "advert.diff/1"),
    Key("manifest", .string, "the path of the manifest in use", null: "when none is") { $0.manifest },
    Key("old", .string, "the old side, as given") { $0.sides.old },
    Key("new", .string, "the new side, as given") { $0.sides.new },
    Key("ignored", .list(.string), "what may differ, as with `--ignore`") { report in
      DiffAspect.allCases.filter(report.run.ignored.contains).map { $0.rawValue }
    },
    Key("differs", .boolean, "whether anything differs that may not; the exit status is 1 then") { $0.run.differs },
    Key(
      "complete", .boolean, "whether both sides were read whole, and one has a device; the exit status is 1 otherwise"
    ) { $0.run.isWhole },
    Key(
      "devices", .list(.object(device)),
      "devices that differ or vary: first those on both sides, then those that are gone, then new ones"
    ) { $0.run.devices },
    Key("groups", .list(.object(group)), "devices alike with changing addresses, which cannot be told apart") {
      $0.run.groups
    },
    Key("summary", .object(summary), "counts of devices, or of declared layouts") { $0.run },
  ]

  private static let summary: Keys<DiffRun> = [
    Key("oldDevices", .integer, "on the old side") { $0.counts.old },
    Key("newDevices", .integer, "on the new side") { $0.counts.new },
    Key("changed", .integer, "on both sides with a difference") { $0.changedCount },
    Key("gone", .integer, "only on the old side") { $0.goneCount },
    Key("new", .integer, "only on the new side") { $0.newCount },
    Key("equal", .integer, "on both sides without a difference") { $0.equalCount },
  ]

  private static let group: Keys<GroupDiff> = [
    Key("name", .string, "their local name", null: "when they have none") { $0.name },
    Key("companies", .list(.integer), "the companies of their manufacturer data") { $0.companies.map { Int($0) } },
    Key("services", .list(.uuid), "the services that they mention") { $0.services },
    Key("oldCount", .integer, "how many the old side has") { $0.oldCount },
    Key("newCount", .integer, "how many the new side has") { $0.newCount },
  ]

  // MARK: Devices

  private static let device: Keys<DeviceDiff> = [
    Key(
      "matchedBy", .word(DeviceMatch.self), "`address`, `key`, `layout`, `name`, `payload` or `only`",
      null: "when the device is gone or new"
    ) { $0.match },
    Key("old", .object(side), "the device on the old side", null: "when it is new") { $0.old },
    Key("new", .alike(side), "the device on the new side; its keys are those of `old`", null: "when it is gone") {
      $0.new
    },
    Key("differences", .list(.object(DifferenceKeys.keys)), "what differs; empty for a device that is gone or new") {
      $0.differences
    },
    Key("varying", .list(.object(varying)), "fields whose values vary on a side, so that they make no difference") {
      $0.varying
    },
    Key("unknown", .list(.object(gap)), "blocks that one side does not know, or not in full, and so were not compared")
    { $0.gaps },
  ]

  private static let side: Keys<DiffDevice> = [
    Key("path", .string, "the input that has it first") { $0.path },
    Key("address", .address, "its first address", null: "for declared layouts, and when it is not known") {
      $0.address
    },
    Key(
      "addressType", .word(DeviceAddress.Kind.self), "the kind of address, known or declared",
      null: "for declared layouts that state none"
    ) { $0.addressKind },
    Key("name", .string, "the local name", null: "when none was seen") { $0.name },
    Key("layoutName", .string, "the name of a declared layout", null: "when it has none") { $0.layoutName },
    Key(
      "origin", .word(Advertiser.Origin.self), "`air` or `host`, as in `inspect`",
      null: "for declared layouts"
    ) { device in device.address.map { _ in device.isHost ? .host : .air } },
    Key("advertisements", .integer, "advertisements received") { $0.advertisements },
    Key("scanResponses", .integer, "scan responses received") { $0.scanResponses },
    Key("rssi", .object(strength), "signal strength in dBm", null: "when none was measured") { $0.strength },
    Key("interval", .object(interval), "the advertising interval", null: "when it is not known") { $0.interval },
    Key("doubts", .list(.object(DoubtKeys.doubt)), "the parts of its layouts that are not certain; empty when all are")
    {
      $0.doubts
    },
  ]

  private static let strength: Keys<DiffStrength> = [
    Key("min", .integer, "the weakest") { Int($0.min) },
    Key("median", .integer, "the median") { Int($0.median) },
    Key("max", .integer, "the strongest") { Int($0.max) },
  ]

  private static let interval: Keys<DiffInterval> = [
    Key(
      "estimateMs", .milliseconds, "the estimate from the gaps, in milliseconds",
      null: "when it is declared or set by the host"
    ) { $0.samples == nil ? nil : $0.range.lowerBound },
    Key("samples", .integer, "gaps that the estimate rests on", null: "when it is declared or set by the host") {
      $0.samples
    },
    Key(
      "minimumMs", .milliseconds, "the shortest interval that is declared or set, in milliseconds",
      null: "for an estimate"
    ) { $0.samples == nil ? $0.range.lowerBound : nil },
    Key("maximumMs", .milliseconds, "the longest", null: "for an estimate") {
      $0.samples == nil ? $0.range.upperBound : nil
    },
  ]

  private static let varying: Keys<VaryingOctets> = [
    Key("field", .alike(DifferenceKeys.field), "the field; its keys are those of `differences[].old`") { $0.field },
    Key(
      "octets", .list(.alike(DifferenceKeys.run)),
      "the bytes that vary, as in `differences[].octets`; empty when only the length does"
    ) { DifferenceKeys.places($0.octets, in: $0.field) },
    Key("oldValues", .integer, "different values on the old side") { $0.distinct.first ?? 0 },
    Key("newValues", .integer, "different values on the new side") { $0.distinct.last ?? 0 },
  ]

  private static let gap: Keys<DiffGap> = [
    Key(
      "reason", .words(["notObserved", "addedByHost"]),
      "`notObserved`: none was received; `addedByHost`: the program of a firmware image adds to it when it runs"
    ) { if case .addedByHost = $0 { "addedByHost" } else { "notObserved" } },
    Key("block", .word(Block.self), "the block") { gap in
      switch gap {
      case .scanResponseNotObserved: .scanResponse
      case .advertisingNotObserved: .advertising
      case .addedByHost(let block, _): block
      }
    },
    Key("side", .words(["old", "new"]), "`old` or `new`") { gap in
      switch gap {
      case .scanResponseNotObserved(let isOld), .advertisingNotObserved(let isOld), .addedByHost(_, let isOld):
        isOld ? "old" : "new"
      }
    },
  ]
}
