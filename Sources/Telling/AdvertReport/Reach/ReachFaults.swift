internal import AdvertBuilders
internal import AdvertReading
package import AdvertScan

/// A known fault of a version that a question of `reach` is about: that of a program's library, or of a scanner.
package struct ReachFault: Hashable, Sendable {
  /// The library with its version, or the id of the scanner: `ArduinoBLE 1.3.1`, `macos@12.2`.
  let subject: String
  let fault: VersionFault

  /// Returns the faults of the stacks that make the layouts of inputs, as far as the version is stated, and those of scanners that
  /// were asked for by their version.
  package static func all(of inputs: [Input], _ profiles: [ScannerProfile]) -> [ReachFault] {
    var all: [ReachFault] = []
    func add(_ subject: String, _ known: [FaultTable.Known]) {
      for known in known {
        let fault = ReachFault(subject: subject, fault: known.fault)
        if !all.contains(fault) { all.append(fault) }
      }
    }
    for input in inputs {
      for layout in input.layouts {
        guard let build = layout.stackBuild, !build.isVersionAssumed, let asked = build.asked,
          let range = VersionRange(asked.version.words)
        else { continue }
        add(build.stack, FaultTable.faults(of: asked.stackID, range, for: asked.request))
      }
    }
    for profile in profiles {
      guard let at = profile.id.firstIndex(of: "@"), let period = profile.period,
        let range = VersionRange(">=\(period.first),<=\(period.last)")
      else { continue }
      add(profile.id, FaultTable.known(of: String(profile.id[..<at]), range))
    }
    return all
  }

  /// The fault as lines of text.
  func lines(_ style: TextStyle) -> [String] {
    let sentence = "\(subject): \(fault.symptom); fix: \(fault.remedy) (\(fault.source))"
    return wrapped(sentence, at: style.proseColumns - 4).enumerated().map {
      ($0.offset == 0 ? "  " : "    ") + $0.element
    }
  }

  static let keys: Keys<ReachFault> = [
    Key("subject", .string, "the library with its version, or the id of the scanner") { $0.subject },
    Key("versions", .string, "the versions with the fault") { $0.fault.versions },
    Key("effect", .string, "what happens") { $0.fault.symptom },
    Key("fix", .string, "what to do") { $0.fault.remedy },
    Key("source", .string, "the commit, the file or the thread that shows it") { $0.fault.source },
  ]
}
