internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The answer for one device and one scanner, with which `reach` and `report` begin.
package struct ReachConclusion: Sendable {
  /// The capture, the device and the scanner.
  package let subject: String
  /// The answer in sentences.
  package let words: String
  /// The facts of the log that it rests on.
  package let reasons: [String]

  /// The answer in lines, with a blank one at the end.
  func lines(_ style: TextStyle) -> [String] {
    [style.faint(subject)] + wrapped(words, at: style.proseColumns).map(style.strong)
      + reasons.flatMap { listItem($0, style) } + [""]
  }
}

extension ReachReport {
  /// The answers for the devices shown with reasons, or for a device that the user chose and that the log lacks.
  package var conclusions: [ReachConclusion] {
    var conclusions: [ReachConclusion] = []
    guard isDetailed else {
      forEachAbsence { absence, input in
        let words = AbsenceWords(absence)
        conclusions.append(
          ReachConclusion(
            subject: "\(HostileText.visible(input.path)): no such device, \(absence.profile.id)",
            words: "\(words.sentence) \(words.refutation)", reasons: words.reasons))
      }
      return conclusions
    }
    for input in run.inputs {
      for device in devicesByLoss(of: input) {
        let name = device.name.map { " " + HostileText.quoted($0.withoutPadding) } ?? ""
        let address = device.address.map { $0.description } ?? "the layout"
        // Scanners with the same answer share it.
        var answers: [(profiles: [ScannerProfile.ID], words: DiagnosisWords)] = []
        forEachDiagnosis(of: device, in: input) { diagnosis in
          let words = DiagnosisWords(diagnosis)
          if let last = answers.last, last.words.paragraph == words.paragraph, last.words.reasons == words.reasons {
            answers[answers.count - 1].profiles.append(diagnosis.profile.id)
          } else {
            answers.append(([diagnosis.profile.id], words))
          }
        }
        for (profiles, words) in answers {
          let subject = "\(HostileText.visible(input.path)): \(address)\(name), \(profiles.joined(separator: ", "))"
          conclusions.append(
            ReachConclusion(
              subject: subject + (input.hostOfOther(than: profiles).map { ", by the log of \($0)" } ?? ""),
              words: words.paragraph, reasons: words.reasons))
        }
      }
    }
    return conclusions
  }
}

extension ReachRun.AskedFile {
  /// Returns the system of the log's host where it is another than that of one of some scanners; `nil` where it is the same,
  /// or not known.
  fileprivate func hostOfOther(than profiles: [ScannerProfile.ID]) -> String? {
    let systems = [
      ("android", "Android"), ("bluez", "Linux"), ("ios", "iOS"), ("macos", "macOS"), ("windows", "Windows"),
    ]
    guard let platform, let host = systems.first(where: { platform.hasPrefix($0.0) }) else { return nil }
    let isOther = profiles.contains { id in systems.contains { id.hasPrefix($0.0) && $0.0 != host.0 } }
    return isOther ? "a host with \(host.1)" : nil
  }
}
