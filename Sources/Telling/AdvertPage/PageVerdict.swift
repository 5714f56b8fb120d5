internal import AdvertCapture
internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The most important results, in words: the number of devices, the hidden services with the scanners that miss them,
/// and the findings.
struct PageVerdict {
  private static let maximumHidingDevices = 8
  private static let maximumFindings = 12
  private static let maximumNotes = 50
  private static let maximumDevices = 6
  private static let maximumFixes = 6
  /// So many messages of a rule stand by themselves; more are one statement.
  private static let maximumMessages = 2

  private let report: PageReport
  private let devices: PageDevices
  /// The number of devices with a section to link to.
  private let shown: Int

  init(_ report: PageReport, shown: Int) {
    self.report = report
    devices = report.devices
    self.shown = shown
  }

  // MARK: At the top

  func writeHeader(to page: inout HTMLWriter) {
    page.element("header") { page in
      page.element("h1") { page in page.text("Bluetooth LE advertising in \(report.names)") }
      for conclusion in report.conclusions {
        page.element("p", ["class": "soft"], conclusion.subject)
        page.element("p", ["class": "lead"], words: conclusion.words)
      }
      page.element("p", ["class": "lead"], words: sentences.joined(separator: " "))
      if report.inputs.count == 1 { page.element("div", ["class": "soft"]) { report.write(report.inputs[0], to: &$0) } }
      page.element("p") { page in
        for severity in Severity.allCases.reversed() {
          let count = report.lint.totals.count(severity)
          guard count > 0 else { continue }
          page.element("span", ["class": "badge \(severity.rawValue)"], counted(count, severity.rawValue))
          page.text(" ")
        }
        if !report.lint.inputs.contains(where: { $0.hasFindings }) {
          page.element("span", ["class": "badge good"], "no findings")
        }
      }
    }
    page.lineBreak()
  }

  /// The verdict in sentences.
  var sentences: [String] {
    var sentences: [String] = []
    let captured = report.inputs.contains { $0.isHeard }
    let declared = report.inputs.contains { !$0.isHeard }
    let noun =
      captured && declared
      ? ("device or layout", "devices and layouts") : captured ? ("device", "devices") : ("layout", "layouts")
    let verb = !captured ? "declared" : declared ? "judged" : "heard"
    // A declared layout still exists.
    let (one, many) = captured ? ("was", "were") : ("is", "are")
    let onlyInValues = report.values.reduce(0) { $0 + $1.onlyInValues }
    let count = devices.count + onlyInValues
    let isOne = count == 1
    sentences.append(
      count == 0
        ? report.isChoosing ? "No device matches." : "No advertising was read, so nothing was checked."
        : "\(counted(count, noun.0, noun.1)) \(isOne ? one : many) \(verb).")
    if devices.hiding > 0 {
      let subject = isOne ? "It hides" : counted(devices.hiding, "hides", "hide")
      sentences.append("\(subject) a service from some scanners, because it is only in the scan response.")
    } else if onlyInValues > 0 {
      sentences.append(
        "Whether a service is hidden is not known of \(counted(onlyInValues, "device")): the input has values of both packets together."
      )
    } else if devices.listed.contains(where: { $0.declared?.merged != nil }) {
      sentences.append(
        "Whether a service is hidden depends on where the advertising data end, which is not known.")
    } else if let doubt = UnansweredDevices(devices.listed.compactMap { $0.advertiser }).sentence(
      isOfSniffer: report.inputs.allSatisfy { $0.summary?.isOfSniffer ?? true },
      hasAsked: report.inputs.contains { $0.observation?.hasScannedActively ?? false })
    {
      sentences.append(doubt)
    } else if devices.count > 0, lacksParts {
      sentences.append("What was read hides no listed service, but not all was read.")
    } else if devices.count > 0 {
      sentences.append("No listed service is hidden from a scanner.")
    }
    guard !isOne else { return sentences }
    let errors = devices.ranks[3]
    let warnings = devices.ranks[2]
    let parts = [
      errors > 0 ? "\(counted(errors, "has", "have")) an error" : nil,
      warnings > 0 ? "\(counted(warnings, "has", "have")) a warning" : nil,
    ].compactMap { $0 }
    if !parts.isEmpty { sentences.append(parts.joined(separator: ", ") + ".") }
    return sentences
  }

  /// Whether a part of an input was not read.
  private var lacksParts: Bool {
    let rules = Set(Rule.all.filter { $0.isAboutReading }.map { $0.id })
    return report.inputs.contains { $0.summary?.problems.contains { $0.kind.isGap } ?? false }
      || report.lint.inputs.contains { file in
        file.allFindings.contains { $0.severity > .note && rules.contains($0.rule) }
      }
  }

  // MARK: Where to look

  func writeFindings(to page: inout HTMLWriter) {
    let hiding = hidingGroups
    let told = hiding.prefix(Self.maximumHidingDevices).reduce(0) { sum, group in
      group.fixes.reduce(sum) { $0 + $1.devices.count }
    }
    // Hidden services are reported already.
    let groups = groups.filter { group in
      group.finding.rule != Rule.serviceUUIDOnlyInScanResponse.id || group.count > devices.hiding
    }
    let grave = Self.joined(groups.filter { $0.finding.severity > .note })
    let notes = groups.filter { $0.finding.severity == .note }
    guard !hiding.isEmpty || !groups.isEmpty else { return }
    page.element("h2", ["id": "verdict"], "What matters")
    page.lineBreak()
    page.element("ul", ["class": "statements"]) { page in
      for group in hiding.prefix(Self.maximumHidingDevices) { write(group, to: &page) }
      if devices.hiding > told {
        let more = devices.hiding - told
        page.element(
          "li", ["class": "missed"],
          "and \(counted(more, "more device")) that \(more == 1 ? "hides" : "hide") a service")
      }
      for group in grave.prefix(Self.maximumFindings) { write(group, to: &page) }
      if grave.count > Self.maximumFindings {
        page.element(
          "li", ["class": "warning"],
          "and \(counted(grave.count - Self.maximumFindings, "more kind")) of findings, at their devices")
      }
    }
    page.lineBreak()
    guard !notes.isEmpty else { return }
    page.markup(grave.isEmpty && hiding.isEmpty ? "<details class=\"notes\" open>" : "<details class=\"notes\">")
    page.element("summary", counted(notes.count, "kind") + " of notes")
    page.element("ul", ["class": "statements"]) { page in
      for group in notes.prefix(Self.maximumNotes) { write(group, to: &page) }
    }
    page.markup("</details>\n")
  }

  /// Devices that hide the same services from the same scanners.
  struct HidingGroup {
    let words: String
    let isCertain: Bool
    /// The ways to mend it, each with its devices.
    var fixes: [(words: String?, devices: [PageDevice])]
  }

  var hidingGroups: [HidingGroup] {
    var groups: [HidingGroup] = []
    for device in devices.listed where !device.hiddenServices.isEmpty {
      let words = words(device.hiddenServices)
      let fixes = device.findings.filter { $0.rule == Rule.serviceUUIDOnlyInScanResponse.id }.compactMap { $0.fix }
      let fix = fixes.count == 1 ? fixes[0] : nil
      let group =
        groups.firstIndex { $0.words == words }
        ?? {
          let isCertain = device.hiddenServices.contains { !$0.missedBy.isEmpty }
          groups.append(HidingGroup(words: words, isCertain: isCertain, fixes: []))
          return groups.count - 1
        }()
      if let known = groups[group].fixes.firstIndex(where: { $0.words == fix }) {
        groups[group].fixes[known].devices.append(device)
      } else {
        groups[group].fixes.append((fix, [device]))
      }
    }
    return groups
  }

  /// Returns the services, and the scanners that miss them, by their names.
  private func words(_ services: [HiddenService]) -> String {
    var names: [String: String] = [:]
    for profile in report.reach.profiles { names[profile.id] = HostileText.visible(profile.name) }
    func listed(_ ids: [String]) -> String { ids.map { names[$0] ?? HostileText.visible($0) }.joined(separator: "; ") }
    return HiddenService.grouped(services) { service in
      [("Missed by", service.missedBy), ("May be missed by", service.mayBeMissedBy)]
        .filter { !$0.1.isEmpty }.map { "\($0.0) \(listed($0.1))." }.joined(separator: " ")
    }.map { "\($0.subject). \($0.phrase)" }.joined(separator: " ")
  }

  private func write(_ group: HidingGroup, to page: inout HTMLWriter) {
    let word: Verdict.Word = group.isCertain ? .missed : .may
    page.lineBreak()
    page.element("li", ["class": word.rawValue]) { page in
      page.element("p") { page in
        page.element("span", ["class": "badge \(word.rawValue)"], group.isCertain ? "hidden" : "may be hidden")
        page.words(" " + group.words)
      }
      for (fix, devices) in group.fixes.prefix(Self.maximumFixes) {
        write(devices, of: devices.count, to: &page)
        if let fix { page.element("p", ["class": "fix"], HostileText.visible(fix)) }
      }
      let more = group.fixes.dropFirst(Self.maximumFixes).reduce(0) { $0 + $1.devices.count }
      if more > 0 { page.element("p", ["class": "soft"], "and \(counted(more, "more device")), with other fixes") }
    }
  }

  private func write(_ devices: [PageDevice], of count: Int, to page: inout HTMLWriter) {
    page.element("p", ["class": "soft"]) { page in
      let shown = devices.prefix(Self.maximumDevices)
      for (index, device) in shown.enumerated() {
        if index > 0 { page.text(", ") }
        link(device, to: &page)
      }
      if shown.isEmpty {
        page.text(counted(count, "device"))
      } else if count > shown.count {
        page.text(" and \(counted(count - shown.count, "more device"))")
      }
    }
  }

  /// Findings with the same message.
  struct Group {
    let finding: Finding
    var devices: [PageDevice] = []
    /// The number of findings, including those that are not listed.
    var count = 0
    /// The first input with the finding as its own.
    var path: String?
    /// How many messages it stands for.
    var messages = 1
  }

  private struct Statement: Hashable {
    let rule: String
    let message: String
  }

  /// The groups, the worst first, of equals those of the most devices.
  var groups: [Group] {
    var groups: [Group] = []
    var positions: [Statement: Int] = [:]
    func position(of finding: Finding) -> Int {
      // Messages of notes differ in numbers that do not matter here.
      let said = Statement(rule: finding.rule, message: finding.severity == .note ? "" : finding.message)
      if let position = positions[said] { return position }
      positions[said] = groups.count
      groups.append(Group(finding: finding))
      return groups.count - 1
    }
    for input in report.lint.inputs {
      for device in input.devices {
        for number in Set(device.findings.map(position)) { groups[number].count += 1 }
      }
      for finding in input.findings {
        let number = position(of: finding)
        groups[number].count += 1
        groups[number].path = groups[number].path ?? input.path
      }
    }
    for device in devices.listed {
      for number in Set(device.findings.map(position)) where groups[number].devices.count < Self.maximumDevices {
        groups[number].devices.append(device)
      }
    }
    return groups.enumerated().sorted { one, other in
      (other.element.finding.severity, other.element.count, one.offset)
        < (one.element.finding.severity, one.element.count, other.offset)
    }.map { $0.element }
  }

  /// Returns the groups with those of a rule in one where its messages are many: they differ in a number from device to device.
  private static func joined(_ groups: [Group]) -> [Group] {
    var messages: [String: Int] = [:]
    for group in groups { messages[group.finding.rule, default: 0] += 1 }
    var joined: [Group] = []
    var places: [String: Int] = [:]
    for group in groups {
      guard messages[group.finding.rule, default: 0] > maximumMessages else {
        joined.append(group)
        continue
      }
      guard let place = places[group.finding.rule] else {
        places[group.finding.rule] = joined.count
        joined.append(group)
        continue
      }
      joined[place].count += group.count
      joined[place].messages += 1
      joined[place].path = joined[place].path ?? group.path
      let known = Set(joined[place].devices.map { $0.number })
      joined[place].devices += group.devices.filter { !known.contains($0.number) }
    }
    return joined
  }

  private func write(_ group: Group, to page: inout HTMLWriter) {
    let finding = group.finding
    let severity = finding.severity.rawValue
    page.lineBreak()
    page.element("li", ["class": severity]) { page in
      page.element("p") { page in
        page.element("span", ["class": "badge \(severity)"], severity)
        let summary = Rule.named(finding.rule).map { String($0.summary.prefix { $0 != "." }) }
        let isNoteOfMany = finding.severity == .note && group.count > 1
        let isGeneral = isNoteOfMany || group.messages > 1
        page.words(" " + (isGeneral ? summary ?? finding.message : HostileText.visible(finding.message)) + " ")
        page.rule(of: finding)
      }
      if let path = group.path {
        page.element("p", ["class": "soft"], HostileText.visible(path))
      } else {
        write(group.devices, of: group.count, to: &page)
      }
      if group.messages > 1 {
        page.element("p", ["class": "soft"], words: "Such as: " + HostileText.visible(finding.message))
      } else if let fix = finding.fix, finding.severity > .note || group.count == 1 {
        page.element("p", ["class": "fix"], words: HostileText.visible(fix))
      }
    }
  }

  private func link(_ device: PageDevice, to page: inout HTMLWriter) {
    PageTable.link(device, shown: shown, to: &page)
    // Several devices can have one name.
    guard let advertiser = device.advertiser, device.isNamed, devices.listed.count > 1 else { return }
    page.element("small", " \(advertiser.address)")
  }
}
