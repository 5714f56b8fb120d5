internal import AdvertLint
internal import AdvertObservation
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The scanners that discover a device, and the reasons why the others do not.
struct PageReach {
  private static let maximumQuestions = 8

  private let device: PageDevice
  private let report: PageReport

  init(_ device: PageDevice, _ report: PageReport) {
    self.device = device
    self.report = report
  }

  /// Scanners with the same result.
  private struct Group {
    let word: Verdict.Word
    let reason: String
    var scanners: [ScannerProfile]
  }

  func write(to page: inout HTMLWriter) {
    guard let asked = device.reach else { return }
    writeDiagnoses(of: asked, to: &page)
    let questions = asked.questions.prefix(Self.maximumQuestions)
    let profiles = report.reach.profiles
    guard !questions.isEmpty, !profiles.isEmpty else { return }
    page.element("h4", "Who sees it")
    let answers = report.reach.answers(for: asked, toAtMost: Self.maximumQuestions)
    if questions.count > 1 { writeMatrix(Array(questions), answers, to: &page) }
    var times = ExpectedTimes(loss: report.reach.loss)
    var shown: [PageSoon] = []
    for (position, question) in questions.enumerated() {
      let own = answers[position * profiles.count..<(position + 1) * profiles.count]
      write(question, own, to: &page)
      // Services in one block are found at the same time.
      guard let soon = PageSoon(own, on: asked, in: report.reach, &times), !shown.contains(where: soon.isLike) else {
        continue
      }
      soon.write(to: &page)
      shown.append(soon)
    }
    let more = asked.questions.count - questions.count
    if more > 0 { page.element("p", "\(counted(more, "more service")): advert reach tells about all.") }
  }

  /// Writes the conclusions from the log for a device that the user chose.
  private func writeDiagnoses(of asked: ReachRun.Device, to page: inout HTMLWriter) {
    guard let file = report.reach.inputs.first(where: { $0.path == device.path }) else { return }
    var conclusions: [(scanner: String, words: String)] = []
    report.reach.forEachDiagnosis(
      of: asked, in: file, namesScanners: report.namesScanners, ofAtMost: Self.maximumQuestions
    ) { conclusions.append(($0.profile.name, DiagnosisWords($0).paragraph)) }
    guard !conclusions.isEmpty else { return }
    page.element("h4", "What the log says")
    page.element("dl", ["class": "facts"]) { page in
      for (scanner, words) in conclusions {
        page.element("dt", words: HostileText.visible(scanner))
        page.element("dd", words: HostileText.visible(words))
      }
    }
    page.lineBreak()
  }

  /// Writes scanners by questions, with one mark each.
  private func writeMatrix(_ questions: [Question], _ answers: [ReachRun.Answer], to page: inout HTMLWriter) {
    let profiles = report.reach.profiles
    page.scrolling("Scanners by services of \(device.label)") {
      page in
      page.element("table", ["class": "matrix"]) { page in
        page.head(["Scanner"] + questions.map { $0.brief })
        page.element("tbody") { page in
          for (index, profile) in profiles.enumerated() {
            page.element("tr") { page in
              page.element(
                "th", ["scope": "row", "title": HostileText.visible(profile.id)], HostileText.visible(profile.name))
              for position in questions.indices {
                let verdict = answers[position * profiles.count + index].discovery.verdict
                page.element(
                  "td",
                  ["class": "verdict \(verdict.word.rawValue)", "title": HostileText.visible(verdict.explanation)]
                ) {
                  $0.element("span", "\(verdict.word.mark) \(verdict.word.label)")
                }
              }
            }
          }
        }
      }
    }
    page.lineBreak()
  }

  private func write(_ question: Question, _ answers: ArraySlice<ReachRun.Answer>, to page: inout HTMLWriter) {
    var groups: [Group] = []
    for answer in answers {
      let verdict = answer.discovery.verdict
      let (word, reason) = (verdict.word, verdict.phrase)
      if let known = groups.firstIndex(where: { $0.word == word && $0.reason == reason }) {
        groups[known].scanners.append(answer.profile)
      } else {
        groups.append(Group(word: word, reason: reason, scanners: [answer.profile]))
      }
    }
    page.element("table", ["class": "answers"]) { page in
      page.element("caption", ReachReport.words(question).capitalizedFirst)
      page.markup(
        "<thead class=\"unseen\"><tr><th scope=\"col\">Verdict</th><th scope=\"col\">Scanners</th><th scope=\"col\">Why</th></tr></thead>"
      )
      page.element("tbody") { page in
        for word in [Verdict.Word.missed, .may, .unknown, .discovered] {
          for group in groups where group.word == word { write(group, to: &page) }
        }
      }
    }
    page.lineBreak()
  }

  private func write(_ group: Group, to page: inout HTMLWriter) {
    let word = group.word
    page.element("tr", ["class": word.rawValue]) { page in
      page.element("td") { page in
        page.element("span", ["class": "badge \(word.rawValue)"], "\(word.mark) \(word.label)")
      }
      page.element("td", ["class": "scanners"]) { page in
        for (position, scanner) in group.scanners.enumerated() {
          if position > 0 { page.text("; ") }
          page.element("span", ["title": HostileText.visible(scanner.id)], HostileText.visible(scanner.name))
        }
      }
      page.element("td", words: HostileText.visible(group.reason))
    }
  }
}

/// The devices of a page by scanners, with one mark each. Devices that all scanners treat alike share a row.
struct PageMatrix {
  private static let maximumRows = 25
  private static let maximumDevices = 3

  private let report: PageReport
  private let shown: Int

  init(_ report: PageReport, shown: Int) {
    self.report = report
    self.shown = shown
  }

  func write(to page: inout HTMLWriter) {
    let profiles = report.reach.profiles
    let rows = rows
    let count = rows.reduce(0) { $0 + $1.devices.count }
    guard count > 1, !profiles.isEmpty else { return }
    page.element("h2", ["id": "matrix"], "Who sees what")
    page.element("p", words(count))
    page.scrolling("Devices by scanners") {
      page in
      page.element("table", ["class": "matrix"]) { page in
        page.element("thead") { page in
          page.element("tr") { page in
            page.element("th", ["scope": "col"], "Device")
            for profile in profiles {
              page.element("th", ["scope": "col", "class": "scanner"]) {
                $0.element("span", ["title": HostileText.visible(profile.id)], HostileText.visible(profile.name))
              }
            }
          }
        }
        page.element("tbody") { page in
          for row in rows.prefix(Self.maximumRows) { write(row, to: &page) }
        }
      }
    }
    let rest = rows.dropFirst(Self.maximumRows).reduce(0) { $0 + $1.devices.count }
    if rest > 0 { page.element("p", "\(counted(rest, "more device")): what scanners see of them is told at each.") }
    page.lineBreak()
  }

  /// Devices with the same verdicts of all scanners, for the same reasons.
  private struct Row {
    let verdicts: [Verdict?]
    var devices: [PageDevice]
  }

  /// A verdict as the page shows it.
  private struct Shown: Hashable {
    let word: Verdict.Word
    let explanation: String
  }

  private var rows: [Row] {
    var rows: [Row] = []
    var places: [[Shown?]: Int] = [:]
    for device in report.devices.listed.prefix(shown) {
      guard let asked = device.reach, !asked.questions.isEmpty else { continue }
      let verdicts = report.reach.worstVerdicts(on: asked)
      let key = verdicts.map { $0.map { Shown(word: $0.word, explanation: $0.explanation) } }
      if let place = places[key] {
        rows[place].devices.append(device)
      } else {
        places[key] = rows.count
        rows.append(Row(verdicts: verdicts, devices: [device]))
      }
    }
    return rows
  }

  private func words(_ count: Int) -> String {
    let asked =
      report.reach.asked.isEmpty
      ? "a filter for each service of the device; without any, whether it is heard"
      : report.reach.asked.map(ReachReport.words).joined(separator: ", ")
    let part = count < report.devices.count ? " The first \(count) devices of the table are here." : ""
    let legend = Verdict.Word.allCases.map { "\($0.mark) \($0.rawValue)" }.joined(separator: ", ")
    return "The worst answer to \(asked): \(legend).\(part) Why is told at each device."
  }

  private func write(_ row: Row, to page: inout HTMLWriter) {
    page.element("tr") { page in
      page.element("th", ["scope": "row"]) { page in
        for (position, device) in row.devices.prefix(Self.maximumDevices).enumerated() {
          if position > 0 { page.open("br") }
          PageTable.link(device, device.label, shown: shown, to: &page)
        }
        let more = row.devices.count - Self.maximumDevices
        if more > 0 {
          page.open("br")
          page.element("small", "and \(counted(more, "more device"))")
        }
      }
      for verdict in row.verdicts {
        guard let verdict else {
          page.element("td", "–")
          continue
        }
        page.element(
          "td", ["class": "verdict \(verdict.word.rawValue)", "title": HostileText.visible(verdict.explanation)]
        ) { page in
          page.element("span", ["aria-hidden": "true"], verdict.word.mark)
          page.element("span", ["class": "unseen"], verdict.word.label)
        }
      }
    }
    page.lineBreak()
  }
}

extension Question {
  /// The question in the head of a column.
  fileprivate var brief: String {
    switch self {
    case .service(let uuid): uuid.description
    case .openService(let service): service.pattern
    case .name(let name?): HostileText.quoted(name)
    case .name(nil): "any name"
    case .data(let question): question.words
    case .presence: "heard"
    }
  }
}
