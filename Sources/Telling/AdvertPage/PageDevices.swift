internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// A device or declared layout of a page, with all its results.
struct PageDevice {
  /// The number, counting from 1 in the order of the page.
  let number: Int
  /// The position of its input.
  let input: Int
  /// The path, as the user named the input.
  let path: String
  /// The advertiser; `nil` for a declared layout.
  let advertiser: Advertiser?
  /// The declared layout; `nil` for a captured device.
  let declared: DeclaredLayout?
  let hiddenServices: [HiddenService]
  /// The findings, the worst first.
  let findings: [Finding]
  /// The subject; `nil` when it has no findings.
  let subject: Subject?
  /// The device in the run about scanners; `nil` when the user asks for services that it does not mention.
  let reach: ReachRun.Device?

  /// The receptions of the device over time; `nil` for a declared layout, and when they were not collected.
  var series: DeviceSeries?
  /// The best way to send it; `nil` when that was not computed.
  var repacking: RepackRun.Result?

  /// The layout to pack: of several the most frequent one.
  var layoutToPack: RepackSource? {
    if let advertiser { return RepackSource(mostSeenOf: advertiser, path: path) }
    return declared.map { RepackSource($0, path: path) }
  }

  /// The anchor of its section, which those of its findings and plots extend: made of the address or the layout's name, so that a link stays right
  /// when the page is made again.
  fileprivate(set) var anchor = ""
  /// Whether another device of the page is called the same.
  fileprivate(set) var sharesTitle = false

  /// The title, with the address where others have the same.
  var label: String {
    guard sharesTitle else { return title }
    if let advertiser, isNamed { return "\(title), \(advertiser.address)" }
    return "\(title) (\(number))"
  }

  /// The title, for people: its name, or that of a declared layout, or its address.
  var title: String {
    // Blanks alone would be a link that is not seen.
    if let name { return name.allSatisfy { $0 == " " } ? HostileText.quoted(name) : HostileText.visible(name) }
    if let advertiser { return AdvertiserDescription(advertiser).addressWords }
    return declared?.place.map { "layout in line \($0.line)" } ?? "layout"
  }

  private var name: String? {
    let name = advertiser.map { $0.name?.withoutPadding } ?? declared?.name ?? declared?.deviceName?.withoutPadding
    return name?.isEmpty == true ? nil : name
  }

  var isNamed: Bool { name != nil }

  /// The rank in a table: 3 with an error or a hidden service, 2 with a warning, 1 with a note, else 0.
  var rank: Int { PageDevices.rank(findings, hidesServices: !hiddenServices.isEmpty) }

  /// Each layout, with its number of receptions.
  var layouts: [ObservedLayout] { advertiser?.layouts ?? [] }
}

extension PageDevice {
  /// `device-f0f1f2f3f4f5`, `layout-helmet`; `device-7` without an address that is known.
  fileprivate var plainAnchor: String {
    if let advertiser {
      guard advertiser.address.isKnown else { return "device-\(number)" }
      let address = advertiser.address.description.lowercased().filter { $0.isHexDigit }
      return "device-" + (address.isEmpty ? "\(number)" : address)
    }
    let words = (declared?.name ?? "").lowercased().split { !($0.isASCII && ($0.isLetter || $0.isNumber)) }
    return "layout-" + (words.isEmpty ? "\(number)" : words.joined(separator: "-"))
  }
}

/// The devices of the inputs of a page: the most important first, and the number of all.
struct PageDevices {
  /// The most rows of a table.
  static let maximumRows = 1000

  /// The listed devices.
  var listed: [PageDevice] = []
  /// The number of all devices.
  private(set) var count = 0
  /// The number of all devices with a hidden service.
  private(set) var hiding = 0
  /// The number of judged devices with findings of each rank.
  private(set) var ranks = [0, 0, 0, 0]

  /// The place of a device in the order: the worst first, of equals the busiest, then in the order of the inputs.
  private struct Place: Comparable {
    let rank: Int
    let reports: Int
    let input: Int
    let position: Int

    static func < (one: Self, other: Self) -> Bool {
      (other.rank, other.reports, one.input, one.position) < (one.rank, one.reports, other.input, other.position)
    }
  }

  init(_ inputs: [Input], _ inspection: InspectRun, _ lint: LintRun, _ reach: ReachRun) {
    let selectors = DeviceSelectors(inspection.devices)
    var places: [Place] = []
    let captures = Self.captures(inputs, inspection)
    var silent: [Int: Set<ReachKey>] = [:]
    if !reach.asked.isEmpty {
      for (input, file) in reach.inputs.enumerated() { silent[input] = Set(file.devices.map(ReachKey.init)) }
    }
    func isLeftOut(_ advertiser: Advertiser, _ input: Int) -> Bool {
      silent[input].map { !$0.contains(ReachKey(advertiser)) } ?? false
    }
    for index in inputs.indices {
      let judged = lint.inputs[index].devices
      if let capture = captures[index] {
        var position = 0
        inspection.forEachDevice(of: capture) { device in
          defer { position += 1 }
          guard !isLeftOut(device.advertiser, index) else { return }
          let findings = judged.indices.contains(position) ? judged[position].findings : []
          let isHiding = !device.hiddenServices.isEmpty
          note(findings, isHiding)
          let rank = Self.rank(findings, hidesServices: isHiding)
          // Notes on the phone that recorded do not come before the devices that it heard.
          let isLess = device.advertiser.origin == .host && rank == 1
          places.append(
            Place(
              rank: isLess ? 0 : rank,
              reports: device.advertiser.advertisements + device.advertiser.scanResponses, input: index,
              position: position))
        }
      } else {
        for (position, device) in judged.enumerated() {
          let isHiding =
            reach.inputs[index].devices.indices.contains(position)
            && !reach.hiddenServices(of: reach.inputs[index].devices[position]).isEmpty
          note(device.findings, isHiding)
          places.append(
            Place(
              rank: Self.rank(device.findings, hidesServices: isHiding), reports: 0, input: index, position: position))
        }
      }
    }
    places.sort()
    let shown = places.prefix(Self.maximumRows)
    var numbers: [Int: [Int: Int]] = [:]
    for (number, place) in shown.enumerated() { numbers[place.input, default: [:]][place.position] = number + 1 }
    var devices: [PageDevice] = []
    for (index, input) in inputs.enumerated() {
      guard let wanted = numbers[index] else { continue }
      devices += Self.devices(of: input, at: index, wanted, captures[index], inspection, lint, reach, selectors)
    }
    listed = devices.sorted { $0.number < $1.number }
    nameApart()
  }

  /// Gives each device an anchor that no other has, and notes those that are called the same.
  private mutating func nameApart() {
    var anchors: [String: Int] = [:]
    var titles: [String: Int] = [:]
    for device in listed { titles[device.title, default: 0] += 1 }
    for position in listed.indices {
      let anchor = listed[position].plainAnchor
      anchors[anchor, default: 0] += 1
      let times = anchors[anchor] ?? 1
      listed[position].anchor = times == 1 ? anchor : "\(anchor)-\(times)"
      listed[position].sharesTitle = titles[listed[position].title] != 1
    }
  }

  /// The key that finds an advertiser among the devices of a run about scanners.
  private struct ReachKey: Hashable {
    let address: DeviceAddress?
    let adapter: UInt16
    let isHost: Bool

    init(_ device: ReachRun.Device) {
      (address, adapter, isHost) = (device.address, device.adapter, device.isHost)
    }

    init(_ advertiser: Advertiser) {
      (address, adapter, isHost) = (advertiser.address, advertiser.adapter, advertiser.origin == .host)
    }
  }

  private static func devices(
    of input: Input, at index: Int, _ wanted: [Int: Int], _ capture: InspectRun.Capture?, _ inspection: InspectRun,
    _ lint: LintRun, _ reach: ReachRun, _ selectors: DeviceSelectors
  ) -> [PageDevice] {
    let judged = lint.inputs[index].devices
    var devices: [PageDevice] = []
    guard let capture else {
      let asked = reach.inputs[index].devices
      // All runs have the same layouts in the same order.
      let layouts = input.layouts.filter { selectors.isEmpty || selectors.choose($0) }
      for (position, number) in wanted {
        let device = asked.indices.contains(position) ? asked[position] : nil
        devices.append(
          PageDevice(
            number: number, input: index, path: input.path, advertiser: nil,
            declared: layouts.indices.contains(position) ? layouts[position] : nil,
            hiddenServices: device.map { reach.hiddenServices(of: $0) } ?? [], findings: judged[position].findings,
            subject: judged[position].subject, reach: device))
      }
      return devices
    }
    var shown: [(device: InspectRun.Device, position: Int, number: Int)] = []
    var position = 0
    inspection.forEachDevice(of: capture) { device in
      if let number = wanted[position] { shown.append((device, position, number)) }
      position += 1
    }
    // The shown devices, among all devices with questions.
    let keys = Set(shown.map { ReachKey($0.device.advertiser) })
    var asked: [ReachKey: ReachRun.Device] = [:]
    for device in reach.inputs[index].devices {
      let key = ReachKey(device)
      if keys.contains(key), asked[key] == nil { asked[key] = device }
    }
    for (device, position, number) in shown {
      let found = judged.indices.contains(position) ? judged[position] : nil
      devices.append(
        PageDevice(
          number: number, input: index, path: input.path, advertiser: device.advertiser, declared: nil,
          hiddenServices: device.hiddenServices, findings: found?.findings ?? [], subject: found?.subject,
          reach: asked[ReachKey(device.advertiser)]))
    }
    return devices
  }

  /// Returns the captures of a run by the positions of their inputs.
  private static func captures(_ inputs: [Input], _ inspection: InspectRun) -> [Int: InspectRun.Capture] {
    let positions = inputs.indices.filter { inputs[$0].isCapture }
    return Dictionary(zip(positions, inspection.captures).map { ($0, $1) }) { first, _ in first }
  }

  private mutating func note(_ findings: [Finding], _ isHiding: Bool) {
    count += 1
    hiding += isHiding ? 1 : 0
    ranks[Self.rank(findings, hidesServices: false)] += 1
  }

  static func rank(_ findings: [Finding], hidesServices: Bool) -> Int {
    switch findings.map({ $0.severity }).max() {
    case .error: 3
    case .warning: hidesServices ? 3 : 2
    case .note: hidesServices ? 3 : 1
    case nil: hidesServices ? 3 : 0
    }
  }
}
