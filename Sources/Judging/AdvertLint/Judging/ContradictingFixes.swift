internal import AdvertReading
internal import AdvertisingData

extension [Finding] {
  /// Returns the findings of a subject without fixes that contradict each other.
  ///
  /// Of a structure that both blocks have, one finding may leave out the one in the advertising data, and another the one
  /// in the scan response: who carries both out loses it. The graver finding, or the first of two, keeps its fix.
  func withoutContradictingFixes(on subject: Subject) -> [Finding] {
    let all = indices.compactMap { SentByFix(self[$0], at: $0) }
    guard all.count > 1 else { return self }
    var twins: [Int: Set<[UInt8]>] = [:]
    for layout in Set(all.map { $0.layout }) { twins[layout] = subject.layouts[layout].twins }
    // Few fixes leave one of them out; comparing all would take the square of their number.
    let fixes = all.filter { $0.losesAny(of: twins[$0.layout] ?? []) }
    var findings = self
    for fix in fixes {
      let kept = fixes.first { other in
        other.position != fix.position && other.layout == fix.layout
          && (self[other.position].severity, fix.position) > (self[fix.position].severity, other.position)
          && (twins[fix.layout] ?? []).contains { fix.losesTwin($0, beside: other) }
      }
      guard let kept else { continue }
      findings[fix.position] = self[fix.position].changing {
        $0.fix = "follow the fix of \(self[kept.position].rule): it leaves one of the two out"
        $0.fixCost = nil
        $0.fixBytes = nil
      }
    }
    return findings
  }
}

/// The structures that a layout sends with the fix of a finding.
private struct SentByFix {
  /// The position of the finding.
  let position: Int
  let layout: Int
  private let advertising: Set<[UInt8]>
  /// The structures of the scan response; `nil` when the fix leaves it as it is.
  private let scanResponse: Set<[UInt8]>?

  /// Takes the structures of a fix; `nil` for a finding without a fix in bytes.
  init?(_ finding: Finding, at position: Int) {
    guard let blocks = finding.fixBytes, let layout = finding.place.layout else { return nil }
    self.position = position
    self.layout = layout
    advertising = blocks.advertising.sent
    scanResponse = blocks.scanResponse?.sent
  }

  /// Whether the fix leaves one of the structures that both blocks have out of a block.
  func losesAny(of twins: Set<[UInt8]>) -> Bool {
    twins.contains { !advertising.contains($0) || !(scanResponse?.contains($0) ?? true) }
  }

  /// Whether one of two fixes leaves a structure out of the advertising data, and one out of the scan response.
  func losesTwin(_ twin: [UInt8], beside other: SentByFix) -> Bool {
    !(advertising.contains(twin) && other.advertising.contains(twin))
      && !((scanResponse?.contains(twin) ?? true) && (other.scanResponse?.contains(twin) ?? true))
  }
}

extension SubjectLayout {
  /// The octets of the structures that the advertising data and a scan response both have.
  fileprivate var twins: Set<[UInt8]> {
    guard let advertising else { return [] }
    return advertising.payload.sent.intersection(scanResponses.flatMap { $0.payload.sent })
  }
}

extension Payload {
  /// The octets of each whole structure.
  fileprivate var sent: Set<[UInt8]> {
    var sent: Set<[UInt8]> = []
    var structures = self.structures
    while let structure = structures.next() {
      sent.insert(Array(octets[structure.offset..<structure.offset + structure.size]))
    }
    return sent
  }
}
