internal import AdvertCapture
internal import AdvertisingData

/// The receptions of an advertiser, made from its chains.
extension Pairing {
  /// Returns the spans in which an advertiser was received, with the number of reports.
  func spans(of chains: Chains, current: Int) -> [(span: Int, reports: Int)] {
    var found: [(span: Int, reports: Int)] = []
    func note(_ earlier: [SpanReception], _ latest: Reception) {
      for one in earlier { found.append((one.span, one.reception.count)) }
      if latest.count > 0 { found.append((current, latest.count)) }
    }
    forEach(of: chains) { layout in
      note(spans.layouts.spans(layout), layouts[layout].reception)
    } response: { response in
      note(spans.responses.spans(response), responses[response].reception)
    }
    return found
  }

  /// Returns how often and when an advertiser was received.
  func received(of chains: Chains) -> (advertisements: Reception, scanResponses: Reception) {
    var received = (advertisements: Reception(), scanResponses: Reception())
    forEach(of: chains) { layout in
      received.advertisements.add(layouts[layout].reception)
      received.advertisements.add(spans.layouts.total(layout))
    } response: { response in
      received.scanResponses.add(responses[response].reception)
      received.scanResponses.add(spans.responses.total(response))
    }
    return received
  }

  /// Visits an advertiser's layouts in the order of the capture, each before its responses.
  private func forEach(of chains: Chains, layout: (Int) -> Void, response: (Int) -> Void) {
    var position = chains.firstLayout.position
    while let current = position {
      layout(current)
      var answer = layouts[current].firstResponse.position
      while let next = answer {
        response(next)
        answer = responses[next].next.position
      }
      position = layouts[current].next.position
    }
  }

  /// Returns an advertiser's layouts in the order of the capture.
  ///
  /// - Parameter span: the current one.
  func observedLayouts(of chains: Chains, in span: Int) -> [ObservedLayout] {
    chain(from: chains.firstLayout.position, next: { layouts[$0].next.position })
      .map { observedLayout(at: $0, in: span) }
  }

  /// The type, the number and the form that layouts of one advertising set share.
  struct SetForm: Hashable {
    let pdu: AdvertisingPDU?
    let advertisingSID: UInt8?
    let form: PayloadForm?
  }

  func setForm(ofLayout number: UInt32) -> SetForm {
    guard Int(number) < layouts.count else { return SetForm(pdu: nil, advertisingSID: nil, form: nil) }
    let entry = layouts[Int(number)]
    return SetForm(
      pdu: entry.pdu, advertisingSID: entry.advertisingSID,
      form: (entry.advertised?.payload).map { PayloadForm(payloads.payload($0).octets.span) })
  }

  func identifier(ofLayout number: Int) -> LayoutIdentifier {
    let entry = layouts[number]
    return LayoutIdentifier(
      pdu: entry.pdu, advertisingSID: entry.advertisingSID, isTruncated: !(entry.advertised?.isComplete ?? true),
      advertising: (entry.advertised?.payload).map { payloads.payload($0).octets })
  }

  private func observedLayout(at position: Int, in span: Int) -> ObservedLayout {
    let entry = layouts[position]
    let observed = chain(from: entry.firstResponse.position, next: { responses[$0].next.position }).map { position in
      let response = responses[position]
      var reception = spans.responses.total(position)
      reception.add(response.reception)
      return ObservedScanResponse(
        payload: payloads.payload(response.data.payload), reception: reception,
        firstSighting: response.data.firstSighting, isTruncated: !response.data.isComplete,
        bySpan: spans.responses.spans(position) + Self.latest(response.reception, in: span))
    }
    let scanResponse: Layout.ScanResponse =
      if !observed.isEmpty {
        .observed(observed.map { $0.payload })
      } else if entry.pdu?.isScannable ?? true {
        .notObserved
      } else {
        .notScannable
      }
    var reception = spans.layouts.total(position)
    reception.add(entry.reception)
    return ObservedLayout(
      layout: Layout(
        pdu: entry.pdu, advertising: (entry.advertised?.payload).map(payloads.payload), scanResponse: scanResponse,
        phys: entry.phys),
      advertisingSID: entry.advertisingSID, reception: reception,
      firstSighting: entry.advertised?.firstSighting,
      isTruncated: !(entry.advertised?.isComplete ?? true), isBlockKnown: entry.isBlockKnown, scanResponses: observed,
      bySpan: spans.layouts.spans(position) + Self.latest(entry.reception, in: span))
  }

  private static func latest(_ reception: Reception, in span: Int) -> [SpanReception] {
    reception.count == 0 ? [] : [SpanReception(span: span, reception: reception)]
  }

  private func chain(from first: Int?, next: (Int) -> Int?) -> [Int] {
    var positions: [Int] = []
    var position = first
    while let current = position {
      positions.append(current)
      position = next(current)
    }
    return positions
  }
}
