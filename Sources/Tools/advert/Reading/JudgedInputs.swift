internal import AdvertLint
internal import AdvertManifest
internal import AdvertObservation
internal import AdvertReading
internal import AdvertScan
internal import AdvertisingData

/// The judging of inputs, for the commands that judge.
extension Inputs {
  /// Returns the inputs; those with expectations of their own also have those of the command line.
  ///
  /// - Parameters:
  ///   - services: those that must be in the advertising data.
  ///   - scanners: those that must discover the devices; those of the manifests when it is empty.
  ///   - demand: the time within which they must; that of the manifests when it is `nil`.
  func judged(
    expecting services: [BluetoothUUID], by scanners: [ScannerProfile], _ demand: DiscoveryDemand? = nil
  ) -> [Input] {
    list.map { input in
      var input = input
      guard var own = input.expectations else { return input }
      own.services = services + own.services.filter { !services.contains($0) }
      own.devices = devices
      own.choosesLayouts = true
      if !scanners.isEmpty { own.scanners = scanners }
      if let demand { own.discovery = demand }
      input.expectations = own
      return input
    }
  }

  /// The settings of the inputs that have expectations of their own, by path.
  var ownSettings: [String: LintSettings] {
    Dictionary(manifests.map { ($0.path, $0.settings) }) { $1 }
  }

  /// Returns the scanners: those of the command line, those that matter to the manifests, or all.
  func profiles(_ named: [ScannerProfile]) throws(CommandFailure) -> [ScannerProfile] {
    guard named.isEmpty else { return named }
    let manifests = [neededConfiguration].compactMap(\.self) + manifests
    let ids = Set(manifests.flatMap(\.manifest.profiles).map(\.id))
    let scanners = KnownScanners(manifests)
    return ids.isEmpty ? try scanners.all() : try scanners.known().filter { ids.contains($0.id) }
  }
}
