package import AdvertCapture
package import AdvertLint
internal import AdvertObservation
package import AdvertScan
internal import AdvertisingData

/// A capture with the findings of lint as comments on its packets: a section of pcapng whose packets have comments, as
/// Wireshark shows them. The octets, the times and the order are those of the capture.
///
/// Each finding is on the first record of the payload. Findings without a record are in the comment on the section. The
/// first of equal scan responses names the advertisement that it answers.
package struct AnnotatedCapture {
  private let comments: [Int: [String]]
  /// The number of each link type's interface.
  private var interfaces: [UInt16: UInt32] = [:]
  private let take: ([UInt8]) -> Void
  private var octets: [UInt8] = []

  /// - Parameters:
  ///   - input: a capture.
  ///   - judged: the findings on it.
  ///   - take: gets the octets, in pieces.
  package init(_ input: Input, judged: LintRun.JudgedFile, to take: @escaping ([UInt8]) -> Void) {
    var comments: [Int: [String]] = [:]
    var lines = ["advert lint: \(HostileText.visible(input.path))"]
    if case .capture(let summary, let observation) = input.content {
      lines.append(
        "\(counted(observation.advertisements, "advertisement")), \(counted(observation.scanResponses, "scan response")), "
          + counted(observation.advertiserCount, "device"))
      if summary.times == nil { lines.append("The capture has no times, so that all are 0.") }
      for problem in summary.problems {
        lines.append("problem: \(HostileText.visible(problem.message))\(problem.timesWords)")
      }
      for advertiser in observation.advertisers {
        for layout in advertiser.layouts {
          guard let first = layout.firstSighting else { continue }
          for response in layout.scanResponses where response.count > 0 {
            comments[response.firstSighting.record, default: []].append(
              "scan response, \(times(response.count)), to the advertising data of record \(first.record)")
          }
        }
      }
    }
    let findings = judged.allFindings
    for finding in findings {
      let words = Self.words(of: finding)
      if let record = finding.place.record { comments[record, default: []].append(words) }
      // A problem of the capture may be at a record that is cut off.
      if finding.place.record == nil || finding.place.block == nil { lines.append(words) }
    }
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = findings.count { $0.severity == severity }
      return count == 0 ? nil : counted(count, severity.rawValue)
    }
    lines.append(counts.isEmpty ? "no findings" : counts.joined(separator: ", "))
    self.comments = comments
    self.take = take
    octets = PcapngOutput.section(comment: lines.joined(separator: "\n"))
  }

  private static func words(of finding: Finding) -> String {
    var words = "\(finding.severity.rawValue): \(HostileText.visible(finding.message)) [\(finding.rule)]"
    if let block = finding.place.block {
      words += ", " + (block == .advertising ? "advertising data" : "scan response data")
      if let offset = finding.place.offset { words += " byte \(offset)" }
      if finding.count > 1 { words += ", seen \(times(finding.count))" }
    }
    if let fix = finding.fix { words += "; fix: \(HostileText.visible(fix))" }
    return words
  }

  /// Writes a record of the capture, with its comments.
  package mutating func append(_ record: CopiedRecord) {
    let interface: UInt32
    if let known = interfaces[record.linkType] {
      interface = known
    } else {
      interface = UInt32(truncatingIfNeeded: interfaces.count)
      interfaces[record.linkType] = interface
      octets += PcapngOutput.interface(linkType: record.linkType)
    }
    // Wireshark 4.0 cannot read packets without a time that have a header of their link type.
    PcapngOutput.append(
      record.packet.span, at: record.time?.microseconds ?? 0,
      originalLength: UInt32(clamping: record.originalLength), interface: interface,
      comments: comments[record.number] ?? [], to: &octets)
    if octets.count >= TextPieces.octets { handOver() }
  }

  /// Writes the rest.
  package mutating func finish() {
    // Readers require an interface, even in a section without packets.
    if interfaces.isEmpty { octets += PcapngOutput.interface(linkType: CopiedRecord.linuxMonitor) }
    handOver()
  }

  private mutating func handOver() {
    take(octets)
    octets.removeAll(keepingCapacity: true)
  }
}
