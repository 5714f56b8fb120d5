internal import AdvertReading
internal import AdvertisingData

/// Scans of CoreBluetooth in Swift and Objective-C: `scanForPeripherals(withServices:options:)`. One of the services is
/// enough.
///
/// Source: Apple's documentation of `scanForPeripherals(withServices:options:)`.
enum CoreBluetoothScanReader {
  private static let name = "scanForPeripherals"
  private static let longName = "scanForPeripheralsWithServices"
  /// The option with which a device need not list a service, if it solicits one.
  fileprivate static let solicited = "CBCentralManagerScanOptionSolicitedServiceUUIDsKey"

  static func read(_ program: AppProgram, into found: inout ScanFindings) {
    for index in program.places[name] ?? [] where program.isMark(index + 1, "(") && !program.isFunction(index) {
      guard let first = program.parts(index + 1).first, program.isWord(first.lowerBound, "withServices"),
        program.isMark(first.lowerBound + 1, ":")
      else { continue }
      guard found.hasRoom(for: program.tokens[index]) else { return }
      var scan = RequestedScan(.coreBluetooth, call: name, line: program.tokens[index].line)
      let services = first.lowerBound + 2..<first.upperBound
      if !(services.count == 1 && program.isWord(services.lowerBound, "nil")) {
        do throws(SourceObstacle) {
          try program.checkNotOwn("CBUUID", "UUID")
          var values = CoreBluetoothValues(program, call: index)
          try scan.take(try values.services(services), line: program.tokens[services.lowerBound].line)
        } catch {
          scan.unreadFilters.append(.init(error))
        }
      }
      scan.noteSolicited(in: program)
      found.scans.append(scan)
    }
  }

  static func read(_ program: CProgram, into found: inout ScanFindings) {
    for index in program.places[longName] ?? [] {
      guard let message = ObjectiveCReader.message(around: index, program) else { continue }
      guard found.hasRoom(for: program.tokens[index]) else { return }
      var scan = RequestedScan(.coreBluetooth, call: longName, line: program.tokens[index].line)
      // The argument ends before the next part of the selector.
      var end = index + 2
      while end < message.upperBound - 1,
        !(program.tokens[end].isWord("options") && program.tokens[end + 1].isMark(":"))
      {
        end = program.placeBehind(end)
      }
      let services = program.tokens[index + 2..<end]
      if !(services.count == 1 && services.first?.isWord("nil") ?? false) {
        do throws(SourceObstacle) {
          var values = ObjectiveCValues(program, at: index)
          var uuids: [SourceUUID] = []
          for part in try values.array(services) { uuids.append(try values.uuid(part)) }
          try scan.take(uuids, line: program.tokens[index].line)
        } catch {
          scan.unreadFilters.append(.init(error))
        }
      }
      scan.noteSolicited(in: program)
      found.scans.append(scan)
    }
  }
}

extension RequestedScan {
  /// Notes the option for solicited services, which is not read.
  fileprivate mutating func noteSolicited(in program: some TokenProgram) {
    guard let option = program.places[CoreBluetoothScanReader.solicited]?.first else { return }
    unreadFilters.append(Unread(line: program.tokens[option].line, reason: "an option for solicited services"))
  }

  /// Takes services of which one is enough.
  fileprivate mutating func take(_ uuids: [SourceUUID], line: Int) throws(SourceObstacle) {
    guard !uuids.isEmpty else { throw SourceObstacle(line, "what a scan for an empty list finds is not documented") }
    filters += uuids.map { Filter(line: line, [.service($0.uuid)]) }
  }
}
