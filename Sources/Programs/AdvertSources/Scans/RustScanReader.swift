internal import AdvertReading
internal import AdvertisingData

/// Scans of btleplug in Rust: `start_scan` with a `ScanFilter`.
///
/// Source: btleplug 0.11.8, src/api/mod.rs and the adapters of BlueZ, CoreBluetooth and Windows.
enum RustScanReader {
  static func read(_ program: ScriptProgram, into found: inout ScanFindings) {
    var values = ScanValueReader(program, nameMark: ":", isCompiled: true) { name, use throws(SourceObstacle) in
      try program.constant(name, at: use)
    }
    for index in program.places["start_scan"] ?? []
    where program.isMember(index) && program.tokens[index + 1].isMark("(") {
      guard found.hasRoom(for: program.tokens[index]) else { return }
      var scan = RequestedScan(.btleplug, call: "start_scan", line: program.tokens[index].line)
      do throws(SourceObstacle) {
        guard let filter = values.arguments(index + 1).first?.value else {
          throw SourceObstacle(program.tokens[index], "start_scan without a filter")
        }
        try take(filter, &scan)
      } catch {
        scan.unreadFilters.append(.init(error))
      }
      found.scans.append(scan)
    }
  }

  /// Takes `ScanFilter::default()` or `ScanFilter { services: vec![…] }`: one service is enough, but on Windows.
  private static func take(_ filter: ScanValue, _ scan: inout RequestedScan) throws(SourceObstacle) {
    switch filter.content {
    case .call("default", let arguments) where arguments.isEmpty: return
    case .call("ScanFilter", let fields):
      for field in fields {
        guard field.name == "services" else {
          throw SourceObstacle(field.value.line, "\(field.name ?? "a field") is not read")
        }
        let services = try field.value.list()
        for service in services { scan.take(service) { one throws(SourceObstacle) in [.service(try one.rustUUID())] } }
        if services.count > 1 { scan.exceptions.append("Windows runs the scan, which needs all of the services") }
      }
    default: throw filter.refusal("a ScanFilter")
    }
  }
}
