internal import AdvertReading
internal import AdvertisingData

/// Scans of BLESSED, which takes Android's filters and settings, or lists of services, names and addresses.
///
/// Source: blessed-android 44bba83, BluetoothCentralManager.java.
extension AndroidScanReader {
  /// The calls of BLESSED.
  static let blessed = [
    "scanForPeripherals", "scanForPeripheralsWithServices", "scanForPeripheralsWithNames",
    "scanForPeripheralsWithAddresses", "scanForPeripheralsUsingFilters",
  ]

  /// Reads a call of BLESSED. Each service, name or address is a filter; the settings are those of the only `setScanSettings`.
  mutating func readBlessed(_ name: String, _ arguments: [Range<Int>]) {
    if let list = arguments.first, name != "scanForPeripherals" {
      guard name != "scanForPeripheralsUsingFilters" else { return readFilters(list) }
      readElements(list) { part, expression throws(SourceObstacle) in
        switch name {
        case "scanForPeripheralsWithServices": return .service(try expression.uuid(part).uuid)
        case "scanForPeripheralsWithNames":
          return .namePart(String(decoding: try expression.text(part), as: UTF8.self), isPrefix: false)
        default:
          let text = String(decoding: try expression.text(part), as: UTF8.self)
          guard let address = DeviceAddress(text: text, type: .unstated) else { throw expression.refusal(part) }
          return .address(address)
        }
      }
    }
    let settings = (program.places["setScanSettings"] ?? []).filter { program.isMark($0 + 1, "(") }
    if settings.count > 1 {
      scan.isLegacyOnly = nil
      scan.unreadSettings.append(
        .init(line: program.tokens[settings[1]].line, reason: "setScanSettings is called several times"))
    } else if let setting = settings.first, let argument = program.parts(setting + 1).first {
      readSettings(argument)
    }
  }

  /// Reads a list of which each element is a filter with one condition.
  private mutating func readElements(
    _ range: Range<Int>,
    _ condition: (Range<Int>, inout AppExpression) throws(SourceObstacle) -> RequestedScan.Condition
  ) {
    do throws(SourceObstacle) {
      for part in try elements(range) {
        let line = program.tokens[part.lowerBound].line
        do throws(SourceObstacle) {
          scan.filters.append(RequestedScan.Filter(line: line, [try condition(part, &expression)]))
        } catch {
          scan.unreadFilters.append(.init(error))
        }
      }
    } catch {
      scan.unreadFilters.append(.init(error))
    }
  }
}
