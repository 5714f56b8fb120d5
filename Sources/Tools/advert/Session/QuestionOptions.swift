internal import AdvertManifest
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData
internal import ArgumentParser
internal import AssignedNumbers

/// The questions of `reach` about a device, besides those of services.
struct QuestionOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp("Is the device delivered with this name? * and ? stand for characters.", valueName: "name"))
  var name: [String] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Is it delivered with service data like these? Hex of their beginning and of a mask may follow the service.",
      valueName: "uuid|name[=hex[/mask]]"), transform: DataQuestion.init(serviceData:))
  var serviceData: [DataQuestion] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The same for manufacturer data: 0x004c=0215. The company is hexadecimal.", valueName: "company[=hex[/mask]]"),
    transform: DataQuestion.init(manufacturerData:))
  var manufacturerData: [DataQuestion] = []

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Does it fit what a Home Assistant integration waits for? Its manifest.json, or a list of its matchers.",
      valueName: "file"), completion: .file(extensions: ["json"]))
  var matching: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Does this app find it? A program whose scans say what it asks for, or - for lines from standard input. Also "
        + "its AndroidManifest.xml.",
      valueName: "file"), completion: .file())
  var app: [String] = []

  /// The questions about data, those of services first.
  var data: [DataQuestion] { serviceData + manufacturerData }
}

extension DataQuestion {
  /// `fcd2`, `fcd2=40`, `feaa=40/f0`.
  fileprivate init(serviceData text: String) throws {
    let (subject, rest) = Self.parts(text)
    try self.init(.service(BluetoothUUID(ofService: subject)), rest)
  }

  /// `0x004c`, `004c=0215`, `0x004c=0215/ffff`. A number that could be decimal as well is refused.
  fileprivate init(manufacturerData text: String) throws {
    let (subject, rest) = Self.parts(text)
    let isMarked = subject.lowercased().hasPrefix("0x")
    let digits = isMarked ? subject.dropFirst(2) : subject[...]
    guard isMarked || digits.utf8.count == 4, digits.utf8.first != UInt8(ascii: "+"),
      let number = UInt16(digits, radix: 16)
    else {
      throw ValidationError(
        "expected a company as Bluetooth writes it, in four hexadecimal digits such as 004c or 0x004c, found "
          + HostileText.quoted(subject) + (Self.suggestion(for: String(subject)) ?? ""))
    }
    try self.init(.manufacturer(number), rest)
  }

  /// Returns a company whose name begins so.
  private static func suggestion(for name: String) -> String? {
    let part = name.lowercased()
    guard !part.isEmpty else { return nil }
    for number in UInt16.min...UInt16.max {
      guard let company = CompanyIdentifiers.name(of: number), company.lowercased().hasPrefix(part) else { continue }
      return "; did you mean \(HexDigits.number(number, octets: 2)) (\(company))?"
    }
    return nil
  }

  private static func parts(_ text: String) -> (subject: String, data: String?) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    return (String(parts[0]), parts.count > 1 ? String(parts[1]) : nil)
  }

  private init(_ subject: Subject, _ data: String?) throws {
    let parts = (data ?? "").split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let octets = try? parts.map { try $0.isEmpty ? [] : HexText.octets(of: $0) }
    guard let octets,
      let question = DataQuestion(subject, beginning: octets.first ?? [], mask: octets.count > 1 ? octets[1] : nil)
    else { throw ValidationError("expected hex, and a mask of the same length behind a /") }
    self = question
  }
}
