internal import AdvertReading
internal import AdvertisingData

/// Scans of Windows in C#: `BluetoothLEAdvertisementWatcher`.
///
/// Source: Microsoft's reference of Windows.Devices.Bluetooth.Advertisement: ScanningMode and AllowExtendedAdvertisements with
/// their defaults, BluetoothLEAdvertisementFilter (a filter is applied to one packet), and the offset of a byte pattern. Field
/// reports: all service UUIDs of a filter are needed (Timeular/noble-winrt #18).
struct WinRTScanReader {
  private let program: AppProgram
  private var expression: AppExpression
  private var scan: RequestedScan
  private var filter: RequestedScan.Filter
  private var isModeKnown = true

  private static let watcher = "BluetoothLEAdvertisementWatcher"

  /// The methods and members of a watcher that do not change what it finds.
  private static let plain: Set<String> = [
    "Start", "Stop", "Status", "Received", "Stopped", "MinSamplingInterval", "MaxSamplingInterval",
    "MinOutOfRangeTimeout", "MaxOutOfRangeTimeout", "Dispose", "ToString",
  ]

  static func read(_ program: AppProgram, into found: inout ScanFindings) {
    for making in program.makings(of: watcher) {
      guard found.hasRoom(for: program.tokens[making]) else { return }
      var reader = Self(program, making)
      reader.readWatcher(making)
      found.scans += reader.cases
    }
    if found.scans.isEmpty, let use = program.foreignUse(of: watcher, members: ["Start", "Add"]) {
      found.obstacles.append(
        SourceObstacle(program.tokens[use], "the file does not make the \(watcher) that it uses"))
    }
  }

  /// The scan, in both modes when the file does not say which.
  private var cases: [RequestedScan] {
    var scan = scan
    if !filter.conditions.isEmpty || !filter.unread.isEmpty { scan.filters = [filter] }
    guard !isModeKnown else { return [scan] }
    return [true, false].map { isPassive in
      scan.isPassive = isPassive
      scan.condition = "the ScanningMode is \(isPassive ? "Passive" : "Active")"
      return scan
    }
  }

  private init(_ program: AppProgram, _ making: Int) {
    self.program = program
    expression = AppExpression(program)
    let line = program.tokens[making].line
    scan = RequestedScan(.winRT, call: Self.watcher, line: line)
    scan.isLegacyOnly = true
    scan.isPassive = true
    filter = RequestedScan.Filter(line: line)
  }

  private mutating func readWatcher(_ making: Int) {
    do throws(SourceObstacle) {
      try program.checkNotOwn(Self.watcher, "BluetoothLEAdvertisementFilter", "BluetoothLEManufacturerData", "Guid")
      let object = try AppObject(madeAt: making, program, plain: Self.plain)
      if let given = object.arguments.first { try readFilter(given) }
      for change in object.changes { take(change) }
      for (path, obstacle) in object.doubts { take(obstacle, about: path) }
      guard object.name != nil else { throw SourceObstacle(program.tokens[making], "the watcher is passed on") }
    } catch {
      take(error, about: [])
    }
    // A filter is applied to each packet alone.
    if !scan.isPassive || !isModeKnown, filter.conditions.count > 1 {
      filter.unread.append(.init(line: filter.line, reason: "Windows needs all that a filter asks for in one packet"))
    }
  }

  /// Takes the reason why a part of the watcher, or all of it, is not read.
  private mutating func take(_ obstacle: SourceObstacle, about path: [String]) {
    let part = path.first
    if part == nil || part == "AdvertisementFilter" {
      scan.unreadFilters.append(.init(obstacle))
    } else {
      scan.unreadSettings.append(.init(obstacle))
    }
    if part == nil || part == "ScanningMode" { isModeKnown = false }
    if part == nil || part == "AllowExtendedAdvertisements" { scan.isLegacyOnly = nil }
  }

  private mutating func take(_ change: AppObject.Change) {
    do throws(SourceObstacle) {
      try read(change, change.path)
    } catch {
      scan.unreadFilters.append(.init(error))
    }
  }

  private mutating func readFilter(_ value: Range<Int>) throws(SourceObstacle) {
    for change in try expression.object(value).changes { try read(change, ["AdvertisementFilter"] + change.path) }
  }

  /// Reads a change of a watcher. A setting that is not read leaves the filters as they are.
  private mutating func read(_ change: AppObject.Change, _ path: [String]) throws(SourceObstacle) {
    guard let value = change.arguments.first, change.arguments.count == 1 else {
      throw SourceObstacle(program.tokens[change.index], "\(path.joined(separator: ".")) is not read")
    }
    switch path.joined(separator: ".") {
    case "AdvertisementFilter": try readFilter(value)
    case "AdvertisementFilter.Advertisement":
      for change in try expression.object(value).changes {
        try read(change, ["AdvertisementFilter", "Advertisement"] + change.path)
      }
    case "ScanningMode":
      switch program.tokens[value.upperBound - 1].text {
      case "Active": scan.isPassive = false
      case "Passive": scan.isPassive = true
      default:
        isModeKnown = false
        leave(value, "the ScanningMode")
      }
    case "AllowExtendedAdvertisements":
      do throws(SourceObstacle) {
        scan.isLegacyOnly = !(try expression.isTrue(value))
      } catch {
        scan.isLegacyOnly = nil
        scan.unreadSettings.append(.init(error))
      }
    case "UseUncoded1MPhy", "UseCodedPhy", "UseHardwareFilter": leave(value, path[0])
    case "SignalStrengthFilter.InRangeThresholdInDBm":
      scan.exceptions.append("the signal is weaker than \(try expression.number(value)) dBm")
    case "SignalStrengthFilter": leave(value, "the SignalStrengthFilter")
    case let setting where setting.hasPrefix("SignalStrengthFilter."): break
    case "AdvertisementFilter.Advertisement.ServiceUuids.Add":
      filter.conditions.append(.service(try expression.uuid(value).uuid))
    case "AdvertisementFilter.Advertisement.ManufacturerData.Add": try readManufacturerData(value)
    case "AdvertisementFilter.BytePatterns.Add": try readPattern(value)
    case "AdvertisementFilter.Advertisement.LocalName", "AdvertisementFilter.Advertisement.Flags",
      "AdvertisementFilter.Advertisement.DataSections.Add":
      filter.unread.append(
        .init(
          line: program.tokens[change.index].line,
          reason: "how Windows compares \(path.dropFirst(2).joined(separator: ".")) is not documented"))
    default: throw SourceObstacle(program.tokens[change.index], "\(path.joined(separator: ".")) is not read")
    }
  }

  private mutating func leave(_ value: Range<Int>, _ name: String) {
    scan.unreadSettings.append(
      .init(line: program.tokens[value.lowerBound].line, reason: "\(name) is not read: \(program.words(value))"))
  }

  private mutating func readManufacturerData(_ value: Range<Int>) throws(SourceObstacle) {
    let fields = try WinRTFields(value, ["CompanyId", "Data"], &expression)
    let octets = try fields.company(&expression)
    filter.conditions.append(.manufacturerData(UInt16(octets[0]) | UInt16(octets[1]) << 8, [], mask: nil))
    guard fields.has("Data") else { return }
    filter.unread.append(
      .init(
        line: program.tokens[value.lowerBound].line,
        reason: "whether manufacturer data must equal the Data, or begin so, is not documented"))
  }

  /// Reads a byte pattern at the beginning of manufacturer data or service data.
  private mutating func readPattern(_ value: Range<Int>) throws(SourceObstacle) {
    let fields = try WinRTFields(value, ["DataType", "Offset", "Data"], &expression)
    let type = try fields.type(&expression)
    let offset = fields.has("Offset") ? try expression.number(fields.value("Offset")) : 0
    let octets = try expression.octets(fields.value("Data"))
    guard offset == 0, octets.count >= 2 else {
      filter.unread.append(
        .init(line: program.tokens[value.lowerBound].line, reason: "a byte pattern inside of a section"))
      return
    }
    let number = UInt16(octets[0]) | UInt16(octets[1]) << 8
    switch type {
    case 0xFF: filter.conditions.append(.manufacturerData(number, Array(octets.dropFirst(2)), mask: nil))
    case 0x16:
      filter.conditions.append(.serviceData(BluetoothUUID(UInt32(number)), Array(octets.dropFirst(2)), mask: nil))
    default:
      filter.unread.append(
        .init(line: program.tokens[value.lowerBound].line, reason: "a byte pattern for another section"))
    }
  }
}
