internal import AdvertLint
internal import AdvertObservation
internal import AdvertReading
internal import AdvertRepack
internal import AdvertReport
internal import AdvertScan
internal import AdvertisingData

/// The best way to send a device's data, beside the present way.
struct PageRepacking {
  private let result: RepackRun.Result

  init(_ result: RepackRun.Result) {
    self.result = result
  }

  func write(to page: inout HTMLWriter) {
    let source = result.source
    page.element("h4", "A better way to send it")
    if let obstacle = result.repacking.obstacle {
      write(obstacle, to: &page)
    } else if let plan = result.repacking.plans.first {
      if plan.changes.isEmpty {
        page.element(
          "p",
          source.likelyDivision.map {
            "Divided \($0.isSupported ? "as is likely" : "at byte \($0.cut)"), no other packing is better."
          } ?? "No other packing is better.")
        writeFaults(to: &page)
      } else {
        write(plan, of: source, to: &page)
        for comparison in result.comparisons { write(comparison, to: &page) }
      }
    }
    page.lineBreak()
  }

  /// Writes the faults that no packing mends.
  private func writeFaults(to page: inout HTMLWriter) {
    let faults = RepackText.remainingFaults(of: result)
    guard !faults.isEmpty else { return }
    page.element("ul") { page in
      for fault in faults { page.element("li", words: fault) }
    }
  }

  private func write(_ plan: Plan, of source: RepackSource, to page: inout HTMLWriter) {
    page.element("ol") { page in
      for change in plan.changes {
        page.element("li", words: HostileText.visible(source.withPlaceholders(change.words)))
      }
    }
    let costs = RepackText.costs(of: plan, result.effects.first ?? [])
    if !costs.isEmpty {
      page.element("p") { page in
        page.element("span", ["class": "badge warning"], "lost")
        page.text(" " + HostileText.visible(source.withPlaceholders(costs.joined(separator: "; "))))
      }
    }
    if let words = source.stackWords(for: plan) { page.element("p", HostileText.visible(words)) }
    page.element("div", ["class": "before-after"]) { page in
      page.element("div") { page in
        let seen =
          source.count.map { $0 > 0 && source.layoutCount > 1 ? ", the layout seen most of \(source.layoutCount)" : "" }
          ?? ""
        let division =
          source.likelyDivision.map { ", \($0.isSupported ? "likely " : "")divided at byte \($0.cut)" } ?? ""
        page.element("h5", "Before" + seen + division)
        write(source.layout, to: &page)
      }
      page.element("div") { page in
        page.element("h5", "After")
        write(plan.layout, to: &page)
      }
    }
  }

  private func write(_ layout: Layout, to page: inout HTMLWriter) {
    let limit = layout.pdu.payloadLimit
    let context = PayloadContext(layout)
    if let advertising = layout.advertising, layout.pdu?.carriesAdvertisingData ?? true || !advertising.isEmpty {
      PageOctets(advertising, title: "Advertising data", limit: limit, in: context, open: open(advertising))
        .write(to: &page)
    }
    if layout.scanResponse == .notObserved {
      page.element("p", "Scan response data were not observed: nothing is moved there.")
    }
    for payload in layout.scanResponse.payloads {
      PageOctets(payload, title: "Scan response data", limit: limit, in: context, open: open(payload))
        .write(to: &page)
    }
  }

  /// Returns the octets of a payload that vary, before or after.
  private func open(_ payload: Payload) -> Variation {
    PayloadPattern.variation(of: payload, madeOf: result.source.patterns)
  }

  /// Writes the scanners whose result the plan changes.
  private func write(_ comparison: ScannerComparison, to page: inout HTMLWriter) {
    let rows = comparison.rows.filter { row in row.verdicts.count > 1 && row.verdicts[0].word != row.verdicts[1].word }
    let services = result.source.withPlaceholders(shortList(comparison.services))
    defer { writeTimes(comparison, services, to: &page) }
    guard !rows.isEmpty else { return }
    page.scrolling("Scanners before and after") { page in
      page.element("table", ["class": "matrix"]) { page in
        page.element("caption", "Who discovers \(services), where that changes")
        page.head(["Scanner", "Before", "After"])
        page.element("tbody") { page in
          for row in rows {
            page.element("tr") { page in
              page.element("th", ["scope": "row"], HostileText.visible(row.profile.name))
              for verdict in row.verdicts.prefix(2) {
                page.element("td", ["class": "verdict \(verdict.word.rawValue)"]) {
                  $0.element("span", "\(verdict.word.mark) \(verdict.word.label)")
                }
              }
            }
          }
        }
      }
    }
  }

  /// Writes the times that the plan changes.
  private func writeTimes(_ comparison: ScannerComparison, _ services: String, to page: inout HTMLWriter) {
    guard !comparison.times.isEmpty else { return }
    page.scrolling("How soon before and after") { page in
      page.element("table", ["class": "matrix"]) { page in
        page.element("caption", "How soon \(services) is found in 95 of 100 tries, where that changes")
        page.head(["Scanner", "Before", "After"])
        page.element("tbody") { page in
          for row in comparison.times {
            page.element("tr") { page in
              let mode = row.duty.name.isEmpty ? "" : ", " + row.duty.name
              page.element("th", ["scope": "row"], HostileText.visible(row.profile.name) + mode)
              for time in row.times.prefix(2) { page.element("td", RepackText.words(time)) }
            }
          }
        }
      }
    }
  }

  private func write(_ obstacle: Repacking.Obstacle, to page: inout HTMLWriter) {
    let over = obstacle.bytesOver > 0 ? "\(counted(obstacle.bytesOver, "byte")) too many: " : ""
    page.element("p") { page in
      page.element("span", ["class": "badge note"], "cannot be packed")
      page.text(" " + over + HostileText.visible(obstacle.reason))
    }
    guard !obstacle.alternatives.isEmpty else { return }
    page.element("ul") { page in
      for alternative in obstacle.alternatives {
        page.element("li") { page in
          page.text(HostileText.visible(alternative.words))
          page.element("small", " Price: " + HostileText.visible(alternative.price))
        }
      }
    }
  }
}
