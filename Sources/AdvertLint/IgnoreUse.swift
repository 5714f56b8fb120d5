internal import AdvertManifest

/// What came of a manifest's ignores in an input or a run. Each is known by its position in the settings.
struct IgnoreUse: Sendable {
  /// Findings left out.
  private(set) var findings = 0
  /// Those that left a finding out.
  private var used: Set<Int> = []
  /// Those whose layout or device was judged.
  private var judged: Set<Int> = []
  /// Those of devices that could have been in an input.
  private var sought: Set<Int> = []

  /// Notes that devices of a capture are looked for.
  mutating func seek(_ ignores: [Int]) {
    sought.formUnion(ignores)
  }

  /// Takes out of the findings on a layout or device what is ignored of it.
  mutating func apply(_ ignores: [Int], of settings: LintSettings, to findings: [Finding]) -> [Finding] {
    guard !ignores.isEmpty else { return findings }
    judged.formUnion(ignores)
    return findings.filter { finding in
      let matching = ignores.filter { settings.ignores[$0].rule == finding.rule }
      guard !matching.isEmpty else { return true }
      used.formUnion(matching)
      self.findings += 1
      return false
    }
  }

  mutating func join(_ other: IgnoreUse) {
    findings += other.findings
    used.formUnion(other.used)
    judged.formUnion(other.judged)
    sought.formUnion(other.sought)
  }

  /// What matched nothing. An ignore is not blamed when what it speaks of was not looked at: a layout when only captures
  /// were judged, or a device when others were chosen.
  func unused(of settings: LintSettings, choosingDevices: Bool) -> [Unused] {
    settings.ignores.indices.compactMap { index in
      guard !used.contains(index) else { return nil }
      if judged.contains(index) { return Unused(ignore: settings.ignores[index], path: settings.path, isAbsent: false) }
      guard sought.contains(index), !choosingDevices else { return nil }
      return Unused(ignore: settings.ignores[index], path: settings.path, isAbsent: true)
    }
  }

  /// An ignore that matched nothing.
  struct Unused: Sendable {
    let ignore: RuleSettings.Ignore
    /// Of the manifest.
    let path: String
    /// Whether the device it names was not there at all.
    let isAbsent: Bool
  }
}
