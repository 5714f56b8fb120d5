package import AdvertDiff
internal import AdvertLint
internal import AdvertObservation
internal import AdvertScan
internal import AdvertisingData

/// The changes between two sides, for people and machines.
package struct DiffReport: Sendable {
  /// The most devices for which those without a difference are listed too; otherwise these are only counted.
  private static let maximumInFull = 8
  /// The most devices of each kind that are listed.
  private static let maximumListed = 200

  let run: DiffRun
  /// The two sides as the user named them.
  let sides: (old: String, new: String)
  private let choosesDevices: Bool
  /// The path of the manifest in use; `nil` when there is none, or no input needs it.
  package var manifest: String?

  /// - Parameters:
  ///   - sides: as the user named them.
  ///   - choosesDevices: whether the user chose devices, so that the report on them is complete.
  package init(_ run: DiffRun, of sides: (old: String, new: String), choosesDevices: Bool = false) {
    self.run = run
    self.sides = sides
    self.choosesDevices = choosesDevices
  }

  // MARK: Text

  package func text(_ style: TextStyle) -> String {
    var lines = [title.map(style.strong).joined(separator: " → ")]
    for diff in shown { lines += [""] + block(diff, style) }
    let others = others
    if !others.isEmpty { lines.append("") }
    for line in others { lines += wrapped("\(line.label)  \(line.text)", at: style.columns ?? .max) }
    lines.append("")
    lines += summary.flatMap { wrapped($0, at: style.proseColumns) }
    return lines.joined(separator: "\n") + "\n" + ManifestInUse.line(manifest)
  }

  /// The two sides.
  package var title: [String] { [sides.old, sides.new].map(HostileText.visible) }

  /// The listed devices on both sides: those that differ, and the others when there are few.
  package var shown: [DeviceDiff] {
    let all = run.devices.filter { $0.match != nil }
    let told = choosesDevices || all.count <= Self.maximumInFull ? all : all.filter { $0.differs }
    return Array(told.prefix(Self.maximumListed))
  }

  private func block(_ diff: DeviceDiff, _ style: TextStyle) -> [String] {
    let words = DifferenceWords(diff)
    var lines = wrapped(heading(diff), at: style.columns ?? .max)
    if let device = diff.new, lines[0].hasPrefix(Self.label(of: device)) {
      let label = Self.label(of: device)
      lines[0] = style.strong(label) + lines[0].dropFirst(label.count)
    }
    for (line, isRemark) in words.lines.map({ ($0, false) }) + words.remarks.map({ ($0, true) }) {
      let label = line.label + String(repeating: " ", count: max(1, Self.textColumn - 2 - line.label.count))
      let texts = wrapped(line.text, at: style.columns.map { max($0 - Self.textColumn, 24) } ?? .max)
      for (number, text) in texts.enumerated() {
        let start = number == 0 ? "  " + paint(label, style, isRemark) : String(repeating: " ", count: Self.textColumn)
        lines.append(start + (isRemark ? style.faint(text) : text))
      }
    }
    return lines
  }

  private static let textColumn = 13

  private func paint(_ label: String, _ style: TextStyle, _ isRemark: Bool) -> String {
    isRemark ? style.faint(label) : style.note(label)
  }

  /// `F0:F1:F2:F3:F4:F5 "SHS-2071" (random static), matched by address`.
  package func heading(_ diff: DeviceDiff) -> String {
    guard let old = diff.old, let new = diff.new else { return (diff.old ?? diff.new).map(Self.words) ?? "" }
    let other = Self.label(of: old) == Self.label(of: new) ? "" : ", before \(Self.label(of: old))"
    return Self.words(new) + other + ", " + (diff.match.map(Self.words) ?? "")
  }

  static func label(of device: DiffDevice) -> String {
    let name = device.name.map { HostileText.quoted($0.withoutPadding) }
    guard let address = device.address else {
      return device.layoutName.map { "layout \(HostileText.quoted($0))" + (name.map { ", \($0)" } ?? "") } ?? name
        ?? "a layout"
    }
    return [address.description, name].compactMap { $0 }.joined(separator: " ")
  }

  private static func words(_ device: DiffDevice) -> String {
    let host = device.isHost ? "this host, " : ""
    return label(of: device) + (device.address.map { " (\(host)\($0.kind.words))" } ?? "")
  }

  private static func words(_ match: DeviceMatch) -> String {
    switch match {
    case .address: "matched by address"
    case .key: "matched by its key"
    case .layout: "matched by the name of the layout"
    case .name: "matched by name"
    case .payload: "matched by its company and services"
    case .host: "the host of each log"
    case .only: "the only one on each side"
    }
  }

  /// The devices that are gone or new, one line each, and the number of those not listed.
  package var others: [DifferenceWords.Line] {
    let gone = run.devices.filter { $0.new == nil }.compactMap { $0.old }
    let new = run.devices.filter { $0.old == nil }.compactMap { $0.new }
    let groups = run.groups.filter { $0.differs }
    let unlisted = run.devices.count { $0.match != nil && $0.differs } - shown.count { $0.differs }
    return (unlisted > 0 ? [Self.rest(unlisted, "differing")] : [])
      + list(gone, labels.old) + list(new, labels.new)
      + groups.prefix(Self.maximumListed).map {
        DifferenceWords.Line(label: $0.newCount == 0 ? labels.old : labels.new, text: Self.words($0))
      } + (groups.count > Self.maximumListed ? [Self.rest(groups.count - Self.maximumListed, "of other kinds")] : [])
  }

  /// The labels of devices that only one side has: what was not read of a side may have them.
  private var labels: (old: String, new: String) { run.isWhole ? ("gone", "new") : ("old only", "new only") }

  private func list(_ devices: [DiffDevice], _ label: String) -> [DifferenceWords.Line] {
    let lines = devices.prefix(Self.maximumListed).map { device in
      let seen =
        device.address == nil || device.isHost
        ? "" : ", \(counted(device.advertisements + device.scanResponses, "report"))"
      return DifferenceWords.Line(label: label, text: Self.words(device) + seen)
    }
    return lines + (devices.count > Self.maximumListed ? [Self.rest(devices.count - Self.maximumListed, label)] : [])
  }

  private static func rest(_ count: Int, _ label: String) -> DifferenceWords.Line {
    DifferenceWords.Line(label: "more", text: "\(count) \(label): --format json has all")
  }

  /// `2 devices with changing addresses, all alike: company Apple, service 180f`.
  static func words(_ group: GroupDiff) -> String {
    let count = max(group.oldCount, group.newCount)
    let traits = group.companies.map { "company \(Company.named($0))" } + group.services.map { "service \($0.named)" }
    let name = group.name.map { ["name \(HostileText.quoted($0))"] } ?? []
    let shown = (name + traits).prefix(4).joined(separator: ", ")
    return "\(counted(count, "device")) with changing addresses, all alike"
      + (shown.isEmpty ? ", without names, companies and services" : ": \(shown)")
  }

  // MARK: Summary

  /// The sentences at the end.
  package var summary: [String] {
    var sentences = [verdict]
    if !run.isWhole, run.counts != (0, 0) {
      sentences.append("Not all of \(sides.old == sides.new ? "it" : "both sides") was read and compared.")
    }
    let silent = run.devices.filter { $0.match != nil && !$0.differs }
    if !shown.contains(where: { !$0.differs }) {
      let varying = silent.count { !$0.varying.isEmpty }
      if varying > 0 {
        sentences.append(
          "\(counted(varying, "device has", "devices have")) values that vary, which is no difference: "
            + "--device shows them.")
      }
      let unknown = silent.count { !$0.gaps.isEmpty }
      if unknown > 0 {
        sentences.append(
          "\(counted(unknown, "device was", "devices were")) not received in full on a side: only what both "
            + "sides have was compared.")
      }
    }
    let groups = run.groups.filter { !$0.differs }
    if !groups.isEmpty {
      let (old, new) = groups.reduce((0, 0)) { ($0.0 + $1.oldCount, $0.1 + $1.newCount) }
      sentences.append(
        "\(counted(new, "device")), before \(old), with changing addresses cannot be told apart from others alike: not "
          + "compared.")
    }
    if !run.ignored.isEmpty {
      let words = DiffAspect.allCases.filter(run.ignored.contains).map { $0.rawValue }
      sentences.append("Ignored: \(words.joined(separator: ", ")).")
    }
    return sentences
  }

  /// `1 device differs, 2 are gone; 14 are equal.`
  package var verdict: String {
    if run.counts == (0, 0) { return "No device was read on either side." }
    guard run.differs else { return "No difference in \(counted(run.equalCount, "device"))." }
    let parts: [(Int, String, String)] = [
      (run.changedCount, "differs", "differ"),
      run.isWhole
        ? (run.goneCount, "is gone", "are gone")
        : (run.goneCount, "was read on the old side only", "were read on the old side only"),
      run.isWhole
        ? (run.newCount, "is new", "are new")
        : (run.newCount, "was read on the new side only", "were read on the new side only"),
    ]
    let words = parts.filter { $0.0 > 0 }.enumerated().map { number, part in
      let (count, one, several) = part
      return (number == 0 ? counted(count, "device") : String(count)) + " " + (count == 1 ? one : several)
    }
    let equal = run.equalCount == 0 ? "" : "; \(counted(run.equalCount, "is", "are")) equal"
    return words.joined(separator: ", ") + equal + "."
  }
}
