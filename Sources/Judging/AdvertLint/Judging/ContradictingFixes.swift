internal import AdvertReading
internal import AdvertisingData

extension [Finding] {
  /// Returns the findings of a subject without fixes that contradict each other.
  ///
  /// Of a structure that both blocks have, one finding may leave out the one in the advertising data, and another the one
  /// in the scan response: who carries both out loses it. The graver finding, or the first of two, keeps its fix.
  func withoutContradictingFixes(on subject: Subject) -> [Finding] {
    let fixed = indices.filter { self[$0].fixBytes != nil && self[$0].place.layout != nil }
    guard fixed.count > 1 else { return self }
    var findings = self
    for index in fixed {
      guard let layout = self[index].place.layout, let twins = subject.layouts[layout].twins else { continue }
      let kept = fixed.first { other in
        other != index && self[other].place.layout == layout
          && (self[other].severity, index) > (self[index].severity, other)
          && twins.contains { twin in
            let fixes = [self[index], self[other]].compactMap { $0.fixBytes }
            return !fixes.allSatisfy { $0.advertising.sent.contains(twin) }
              && !fixes.allSatisfy { $0.scanResponse?.sent.contains(twin) ?? true }
          }
      }
      guard let kept else { continue }
      findings[index] = self[index].fixed(by: self[kept].rule)
    }
    return findings
  }
}

extension Finding {
  /// Returns the same finding with the fix of another rule in place of its own.
  fileprivate func fixed(by rule: String) -> Finding {
    Finding(
      rule: self.rule, severity: severity, message: message,
      fix: "follow the fix of \(rule): it leaves one of the two out",
      place: place, count: count, fingerprint: fingerprint, device: device)
  }
}

extension SubjectLayout {
  /// The octets of the structures that the advertising data and a scan response both have; `nil` when there are none.
  fileprivate var twins: Set<[UInt8]>? {
    guard let advertising else { return nil }
    let twins = advertising.payload.sent.intersection(scanResponses.flatMap { $0.payload.sent })
    return twins.isEmpty ? nil : twins
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
