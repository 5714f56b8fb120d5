internal import AdvertRepack
internal import AdvertScan
internal import AdvertisingData

/// Which scanners discover a service before and after, for people: a row for each scanner, a column for each layout.
struct ScannerMatrix {
  let layouts: [(title: String, layout: Layout)]
  let profiles: [ScannerProfile]

  func lines(_ style: TextStyle) -> [String] {
    let services = Set(layouts.flatMap { $0.layout.blocks }.flatMap(\.payload.listedServices)).sorted()
    // Services that every scanner sees alike share a table.
    var tables: [(services: [BluetoothUUID], rows: [[String]])] = []
    for service in services {
      let rows = rows(for: service)
      if let known = tables.firstIndex(where: { $0.rows == rows }) {
        tables[known].services.append(service)
      } else {
        tables.append(([service], rows))
      }
    }
    return tables.flatMap { services, rows -> [String] in
      let names = services.map { String(describing: $0) }.joined(separator: ", ")
      var table = TextTable([("SCANNER", .left)] + layouts.map { ($0.title, .left) })
      for row in rows { table.add(row) }
      return ["Who discovers \(services.count == 1 ? "service" : "services") \(names):"] + table.lines(style)
    }
  }

  private func rows(for service: BluetoothUUID) -> [[String]] {
    profiles.map { profile in
      [HostileText.visible(profile.name)]
        + layouts.map { VerdictWord(profile.verdict(on: $0.layout, for: .service(service))).word }
    }
  }
}
