public import AdvertLint
internal import AdvertisingData

extension LintRun {
  /// The counts of findings, devices and layouts, in one line. `detail` follows the counts of findings.
  public func summary(_ style: TextStyle, detail: String = "") -> String {
    let counts = Severity.allCases.reversed().compactMap { severity -> String? in
      let count = count(severity)
      return count == 0 ? nil : style.severity(severity, counted(count, severity.rawValue))
    }
    var parts = [(counts.isEmpty ? style.good("no findings") : counts.joined(separator: ", ")) + detail]
    parts.append("\(counted(devices, "device")), \(counted(layouts, "layout")) judged")
    if ignored > 0 { parts.append("\(counted(ignored, "finding")) ignored") }
    if let known { parts.append(words(of: known)) }
    return parts.joined(separator: "; ")
  }

  private func words(of known: KnownFindings) -> String {
    let gone = known.unused == 0 ? "" : ", \(counted(known.unused, "entry", "entries")) there no longer found"
    return "\(known.count) known from the baseline" + gone
  }
}

extension TextStyle {
  /// In the colour of a severity.
  func severity(_ severity: Severity, _ text: String) -> String {
    switch severity {
    case .error: error(text)
    case .warning: warning(text)
    case .note: note(text)
    }
  }
}

extension LintRun.Device {
  /// The device for people, on one line: `F0:F1:F2:F3:F4:F5 "Helmet"`; the name of a declared layout, or its line.
  var label: String {
    switch identity {
    case .advertiser(let address, let name):
      address.description + (name.map { " " + HostileText.quoted($0.text) } ?? "")
    case .layout(let name?, _): HostileText.visible(name)
    case .layout(nil, let line?): "layout in line \(line)"
    case .layout(nil, nil): "layout"
    }
  }
}
