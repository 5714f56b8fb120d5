internal import AdvertDiff
internal import AdvertReport

/// The changes between an older input and the inputs of a page.
struct PageDifferences {
  private let report: DiffReport

  init(_ report: DiffReport) {
    self.report = report
  }

  func write(to page: inout HTMLWriter) {
    page.element("h2", ["id": "differences"], "What changed since \(report.title[0])")
    page.lineBreak()
    page.element("p", report.verdict)
    let shown = report.shown
    if !shown.isEmpty {
      page.element("ul", ["class": "statements"]) { page in
        for device in shown { write(device, to: &page) }
      }
    }
    write(report.others, to: &page)
    for sentence in report.summary.dropFirst() { page.element("p", sentence) }
    page.lineBreak()
  }

  private func write(_ device: DeviceDiff, to page: inout HTMLWriter) {
    let words = DifferenceWords(device, namesScanners: true)
    page.lineBreak()
    page.element("li", ["class": device.differs ? "warning" : "good"]) { page in
      page.element("p") { $0.element("strong", report.heading(device)) }
      write(words.lines + words.remarks, to: &page)
    }
  }

  private func write(_ lines: [DifferenceWords.Line], to page: inout HTMLWriter) {
    guard !lines.isEmpty else { return }
    page.element("ul") { page in
      for line in lines {
        page.element("li") { page in
          page.element("strong", line.label)
          page.text(" " + line.text)
        }
      }
    }
  }
}
