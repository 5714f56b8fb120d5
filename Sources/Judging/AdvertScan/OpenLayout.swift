internal import AdvertObservation
package import AdvertReading
package import AdvertisingData

/// A service of a declared layout some of whose UUID's octets vary or are not known.
public struct OpenService: Hashable, Sendable {
  /// The UUID with the values shown for these octets.
  package let shown: BluetoothUUID
  /// The UUID with `??` for these octets.
  public let pattern: String
}

/// A declared layout with octets that vary or are not known. A question about their values is put to several layouts
/// that the device may send.
package struct OpenLayout: Sendable {
  private let declared: DeclaredLayout
  private let layout: Layout
  private let advertising: Variation
  private let scanResponse: Variation

  /// The open part of a declared layout; `nil` when all octets have one value.
  package init?(_ declared: DeclaredLayout) {
    self.declared = declared
    layout = declared.knownLayout
    advertising = declared.openOctets(of: .advertising)
    scanResponse = declared.openOctets(of: .scanResponse)
    guard !advertising.isEmpty || !scanResponse.isEmpty else { return nil }
  }

  /// The services whose UUIDs have open octets, by the UUID with the values shown.
  package var services: [BluetoothUUID: OpenService] {
    var services: [BluetoothUUID: OpenService] = [:]
    for (block, payload) in layout.blocks {
      let open = open(block)
      payload.forEachMention(withNames: false) { mentioned, _, offset, length in
        guard case .service(let uuid) = mentioned, services[uuid] == nil,
          let width = BluetoothUUID.Width.allCases.first(where: { $0.octets == length }),
          open.covers(any: offset..<offset + length)
        else { return }
        services[uuid] = OpenService(shown: uuid, pattern: open.uuid(at: offset, width, in: payload))
      }
    }
    return services
  }

  /// Returns whether the octets of a mention have one value.
  func isCertain(_ mention: MisformedMention) -> Bool {
    !open(mention.response == nil ? .advertising : .scanResponse).covers(any: mention.found.range)
  }

  /// The layout with the lowest values of its open octets, and with the highest.
  package var extremes: [Layout] {
    [
      filled { _, octets in octets.map { ($0.key, $0.value.values.values.first ?? 0) } },
      filled { _, octets in octets.map { ($0.key, $0.value.values.values.last ?? 0) } },
    ]
  }

  /// Returns layouts that the device may send: with the lowest and the highest values, and with those that answer the
  /// question, where some do. What else is not known of the layout is not known of them.
  func readings(for question: Question) -> [LayoutView] {
    var readings = extremes
    var answering = layout
    answering.advertising = layout.advertising.map { self.answering(question, $0, open(.advertising)) }
    if case .declared(let payload) = layout.scanResponse {
      answering.scanResponse = .declared(self.answering(question, payload, open(.scanResponse)))
    }
    if !readings.contains(answering) { readings.append(answering) }
    return readings.map { reading in
      var known = declared
      known.layout = reading
      return LayoutView(known)
    }
  }

  /// Returns a payload with open octets that answer the question, as far as some can: a name as long as the one asked for,
  /// where the octets behind it may be missing.
  private func answering(_ question: Question, _ payload: Payload, _ open: Variation) -> Payload {
    var octets: [UInt8] = []
    var end = 0
    for element in payload.decoded.elements {
      var own = Array(payload.octets[element.octetRange])
      let first = element.offset + 2
      if let wanted = question.value(in: element), own.count > 2 {
        let isCut = (wanted.count..<max(own.count - 2, wanted.count)).allSatisfy {
          open[first + $0]?.mayBeAbsent ?? false
        }
        if case .name = question, isCut, wanted.count < own.count - 2 {
          own = Array(own.prefix(wanted.count + 2))
          own[0] = UInt8(truncatingIfNeeded: wanted.count + 1)
        }
        for (place, octet) in wanted.enumerated() where wanted.count <= own.count - 2 {
          guard let octet, open[first + place]?.values.contains(octet) ?? false else { continue }
          own[place + 2] = octet
        }
      }
      octets += payload.octets[min(end, element.octetRange.lowerBound)..<element.octetRange.lowerBound] + own
      end = element.octetRange.upperBound
    }
    return Payload(octets + payload.octets[min(end, payload.count)...])
  }

  private func open(_ block: Block) -> Variation { block == .advertising ? advertising : scanResponse }

  /// Returns the layout with some of the open octets replaced.
  private func filled(
    _ choose: (Payload, [Int: Variation.Octet]) -> [(key: Int, value: UInt8)]
  ) -> Layout {
    func filled(_ payload: Payload, _ block: Block) -> Payload {
      var octets = payload.octets
      for (offset, value) in choose(payload, open(block).octets) where octets.indices.contains(offset) {
        octets[offset] = value
      }
      return Payload(octets)
    }
    var other = layout
    other.advertising = layout.advertising.map { filled($0, .advertising) }
    if case .declared(let payload) = layout.scanResponse {
      other.scanResponse = .declared(filled(payload, .scanResponse))
    }
    return other
  }
}

extension Question {
  /// Returns the value with which a structure would answer the question: octets, with `nil` where any will do. `nil` for
  /// a structure of another kind.
  fileprivate func value(in element: DecodedPayload.Element) -> [UInt8?]? {
    switch self {
    case .service(let uuid):
      switch element.value {
      case .serviceUUIDs(let list): return uuid.littleEndian(width: list.width).map(Self.wanted)
      case .serviceData(let data): return uuid.littleEndian(width: data.width).map(Self.wanted)
      default: return nil
      }
    case .name(let name?):
      guard case .localName = element.value else { return nil }
      return Self.wanted(Array(name.utf8))
    case .data(let question):
      let beginning = question.beginning.enumerated().map { place, octet in
        question.mask.map { $0[place] == 0 } ?? false ? nil : octet
      }
      switch (question.subject, element.value) {
      case (.manufacturer(let company), .manufacturerData):
        return [UInt8(company & 0xFF), UInt8(company >> 8)] + beginning
      case (.service(let uuid), .serviceData(let data)):
        return uuid.littleEndian(width: data.width).map { Self.wanted($0) + beginning }
      case (.listedService, .serviceUUIDs(let list)) where list.width == .bits128: return beginning.reversed()
      default: return nil
      }
    case .openService, .name(nil), .presence: return nil
    }
  }

  /// Octets that must all be as they are.
  private static func wanted(_ octets: [UInt8]) -> [UInt8?] { octets.map { Optional($0) } }
}

extension Verdict {
  /// The verdict that holds for all layouts that the device may send, with the reason for the first; *unknown* when
  /// there is none.
  init(onReadings verdicts: [Verdict], for question: Question) {
    guard let first = verdicts.first else {
      self.init(question: question, reason: .advertisingNotObserved, mention: nil, evidence: [])
      return
    }
    if let discovered = verdicts.first(where: { $0.outcome == .discovered }),
      verdicts.contains(where: { $0.outcome != .discovered })
    {
      self.init(question: question, reason: .valueOpen, mention: nil, evidence: discovered.evidence)
    } else {
      // The reading in which the data are mentioned explains best.
      self = verdicts.min { $0.rank < $1.rank } ?? first
    }
  }
}
