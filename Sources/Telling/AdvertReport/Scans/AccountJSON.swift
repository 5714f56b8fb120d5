internal import AdvertCapture
internal import AdvertScan
internal import AdvertisingData

/// The document of a program's account of devices.
extension AccountReport {
  /// The keys of a command without `--matching`.
  static let keys = keys(device)

  /// The keys of a command with `--matching`.
  static let keysWithMatchers = keys([
    .all(device) { $0 },
    Key("matchers", .list(.object(fit)), "those of `--matching`", absent: "without `--matching`") { told in
      let matchers = told.report.matchers
      return matchers.isEmpty ? nil : matchers.map { (matcher: $0, device: told.device) }
    },
  ])

  /// A device, with its account.
  private typealias ReportedDevice = (report: AccountReport, device: HostAccount.Device)

  private static func keys(_ device: Keys<ReportedDevice>) -> Keys<AccountReport> {
    [
      Key("path", .string, "the input") { $0.path },
      Key(
        "origin", .words(HostAccount.Origin.words),
        "`homeAssistant`: a download of its diagnostics; `log`: lines of a log"
      ) { $0.known.origin.word },
      Key("version", .string, "of Home Assistant", null: "for a log, and when the download does not have it") {
        if case .homeAssistant(let version) = $0.known.origin { version } else { nil }
      },
      Key("lines", .integer, "lines of a log with values", null: "for a download") {
        if case .log(_, let lines) = $0.known.origin { lines } else { nil }
      },
      Key("scanners", .list(.object(scanner)), "adapters, and what hears elsewhere") { $0.known.scanners },
      Key("devices", .list(.object(device)), "the devices that are wanted") { report in
        report.devices.map { (report: report, device: $0) }
      },
    ]
  }

  private static let untold = "when the input does not say it"

  private static let scanner: Keys<HostAccount.Scanner> = [
    Key("name", .string, "its name") { $0.name },
    Key("source", .string, "what devices name it by: its address, mostly") { $0.source },
    Key("mode", .word(HostAccount.Mode.self), "how it scans at the moment", null: untold) { $0.mode },
    Key("requestedMode", .word(HostAccount.Mode.self), "how it is set up to scan", null: untold) { $0.requestedMode },
    Key("scanning", .boolean, "whether it listens at the moment", null: untold) { $0.isScanning },
    Key("connectable", .boolean, "whether Home Assistant can connect through it", null: untold) { $0.isConnectable },
    Key("devices", .integer, "how many devices it has") { $0.deviceCount },
    Key("silentFor", .number, "seconds before the download in which it heard nothing", null: untold) {
      possible($0.silence)
    },
  ]

  private static let device: Keys<ReportedDevice> = [
    .all(identity) { $0.device },
    .all(vendorData) { $0.report.described($0.device) },
    .all(reception) { $0.device },
    Key(
      "conclusion", .words(Offer.words),
      "`noScannerListens`; `notHeard`; `heard`: nothing was asked; `fits`: a matcher does; `lacks`: none does; `unknown`: what none has may have been left out"
    ) { $0.report.known.offer(of: $0.device, by: $0.report.matchers).word },
    Key("sentence", .string, "the conclusion, for people") { $0.report.sentence(for: $0.device) },
    Key(
      "likelyScanResponse", .object(likely), "what is likely in its scan response",
      null: "when what was heard does not show it"
    ) { told in told.device.contents.likelyDivision.map { (division: $0, told: told) } },
  ]

  private static let likely: Keys<(division: HeardContents.Division, told: ReportedDevice)> = [
    Key("name", .boolean, "whether the name is") { $0.division.scanResponse.hasName },
    Key("services", .list(.string), "those of the lists") {
      $0.division.scanResponse.services.sorted().map { $0.description }
    },
    Key("serviceData", .list(.string), "the services whose data are") {
      $0.division.scanResponse.serviceData.sorted().map { $0.description }
    },
    Key("companies", .list(.integer), "the companies whose data are") {
      $0.division.scanResponse.companies.sorted().map { Int($0) }
    },
    Key("because", .string, "what speaks for it, for people") {
      $0.told.report.words($0.division, of: $0.told.device)
    },
  ]

  private static let identity: Keys<HostAccount.Device> = [
    Key("advertiser", .address, "the address", null: "when the system or the log hides it") {
      $0.identifier == nil && $0.line == nil ? $0.address : nil
    },
    Key("identifier", .string, "what Apple's systems call it by", null: "when there is an address") {
      $0.identifier?.description
    },
    Key("name", .string, "the local name", null: "when none is known") { $0.values.name },
    Key("services", .list(.string), "what the lists of services have, of both packets") {
      $0.values.services.map { $0.description }
    },
  ]

  private static let reception: Keys<HostAccount.Device> = [
    Key("raw", .octets, "the bytes of both packets", null: "from an adapter of the host itself, and before 2025") {
      $0.raw
    },
    Key("connectable", .boolean, "whether a scanner that can connect heard it", null: untold) { $0.isConnectable },
    Key("mayBeMore", .boolean, "whether the device may have sent more, which the program leaves out") {
      $0.values.mayBeMore
    },
    Key("heardBy", .list(.object(hearing)), "who has it") { $0.hearings },
  ]

  private static let vendorData: Keys<HeardDescription> = [
    Key("serviceData", .list(.object(serviceData)), "of both packets") { $0.serviceData },
    Key("manufacturerData", .list(.object(manufacturerData)), "of both packets") { $0.manufacturerData },
  ]

  private static let serviceData: Keys<HeardDescription.Datum<BluetoothUUID>> = [
    Key("uuid", .string, "the service") { $0.owner.description },
    Key("data", .octets, "without the UUID", null: notRead) { $0.data },
    Key("decoded", .decoded, decoded, null: tooLong) { $0.structure },
  ]

  private static let manufacturerData: Keys<HeardDescription.Datum<UInt16>> = [
    Key("company", .integer, "the company") { Int($0.owner) },
    Key("data", .octets, "without the company", null: notRead) { $0.data },
    Key("decoded", .decoded, decoded, null: tooLong) { $0.structure },
  ]

  private static let decoded = "the fields, as `decode` has them"
  private static let notRead = "when the input names them without their bytes"
  private static let tooLong = "for more bytes than an AD structure holds, and without any"

  private static let hearing: Keys<HostAccount.Hearing> = [
    Key("scanner", .integer, "position in `scanners`, from 0") { $0.scanner },
    Key("rssi", .integer, "in dBm", null: untold) { $0.rssi },
    Key("age", .number, "seconds before the download", null: untold) { possible($0.age) },
  ]

  private static let fit: Keys<(matcher: IntegrationMatcher, device: HostAccount.Device)> = [
    .all(SharedKeys.matcher) { $0.matcher },
    Key("fits", .boolean, "whether Home Assistant has all that it asks for") {
      unmet($0.matcher, by: $0.device).isEmpty
    },
    Key("misses", .list(.string), "what it has not") { unmet($0.matcher, by: $0.device).map { $0.words } },
  ]

  private static func unmet(_ matcher: IntegrationMatcher, by device: HostAccount.Device) -> [IntegrationMatcher
    .Condition]
  { matcher.unmet(by: device.values, isConnectable: device.isConnectable ?? true) }

  /// Returns a possible number of seconds: a file may contain any number.
  private static func possible(_ seconds: Double?) -> Double? {
    seconds.flatMap { $0.magnitude < 1e12 ? $0 : nil }
  }
}
