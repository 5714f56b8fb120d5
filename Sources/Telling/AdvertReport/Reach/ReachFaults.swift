internal import AdvertBuilders
internal import AdvertReading
package import AdvertScan
internal import AdvertisingData

/// A known fault of a version that a question of `reach` is about: that of a program's library, or of a scanner.
package struct ReachFault: Hashable, Sendable {
  /// The library with its version, or the id of the scanner: `ArduinoBLE 1.3.1`, `macos@12.2`.
  let subject: String
  let fault: VersionFault

  /// Returns the faults of the stacks that make the layouts of inputs, as far as the version is stated, and those of scanners that
  /// were asked for by their version.
  package static func all(of inputs: [Input], _ profiles: [ScannerProfile]) -> [ReachFault] {
    let ofStacks = inputs.flatMap { $0.layouts }.compactMap { $0.stackBuild }.flatMap { build in
      build.knownFaults.map { ReachFault(subject: build.stack, fault: $0) }
    }
    let ofScanners = profiles.flatMap { profile -> [ReachFault] in
      guard let at = profile.id.firstIndex(of: "@"), let period = profile.period,
        let range = VersionRange(">=\(period.first),<=\(period.last)")
      else { return [] }
      return FaultTable.known(of: String(profile.id[..<at]), range).map { ReachFault(subject: profile.id, fault: $0) }
    }
    return (ofStacks + ofScanners).withoutRepeats
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
