package import AdvertBuilders
package import AdvertReading
package import AdvertScan
internal import AdvertisingData

/// A known fault of a version that a question of `reach` is about: that of a program's library, or of a scanner.
package struct ReachFault: Hashable, Sendable {
  /// The library with its version, or the id of the scanner: `ArduinoBLE 1.3.1`, `macos@12.2`.
  let subject: String
  let fault: VersionFault

  /// A library that scans, with the versions that its project allows.
  package struct ScanningLibrary: Sendable {
    /// The id of the library's faults.
    package let id: String
    let name: String
    let versions: [VersionRange]

    /// - Parameter versions: returns the versions of a library by the id of its faults.
    package init?(_ library: RequestedScan.Library, versions: (String) -> [VersionRange]) {
      let name = library == .noble ? "@stoprocent/noble" : library == .tinyGo ? "tinygo.org/x/bluetooth" : library.name
      guard let id = FaultTable.id(named: name) else { return nil }
      (self.id, self.name, self.versions) = (id, library.name, versions(id))
    }
  }

  /// Returns the faults of the stacks that make the layouts of inputs, as far as the version is stated, those of scanners that
  /// were asked for by their version, and those of libraries that scan.
  package static func all(
    of inputs: [Input], _ profiles: [ScannerProfile], _ libraries: [ScanningLibrary] = []
  ) -> [ReachFault] {
    let ofStacks = inputs.flatMap { $0.layouts }.compactMap { $0.stackBuild }.flatMap { build in
      build.knownFaults.map { ReachFault(subject: build.stack, fault: $0) }
    }
    let ofScanners = profiles.flatMap { profile -> [ReachFault] in
      guard let at = profile.id.firstIndex(of: "@"), let period = profile.period,
        let range = VersionRange(">=\(period.first),<=\(period.last)")
      else { return [] }
      return FaultTable.known(of: String(profile.id[..<at]), range).map { ReachFault(subject: profile.id, fault: $0) }
    }
    let ofLibraries = libraries.flatMap { library in
      library.versions.flatMap { range in
        FaultTable.known(ofScansBy: library.id, range).map {
          ReachFault(subject: "\(library.name) \(range.words.drop { $0 == "=" })", fault: $0)
        }
      }
    }
    return (ofStacks + ofScanners + ofLibraries).withoutRepeats
  }

  /// The fault as lines of text.
  func lines(_ style: TextStyle) -> [String] {
    listItem("\(subject): \(fault.symptom); fix: \(fault.remedy) (\(fault.source))", style)
  }

  static let keys: Keys<ReachFault> = [
    Key("subject", .string, "the library with its version, or the id of the scanner") { $0.subject },
    Key("versions", .string, "the versions with the fault") { $0.fault.versions },
    Key("effect", .string, "what happens") { $0.fault.symptom },
    Key("fix", .string, "what to do") { $0.fault.remedy },
    Key("source", .string, "the commit, the file or the thread that shows it") { $0.fault.source },
  ]
}
