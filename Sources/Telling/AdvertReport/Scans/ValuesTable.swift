internal import AdvertCapture
package import AdvertObservation
package import AdvertScan
internal import AdvertisingData

/// The devices of one input that a log or Home Assistant has in values, for a page.
package struct ValuesTable: Sendable {
  /// As the user named the input.
  package let path: String
  /// The number of devices.
  package let count: Int
  /// The number of devices without any bytes.
  package let onlyInValues: Int
  /// The titles of the columns.
  package let titles: [String]
  /// The cells of each device, as far as rows are shown.
  package let rows: [[String]]
  /// The facts that values do not show, in a sentence.
  package let doubt: String

  /// The tables of a run.
  ///
  /// - Parameter withBytes: the labels of an input's devices that also have bytes.
  package static func all(of run: InspectRun, _ keys: DataKeys, withBytes: (_ path: String) -> Set<String>) -> [Self] {
    run.accounts.compactMap { path, known in
      let devices = run.devices(of: known)
      guard !devices.isEmpty else { return nil }
      let report = AccountReport(
        path: path, known: known, devices: devices, choosesDevices: !run.devices.isEmpty, matchers: [], dataKeys: keys)
      let (columns, rows) = report.table(of: devices)
      let others = withBytes(path)
      let source = known.whoHasBytes.map { ": \($0) has the bytes" } ?? ""
      return ValuesTable(
        path: path, count: devices.count, onlyInValues: devices.count { !others.contains($0.label) },
        titles: columns.map { $0.title == "RSSI" ? $0.title : $0.title.lowercased().capitalizedFirst }, rows: rows,
        doubt: "Values do not show which of the two packets has them" + source + ".")
    }
  }
}
