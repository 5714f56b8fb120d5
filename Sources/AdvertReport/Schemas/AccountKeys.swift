internal import AdvertScan

/// The keys of what programs tell of devices in values.
enum AccountKeys {
  /// Of a command without `--matching`.
  static let account = account(devices)

  /// Of one with it.
  static let accountWithMatchers = account(
    devices + [
      DescribedKey(
        "matchers", .list(.object(fits)), "those of `--matching`", absent: "without `--matching`")
    ])

  private static func account(_ devices: [DescribedKey]) -> [DescribedKey] {
    [
      DescribedKey("path", .string, "the input"),
      DescribedKey(
        "origin", .words(HostAccount.Origin.words),
        "`homeAssistant`: a download of its diagnostics; `log`: lines of a log"),
      DescribedKey("version", .string, "of Home Assistant", null: "for a log, and when the download does not have it"),
      DescribedKey("lines", .integer, "lines of a log with values", null: "for a download"),
      DescribedKey("scanners", .list(.object(scanners)), "adapters, and what hears elsewhere"),
      DescribedKey("devices", .list(.object(devices)), "the devices that are wanted"),
    ]
  }

  private static let modes = HostAccount.Mode.allCases.map { $0.rawValue }
  private static let untold = "when the input does not say it"

  private static let scanners: [DescribedKey] = [
    DescribedKey("name", .string, "its name"),
    DescribedKey("source", .string, "what devices name it by: its address, mostly"),
    DescribedKey("mode", .words(modes), "how it scans at the moment", null: untold),
    DescribedKey("requestedMode", .words(modes), "how it is set up to scan", null: untold),
    DescribedKey("scanning", .boolean, "whether it listens at the moment", null: untold),
    DescribedKey("connectable", .boolean, "whether Home Assistant can connect through it", null: untold),
    DescribedKey("devices", .integer, "how many devices it has"),
    DescribedKey("silentFor", .number, "seconds before the download in which it heard nothing", null: untold),
  ]

  private static let devices: [DescribedKey] = [
    DescribedKey("advertiser", .address, "the address"),
    DescribedKey("name", .string, "the local name", null: "when none is known"),
    DescribedKey("services", .list(.string), "what the lists of services have, of both packets"),
    DescribedKey("serviceData", .list(.object(serviceData)), "of both packets"),
    DescribedKey("manufacturerData", .list(.object(manufacturerData)), "of both packets"),
    DescribedKey(
      "raw", .octets, "the bytes of both packets", null: "from an adapter of the host itself, and before 2025"),
    DescribedKey("connectable", .boolean, "whether a scanner that can connect heard it", null: untold),
    DescribedKey("mayBeMore", .boolean, "whether the device may have sent more, which the program leaves out"),
    DescribedKey("heardBy", .list(.object(hearings)), "who has it"),
    DescribedKey(
      "conclusion", .words(Offer.words),
      "`noScannerListens`; `notHeard`; `heard`: nothing was asked; `fits`: a matcher does; `lacks`: none does; `unknown`: what "
        + "none has may have been left out"),
    DescribedKey("sentence", .string, "the conclusion, for people"),
  ]

  private static let serviceData: [DescribedKey] = [
    DescribedKey("uuid", .string, "the service"), DescribedKey("data", .octets, "without the UUID"),
  ]

  private static let manufacturerData: [DescribedKey] = [
    DescribedKey("company", .integer, "the company"), DescribedKey("data", .octets, "without the company"),
  ]

  private static let hearings: [DescribedKey] = [
    DescribedKey("scanner", .integer, "position in `scanners`, from 0"),
    DescribedKey("rssi", .integer, "in dBm", null: untold),
    DescribedKey("age", .number, "seconds before the download", null: untold),
  ]

  private static let names: [DescribedKey] = [
    DescribedKey("integration", .string, "its `domain`", null: "when the file has none"),
    DescribedKey("number", .integer, "position in the list, from 1"),
  ]

  private static let fits: [DescribedKey] =
    names + [
      DescribedKey("fits", .boolean, "whether Home Assistant has all that it asks for"),
      DescribedKey("misses", .list(.string), "what it has not"),
    ]

  static let matchers: [DescribedKey] =
    names + [
      DescribedKey("connectable", .boolean, "whether a scanner that hears the device must be able to connect"),
      DescribedKey("verdicts", .list(.object(verdicts)), "one for each scanner"),
    ]

  private static let verdicts: [DescribedKey] = [
    DescribedKey("profile", .string, "the id of the scanner"),
    DescribedKey("verdict", .words(DocumentWords.verdicts), "the worst of its conditions"),
    DescribedKey("question", .object(ReachKeys.devicesAnswersQuestion), "that condition"),
    DescribedKey("reason", .string, "why"),
  ]
}
